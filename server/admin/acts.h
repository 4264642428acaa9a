/* acts.h - what an operator can do: the commands of "castled admin", on a running server or on its database.
 *
 * Each act is put into the store together with who did it, and into the log. What takes time (hashing a
 * password) is done by the one who asks, see operator.h; who has an account is asked of the accounts, so that the result
 * comes later, from accounts_turn. */
#pragma once

#include "accounts.h"
#include "core.h"
#include "text.h"

/* What an act is done to. */
typedef struct {
    Store *store;
    Accounts *accounts;
    Core *core; /* NULL: no server runs */
    const char *who;
    int64_t now; /* wall clock, ms */
} Desk;

typedef enum {
    ACT_DONE = 0,
    ACT_REFUSED = 1,
    ACT_USAGE = 2, /* exit codes of the program */
} ActStatus;

typedef struct {
    ActStatus status;
    uint64_t number;  /* of the batch to be waited for; 0: none */
    bool shows_lines; /* the answer is what the store reads for 'lines' */
    StoreListing lines;
} ActResult;

enum { ACT_WORDS_MAX = 8 };

typedef void (*ActDone)(void *context, const ActResult *result);
/* Does what the words say and prints the answer, whole lines. 'done' comes later or at once; until then the words,
 * desk->who and 'out' are lent. */
void act_run(const Desk *desk, int count, const char *const words[], Text *out, ActDone done,
             void *context);
/* Whether a command is given a new password's hash as its last word, after so many of its own; 0 when not. */
int act_takes_hash(const char *command);
void act_help(Text *out);
