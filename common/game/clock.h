/* clock.h - two chess clocks: remaining time, whose runs, since when. All times in ms.
 *
 * Pure: 'now' is an argument, on the server's time axis, which stands still while the server is down. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

/* The limits of a time control, as the big servers have them (three hours and three minutes a move). */
enum {
    CLOCK_INITIAL_MAX = 3 * 60 * 60 * 1000,
    CLOCK_INCREMENT_MAX = 3 * 60 * 1000,
};

typedef struct {
    bool timed; /* false: no clock, the rest is 0 */
    int32_t initial;
    int32_t increment; /* Fischer: added after each move */
} TimeControl;

typedef struct {
    TimeControl control;
    int64_t remaining[2]; /* by Color, at 'since' for the one that runs */
    int64_t since;        /* when the running side's time began to count; unused while none runs */
    bool running;
    Color turn; /* whose clock runs or would run */
} Clock;

/* False for a control that nobody can play: negative, zero in all, or above the limits. */
bool time_control_is_valid(const TimeControl *control);

/* initial + 40 increments, in ms: what decides the speed and the first-move time-out. */
int64_t time_control_estimate(const TimeControl *control);

void clock_init(Clock *clock, const TimeControl *control);
void clock_start(Clock *clock, Color turn, int64_t now);
void clock_stop(Clock *clock, int64_t now);
/* Never negative. */
int64_t clock_remaining(const Clock *clock, Color side, int64_t now);
/* The instant at which the running side flags, INT64_MAX when none runs. */
int64_t clock_flag_at(const Clock *clock);
