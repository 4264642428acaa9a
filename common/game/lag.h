/* lag.h - lag compensation: how much of the network's delay is not charged to a player, from a quota that each move
 * fills.
 *
 * lichess.org's scheme (scalachess, LagTracker), in ms: a move takes its lag from the quota and adds a gain to it;
 * the gain is at most 1 s, less in faster games, and no more than the measured round trip plus 140 ms for the
 * computers at both ends. So steady lag is compensated for, while larger delays soon use up the quota. Here the lag
 * is that round trip, which the server measures by WebSocket pings: players do not report their own. */
#pragma once

#include "clock.h"

enum {
    LAG_GAIN_MAX = 1000,
    LAG_PROCESSOR = 140,  /* the computers' part of a round trip */
    LAG_START_GAINS = 3,  /* a new game's quota, in gains */
    LAG_QUOTA_GAINS = 7,  /* the most it becomes */
    LAG_GRACE_MAX = 2000, /* how long a flag is held back for a move that may be on its way */
    LAG_COMPUTER =
        50, /* the lag that the server's own computer is credited with; external engines get nothing */
};

/* 'control' is the side's own, without odds. 0 in correspondence or without a clock, where nothing is given. */
int32_t lag_gain_max(const TimeControl *control);
int32_t lag_quota_start(const TimeControl *control);

/* What is not charged of a turn that lasted 'elapsed': the lag, up to the quota and the length of the turn. */
int32_t lag_given(int32_t lag, int32_t quota, int64_t elapsed);
/* The quota after a move of which 'given' was not charged. */
int32_t lag_quota_after(const TimeControl *control, int32_t lag, int32_t quota, int32_t given);
/* How long the flag is held back: not at all when the lag is unknown. */
int32_t lag_grace(int32_t lag, int32_t quota);
