/* archive_forecast.h - what the archive expects of clocks: the frozen part of a format on disk.
 *
 * A coder writes down how far a game was from what was expected, so whoever reads must expect the same, for ever.
 * These are copies, made in November 2026, of the rules for clocks and lag as they were then (clock.h, lag.h; the
 * scheme of scalachess' LagTracker). The server's own rules may change; these may not: another forecast is another
 * version of the format. 'own' is a side's time control, without time odds. All times in ms. Pure. */
#pragma once

#include "clock.h"
#include "position.h"

/* The time that forty moves take, or the days for one move. */
int64_t archive_estimate(const TimeControl *own);
/* What a side begins with; with days, what it has for each move. */
int64_t archive_full(const TimeControl *own);
/* How long the first move may take when nothing else was agreed. */
int32_t archive_first_move(const TimeControl *control, bool chess960);

/* The quota for lag as a game begins, what is given of it for a move, and what is left after that move. */
int32_t archive_quota(const TimeControl *own);
int32_t archive_given(int32_t lag, int32_t quota);
int32_t archive_quota_after(const TimeControl *own, int32_t lag, int32_t quota, int32_t given);

/* Whether the archive can hold games with such a control; one with time odds says which colour has them. */
bool archive_holds(const TimeControl *control);
/* Puts the legal moves into the order in which version 1 of the archive numbered them. */
void archive_first_order(const Position *pos, Moves *moves);
