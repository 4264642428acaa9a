/* archive_forecast.h - what the archive expects of clocks: the frozen part of a format on disk.
 *
 * A coder writes how far a game was from what it expected, so the reader must expect exactly the same, for ever.
 * These are copies, made in November 2026, of the rules for clocks and lag as they were then (clock.h, lag.h; the
 * scheme is that of LagTracker in scalachess). The server's rules may change; these may not: another forecast needs
 * another version of the format. 'own' is a side's time control, without time odds. All times in ms. Pure. */
#pragma once

#include "clock.h"
#include "position.h"

/* The estimated time for a game: initial time and forty increments; for correspondence the days of one move. */
int64_t archive_estimate(const TimeControl *own);
/* What a side begins with; for correspondence what it has for each move. */
int64_t archive_full(const TimeControl *own);
/* How long the first move may take by default. */
int32_t archive_first_move(const TimeControl *control, bool chess960);

/* The lag quota at the start of a game, what is given of it for a move, and the quota after that move. */
int32_t archive_quota(const TimeControl *own);
int32_t archive_given(int32_t lag, int32_t quota);
int32_t archive_quota_after(const TimeControl *own, int32_t lag, int32_t quota, int32_t given);

/* What the move that is a side's number 'made' brings onto a clock that runs: an increment, and the time of a stage that
 * begins after it, unless they had it before: *stages counts the later stages whose time they have. Controls in stages came
 * in version 2, without a change of what was there. */
int64_t archive_bonus(const TimeControl *own, uint32_t made, uint32_t *stages);

/* Whether the archive can hold games with that control; its time odds, if any, must belong to a colour. */
bool archive_holds(const TimeControl *control);
/* Sorts the legal moves into the order in which version 1 of the archive numbered them. */
void archive_first_order(const Position *pos, Moves *moves);
