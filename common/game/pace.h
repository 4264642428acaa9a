/* pace.h - how long a computer takes for a move, to be like a person and never at the cost of its clock.
 *
 * Pure; all times in ms. 'control' is its own, without odds, 'remaining' what is left on its clock. */
#pragma once

#include "clock.h"

/* How long a human being would take. 'chance' varies it. */
int64_t pace_delay(const TimeControl *control, uint32_t plies, int64_t remaining, uint64_t chance);
/* How long it may think at most. */
int64_t pace_think_max(const TimeControl *control, int64_t remaining);
