/* acts.h - what an operator can do: the commands of "castled admin", on a running server or on its database.
 *
 * Each act is put into the store together with who did it, and into the log. Nothing here waits: what takes time
 * (hashing a password) is done by the one who asks, see operator.h. */
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

/* Does what the words say and prints the answer, whole lines. */
ActResult act_run(const Desk *desk, int count, const char *const words[], Text *out);
/* Whether a command is given a new password's hash as its last word, after so many of its own; 0 when not. */
int act_takes_hash(const char *command);
void act_help(Text *out);
