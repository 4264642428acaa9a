/* pace.h - how long a computer takes for a move: like a person, but never at the cost of its clock.
 *
 * Pure; all times in ms. 'control' is the computer's own, without odds, and 'remaining' is what its clock has left. With
 * stages that is for the moves up to the next one, of which it has made 'made'. */
#pragma once

#include "clock.h"

/* How long a person would take, varied by a random number. */
int64_t pace_delay(const TimeControl *control, uint32_t plies, int64_t remaining, uint64_t random);
/* How long it may think at most, when it has made so many moves. */
int64_t pace_think_max(const TimeControl *control, uint32_t made, int64_t remaining);
