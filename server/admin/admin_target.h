/* admin_target.h - what the operator's commands work on, and their results. */
#pragma once

#include "accounts.h"
#include "core.h"
#include "invitation.h"
#include "mail.h"
#include "webhooks.h"

typedef struct {
    Store *store;
    Accounts *accounts;
    Core *core;         /* NULL: no server runs */
    Webhooks *webhooks; /* likewise */
    Mail *mail;         /* likewise */
    /* Appends lines on how the server is doing to "status"; NULL: no server runs. */
    void (*describe)(void *context, Text *out);
    /* Of a node of a cluster that has no games; NULL: of no such node. What is refused here, as a sentence that says on which node
     * to ask. */
    const char *(*elsewhere)(void *context);
    /* NULL when clients are served here, or why they are not, as far as the core does not know it; itself NULL without a server. */
    const char *(*trouble)(void *context);
    void *context;   /* of these three */
    const char *url; /* the public one; NULL or "": not known */
    const char *who;
    int64_t now;      /* wall clock, ms */
    bool is_limited;  /* grave commands are refused: whoever asks has not just signed in */
    bool json;        /* what is only shown comes as one JSON object per line */
    Metrics *metrics; /* NULL: nobody counts */
} AdminTarget;

typedef enum {
    ADMIN_DONE = 0,
    ADMIN_REFUSED = 1,
    ADMIN_USAGE = 2, /* exit statuses of the program */
} AdminStatus;

typedef struct {
    AdminStatus status;
    bool needs_sign_in; /* refused for is_limited */
    uint64_t number;    /* of the store's batch to wait for; 0: none */
    bool shows_lines;   /* the answer is the listing 'lines' of the store */
    StoreListing lines;
} AdminResult;

enum { ADMIN_WORDS_MAX = 8 };
