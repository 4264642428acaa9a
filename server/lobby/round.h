/* round.h - a round of quick pairing: who of those that wait plays whom.
 *
 * Pure. The waiting are brought in order of game and rating; each is held against the next few above him, and
 * of all the pairs that may meet the ones that are nearest for their patience come first: a distance counts
 * less the longer both have waited, so that a long waiter gains against a newcomer. Takes n log n. */
#pragma once

#include "seek.h"

#include <stddef.h>

enum {
    ROUND_LOOKS = 64,     /* how many above one are looked at */
    ROUND_NEIGHBOURS = 8, /* of these, how many that fit are held against each other */
};

typedef struct {
    const Seek *seek;
    int64_t waited; /* ms */
    size_t index;   /* the caller's, left alone */
    /* The round's own. */
    uint64_t key;
    int32_t strength;
    bool paired;
} Waiting;

typedef struct {
    size_t one, other; /* indexes, as the caller gave them */
} Match;

typedef struct {
    /* Whether two may be paired at all, beyond what their seeks say. */
    bool (*meet)(const void *context, const Waiting *one, const Waiting *other);
    /* What is near for those who seek the same (near_of): asked once for all of them. */
    int32_t (*near)(const void *context, const Waiting *first);
    const void *context;
} RoundRules;

/* 'waiting' is brought into another order, those who seek the same together. Writes at most count / 2
 * matches and returns how many. */
size_t round_pair(Waiting *waiting, size_t count, const RoundRules *rules, Match *matches);
