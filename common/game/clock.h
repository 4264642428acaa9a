/* clock.h - two chess clocks: remaining time, whose runs, since when. All times in ms.
 *
 * Pure: 'now' is an argument, on the server's time axis, which stands still while the server is down.
 * A clock judges nothing: that a flag fell, and what follows from it, is the room's business. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

/* The limits of a time control, as the big servers have them (three hours and three minutes a move). */
enum {
    CLOCK_INITIAL_MAX = 3 * 60 * 60 * 1000,
    CLOCK_INCREMENT_MAX = 3 * 60 * 1000,
    CLOCK_LEAST =
        3 *
        1000, /* what a control without initial time begins with, unless its increment is more */
};

typedef struct {
    bool timed; /* false: no clock, the rest is 0 */
    int32_t initial;
    int32_t increment; /* Fischer: added after each move that was made while the clock ran */
} TimeControl;

/* By the estimate in seconds: below 30, 180, 480, 1500, above; without a clock: correspondence. */
typedef enum {
    SPEED_ULTRABULLET,
    SPEED_BULLET,
    SPEED_BLITZ,
    SPEED_RAPID,
    SPEED_CLASSICAL,
    SPEED_CORRESPONDENCE,
} Speed;

/* 'since' of a turn whose time does not count yet, because the event before it is not on disk. */
#define CLOCK_PENDING INT64_MAX

typedef struct {
    TimeControl control;
    int64_t remaining[2]; /* by Color, at 'since' for the one that runs */
    int64_t since;        /* when the present turn's time began to count, or CLOCK_PENDING */
    bool running;         /* also while pending; never without a time control */
    Color turn;           /* whose clock runs or would run */
} Clock;

/* False for a control that nobody can play: negative, zero in all, or above the limits. */
bool time_control_is_valid(const TimeControl *control);
/* initial + 40 increments, in ms: what decides the speed and the first-move time-out. */
int64_t time_control_estimate(const TimeControl *control);
Speed time_control_speed(const TimeControl *control);
/* How long a stranger is waited for at the start of a game: 15 s to 35 s by speed, in Chess960 a quarter
 * more, as lichess.org has it; 0, no limit, without a clock. */
int32_t time_control_first_move(const TimeControl *control, bool chess960);

/* Both clocks full and standing, White's turn. */
void clock_init(Clock *clock, const TimeControl *control);
/* The turn is that side's, and its clock runs from 'now' on, which may be CLOCK_PENDING. */
void clock_start(Clock *clock, Color turn, int64_t now);
/* The clocks stand at what they last were set to. */
void clock_stop(Clock *clock);
/* What is left at 'now' has been decided; a clock that runs goes on from there. */
void clock_set(Clock *clock, const int64_t remaining[2], int64_t now);

/* Never negative. */
int64_t clock_remaining(const Clock *clock, Color side, int64_t now);
/* The instant at which the running side flags, INT64_MAX when none runs or its time does not count yet. */
int64_t clock_flag_at(const Clock *clock);
