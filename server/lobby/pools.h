/* pools.h - the usual time controls, and how long it has recently taken to find an opponent for each.
 *
 * The list is lichess's. Embedded: a zeroed Pools is empty, and nothing is to be freed. */
#pragma once

#include "seek.h"

enum {
    POOLS = 11,
    POOL_WAITS = 16,              /* of the people who were paired last */
    POOL_LATELY = 60 * 60 * 1000, /* at most so long ago */
};

extern const TimeControl POOL_CONTROLS[POOLS];

typedef struct {
    int32_t waits[POOLS][POOL_WAITS]; /* ms */
    int64_t at[POOLS][POOL_WAITS];
    uint32_t count[POOLS]; /* of all noted */
} Pools;

/* The pool of a seek: standard chess with one of the time controls. False when there is none. */
bool pool_of(const Seek *seek, int *pool);

/* Somebody with that seek was paired after waiting for so long. */
void pools_note(Pools *pools, const Seek *seek, int64_t waited, int64_t now);
/* The median of recent waits (ms), the upper one of two; -1 when nobody was paired. */
int32_t pools_typical_wait(const Pools *pools, int pool, int64_t now);
