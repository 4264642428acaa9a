/* admin_call.h - an operator's command while it is being carried out: its words, what it works on, what it prints.
 *
 * It lives until the accounts have answered everything that it asks: such a command continues in another function
 * (admin_wait). */
#pragma once

#include "address.h"
#include "command_table.h"
#include "text.h"

typedef struct AdminCall AdminCall;
typedef void (*AdminNext)(AdminCall *call, const AccountsAnswer *answer);
typedef void (*AdminThen)(AdminCall *call);

/* A command in the table. */
typedef struct {
    const char *name, *arguments, *help;
    int least, most; /* words */
    bool hash;       /* its last word is the hash of a new password */
    AdminKind kind;
    void (*run)(AdminCall *call);
} AdminCommand;

struct AdminCall {
    AdminTarget target;
    Text *out;
    const AdminCommand *command;        /* NULL: there is no such command */
    const char *words[ADMIN_WORDS_MAX]; /* without the command's own; the texts are lent */
    int count;
    const char *sought;  /* a name that admin_find_person looks for */
    Person person;       /* found by admin_find_person, */
    const char *outcome; /* what is said of that person when it is done */
    AccountInfo account; /* with their account, if they have one; or by admin_find_account */
    CorePick pick;       /* which challenges or seeks it is about */
    char address[ADDRESS_MAX + 1];
    AdminResult result;
    char undo[STORE_WORDS_MAX + 1]; /* the command that undoes it; empty: none does */
    Text row;                       /* of admin_row */
    char *lines;                    /* of admin_read */
    char *instead;                  /* its words */
    AdminNext next;                 /* while it waits */
    /* Carries out the command that these words are instead; they are copied. Of command_table.c. */
    void (*run_instead)(AdminCall *call, const char *words);
    AdminThen then, picked; /* after admin_find_person, after the choice of challenges or seeks */
    unsigned holds;
    AdminDone done;
    void *context;
};

AdminCall *admin_call_new(const AdminTarget *target, const AdminCommand *command, Text *out,
                          AdminDone done, void *context);
/* It is held once by whoever made it, and by each question until it is answered. The last release records it,
 * calls 'done' and frees it. */
void admin_call_release(AdminCall *call);

/* For a request to the accounts: accounts_find(..., admin_answered, admin_wait(call, next)). One at a time. */
void *admin_wait(AdminCall *call, AdminNext next);
void admin_answered(void *context, const AccountsAnswer *answer);

/* One JSON object of the answer, which begins as admin_row does and ends with admin_row_end. */
void admin_row(AdminCall *call);
void admin_row_end(AdminCall *call);
/* A member that says until when: null for ever; absent when it is past. */
void admin_row_until(AdminCall *call, const char *name, int64_t until);
/* Reads a listing and continues with 'then' when it is in call->lines. */
void admin_read(AdminCall *call, StoreListing what, const char *key, AdminThen then);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
/* The command that undoes what was done. */
void admin_can_undo(AdminCall *call, const char *format, ...);
/* "NAME [TIME]" in such a command: as it was before, until that instant. */
enum { ADMIN_UNTIL_MAX = 32 };
const char *admin_print_until(int64_t until, char text[ADMIN_UNTIL_MAX]);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
/* One line of the answer. */
void admin_say(Text *out, const char *format, ...);
void admin_refuse(AdminCall *call, const char *sentence);
/* False, and the command refused, when the accounts have not done it; 'name' is the name that was
 * wanted. */
bool admin_is_done(AdminCall *call, const AccountsAnswer *answer, const char *name);

/* Both continue with 'then' when there is such a person, else the command is refused: an account by its name or id, a
 * guest who is online by name, any guest by id. */
void admin_find_person(AdminCall *call, const char *name, AdminThen then);
/* The account that the first word names, by its name or id; no id looks like a name. What is undone later is noted by id, since
 * somebody else may have the name by then. */
void admin_find_account(AdminCall *call, AdminThen then);

/* The word with that number as an instant: "30m", "12h" or "7d" from now, or without such a word
 * INT64_MAX, for ever. False, and the command refused, when it is something else. */
bool admin_read_until(AdminCall *call, int word, int64_t *until);
/* Whether the word with that number is 'yes'. False, and the command refused, when it is neither. */
bool admin_read_choice(AdminCall *call, int word, const char *yes, const char *no, bool *is_yes);
/* The key for limits: an IPv4 address, or an IPv6 address as its /64. */
bool admin_read_address(const char *text, char key[ADDRESS_MAX + 1]);
enum { ADMIN_TIME_MAX = 32 };
/* As UTC; "for ever" for INT64_MAX. */
void admin_print_time(int64_t wall, char text[ADMIN_TIME_MAX]);
