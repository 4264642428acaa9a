/* admin_target.h - what the operator's commands work on, and what comes of them. */
#pragma once

#include "accounts.h"
#include "core.h"

typedef struct {
    Store *store;
    Accounts *accounts;
    Core *core; /* NULL: no server runs */
    const char *who;
    int64_t now; /* wall clock, ms */
} AdminTarget;

typedef enum {
    ADMIN_DONE = 0,
    ADMIN_REFUSED = 1,
    ADMIN_USAGE = 2, /* exit statuses of the program */
} AdminStatus;

typedef struct {
    AdminStatus status;
    uint64_t number;  /* of the batch to be waited for; 0: none */
    bool shows_lines; /* the answer is what the store reads for 'lines' */
    StoreListing lines;
} AdminResult;

enum { ADMIN_WORDS_MAX = 8 };
