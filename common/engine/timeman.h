/* pacing.h - how long to think about a move: from the clock to two limits in ms.
 *
 * Pure arithmetic; who measures the time is the caller. The soft limit is asked after each iteration and
 * moves with how sure the search is of its move; the hard limit must never be passed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine.h"

typedef struct {
    int64_t remaining; /* of the side to move */
    int64_t increment;
    int moves_to_go;  /* to the next time control; 0: none, the rest of the game */
    int64_t overhead; /* lost on each move between the clock and the engine */
} TimemanClock;

enum { TIMEMAN_OVERHEAD = 20, TIMEMAN_OVERHEAD_MAX = 10000 };

typedef struct {
    int64_t soft;
    int64_t hard; /* at least 1, and below the remaining time where the overhead leaves any */
    int last_score;
    bool has_score;
} Timeman;

/* The clock's negative values count as nothing left. */
void timeman_start(Timeman *timeman, const TimemanClock *clock);
/* After each iteration: has a search that took 'elapsed' thought enough? */
bool timeman_is_enough(Timeman *timeman, const EngineInfo *info, int64_t elapsed);
