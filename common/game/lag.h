/* lag.h - how much of the network's delay is given back to a player: a quota that fills with each move.
 *
 * lichess.org's scheme (scalachess, LagTracker), in ms: a move takes from the quota what its lag was and adds
 * a gain; the gain is at most 1 s, less in faster games, and no more than the round trip that was measured
 * plus 140 ms for the computers at its ends. So steady lag is made up for, and a claim to more soon runs dry.
 * Here the lag itself is that round trip, taken by the server from WebSocket pings: nobody reports his own. */
#pragma once

#include "clock.h"

enum {
    LAG_GAIN_MAX = 1000,
    LAG_PROCESSOR = 140,  /* the computers' own part */
    LAG_START_GAINS = 3,  /* a new game's quota, in gains */
    LAG_QUOTA_GAINS = 7,  /* the most it becomes */
    LAG_GRACE_MAX = 2000, /* so long a flag waits for a move that may be under way */
    LAG_COMPUTER = 50,    /* what the server's own computer is credited with; other bots nothing */
};

/* 'control' is the side's own, without odds. 0 in games by days or without a clock, where nothing is given. */
int32_t lag_gain_max(const TimeControl *control);
int32_t lag_quota_start(const TimeControl *control);

/* Of a turn that lasted 'elapsed', what is not charged: the lag, as far as quota and turn reach. */
int32_t lag_given(int32_t lag, int32_t quota, int64_t elapsed);
/* The quota after a move for which 'given' was given. */
int32_t lag_quota_after(const TimeControl *control, int32_t lag, int32_t quota, int32_t given);
/* How long the flag is held back: nobody is waited for whose lag is unknown. */
int32_t lag_grace(int32_t lag, int32_t quota);
