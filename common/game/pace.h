/* pace.h - how long a computer takes for a move, to be like a person and never at the cost of its clock.
 *
 * Pure; all times in ms. 'remaining' is what is left on its clock. */
#pragma once

#include "room.h"

/* How long a human being would take. 'chance' varies it. */
int64_t pace_delay(const GameSetup *setup, uint32_t plies, int64_t remaining, uint64_t chance);
/* How long it may think at most. */
int64_t pace_think_max(const GameSetup *setup, int64_t remaining);
