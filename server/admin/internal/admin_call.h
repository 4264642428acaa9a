/* admin_call.h - one command of the operator while it is carried out: its words, what it works on, what it prints.
 *
 * It lives until everything that it asks of the accounts has been answered: a command that asks goes on in a function
 * of its own (admin_wait). */
#pragma once

#include "address.h"
#include "admin_target.h"
#include "text.h"

typedef struct AdminCall AdminCall;
typedef void (*AdminNext)(AdminCall *call, const AccountsAnswer *answer);
typedef void (*AdminThen)(AdminCall *call);
typedef void (*AdminDone)(void *context, const AdminResult *result);

/* A command as it stands in the table. */
typedef struct {
    const char *name, *arguments, *help;
    int least, most; /* words */
    bool hash;       /* one more word is the hash of a new password */
    bool logged;     /* what was done is recorded, with who did it */
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
    AccountInfo account; /* with their account, if they have one; or by admin_find_account */
    CorePick pick;       /* which challenges or seeks are meant */
    char address[ADDRESS_MAX + 1];
    AdminResult result;
    AdminNext next;         /* while it waits */
    AdminThen then, picked; /* after admin_find_person, after the choice of challenges or seeks */
    unsigned holds;
    AdminDone done;
    void *context;
};

AdminCall *admin_call_new(const AdminTarget *target, const AdminCommand *command, Text *out,
                          AdminDone done, void *context);
/* Whoever made it holds it once, every question holds it until the answer. At the last release it is recorded,
 * 'done' comes, and it is freed. */
void admin_call_release(AdminCall *call);

/* For a request to the accounts: accounts_find(..., admin_answered, admin_wait(call, next)). One at a time. */
void *admin_wait(AdminCall *call, AdminNext next);
void admin_answered(void *context, const AccountsAnswer *answer);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
/* One line of the answer. */
void admin_say(Text *out, const char *format, ...);
void admin_refuse(AdminCall *call, const char *sentence);
/* False, and refused, when the accounts have not done it; 'name' is the name that was to be taken. */
bool admin_is_done(AdminCall *call, const AccountsAnswer *answer, const char *name);

/* Both go on with 'then' when there is such a person; else it is refused. An account by its name or id, a guest who is
 * online by name, any guest by id. */
void admin_find_person(AdminCall *call, const char *name, AdminThen then);
/* The account that the first word names. */
void admin_find_account(AdminCall *call, AdminThen then);

/* "30m", "12h" or "7d", the word of that number; without one INT64_MAX, for ever. Refused when false. */
bool admin_read_until(AdminCall *call, int word, int64_t *until);
/* As the key by which limits count: an IPv4 address, or an IPv6 address for its /64. */
bool admin_read_address(const char *text, char key[ADDRESS_MAX + 1]);
enum { ADMIN_TIME_MAX = 32 };
/* As UTC; "for ever" for INT64_MAX. */
void admin_print_time(int64_t wall, char text[ADMIN_TIME_MAX]);
