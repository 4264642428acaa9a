/* push_options.h - what Web Push works with, and how many of what there may be (push.h). */
#pragma once

#include "core.h"
#include "outbound.h"

typedef struct Push Push;

enum {
    PUSH_DEVICES_OF_PERSON = 10, /* a further one replaces the one that was added first */
    PUSH_WAITING_MAX = 1000,     /* messages; later ones are left out */
    PUSH_AT_ONCE = 8,
    PUSH_TRIES_MAX = 3,
    PUSH_DELAY = 10 * 1000,    /* ms after which somebody who is not connected is away */
    PUSH_AGAIN = 60 * 1000,    /* ms until the next try */
    PUSH_TIME_MAX = 15 * 1000, /* ms for an answer */
};

/* What somebody wants to be told of on a device: a sum of these. Stored. */
enum { PUSH_TURNS = 1, PUSH_CHALLENGES = 2, PUSH_TOURNAMENTS = 4, PUSH_ALL = 7 };

typedef struct {
    uv_loop_t *loop;
    Store *store;
    Core *core;
    Outbound *outbound;
    Metrics *metrics; /* push_total, push_failures_total */
} PushOptions;
