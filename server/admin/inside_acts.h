/* inside_acts.h - one command of the operator, as the files see it that carry it out. Nobody else includes this. */
#pragma once

#include "acts.h"

#include "address.h"

/* A command lives until all that it asks of the accounts has been answered: whoever asks goes on in a function of its
 * own (act_wait). */
typedef struct Act Act;
typedef void (*ActNext)(Act *act, const AccountsAnswer *answer);
typedef void (*ActThen)(Act *act);

struct Act {
    Desk desk;
    Text *out;
    int command;                      /* in the table */
    const char *words[ACT_WORDS_MAX]; /* without the command's own; the texts are lent */
    int count;
    const char *sought;  /* a name that act_find_person looks for */
    Person person;       /* found by act_find_person, */
    AccountInfo account; /* with their account, if they have one; or by act_find_account */
    CorePick pick;       /* found by act_pick */
    char address[ADDRESS_MAX + 1];
    ActResult result;
    ActNext next;         /* while it waits */
    ActThen then, picked; /* after act_find_person, after act_pick */
    unsigned holds;
    ActDone done;
    void *context;
};

/* For a request to the accounts: accounts_find(..., act_answered, act_wait(act, next)). One at a time. */
void *act_wait(Act *act, ActNext next);
void act_answered(void *context, const AccountsAnswer *answer);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
/* One line of the answer. */
void act_say(Text *out, const char *format, ...);
void act_refuse(Act *act, const char *sentence);

/* Goes on with 'then' when there is such a person; else it is refused. */
void act_find_person(Act *act, const char *name, ActThen then);
/* Of the word of that number, "30m"; INT64_MAX, for ever, without one. Refused when false. */
bool act_read_until(Act *act, int word, int64_t *until);

/* Of challenges and seeks (clearing_acts.c). */
void act_challenges(Act *act);
void act_clear_challenges(Act *act);
/* From the database, without a server; how many there were. */
size_t act_delete_challenges(Act *act, const CorePick *pick);
void act_seeks(Act *act);
void act_clear_seeks(Act *act);
void act_ban_address(Act *act);
void act_unban_address(Act *act);
void act_bans(Act *act);
