/* timeman.h - time management: from the clock to two limits for a move, in ms.
 *
 * Pure arithmetic; the caller measures the time. The soft limit is checked after each iteration and depends on how
 * certain the search is of its move; the hard limit must never be exceeded. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"

typedef struct {
    int64_t remaining; /* of the side to move */
    int64_t increment;
    int moves_to_go;  /* to the next time control; 0: none, the rest of the game */
    int64_t overhead; /* what each move loses between the clock and the engine */
} TimemanClock;

enum { TIMEMAN_OVERHEAD = 20, TIMEMAN_OVERHEAD_MAX = 10000 };

typedef struct {
    int64_t soft;
    int64_t hard; /* at least 1, and below the remaining time where the overhead leaves any */
    int last_score;
    bool has_score;
} Timeman;

/* Negative values of the clock count as 0. */
void timeman_start(Timeman *timeman, const TimemanClock *clock);
/* After each iteration: has the search, which has taken 'elapsed', thought long enough? */
bool timeman_is_enough(Timeman *timeman, const EngineInfo *info, int64_t elapsed);
