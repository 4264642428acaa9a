/* clock.h - two chess clocks: remaining time, whose runs, since when. All times in ms.
 *
 * Pure: 'now' is an argument, on the server's time axis, which stands still while the server is down.
 * A clock judges nothing: that a flag fell, and what follows from it, is the room's business. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

/* The limits of a time control, as the big servers have them (three hours and three minutes a move; 1, 2, 3,
 * 5, 7, 10 or 14 days). */
enum {
    CLOCK_INITIAL_MAX = 3 * 60 * 60 * 1000,
    CLOCK_INCREMENT_MAX = 3 * 60 * 1000,
    CLOCK_DAYS_MAX = 14,
    CLOCK_DAY = 24 * 60 * 60 * 1000,
    CLOCK_LEAST =
        3 *
        1000, /* what a control without initial time begins with, unless its increment is more */
};

/* What becomes of the time for each move, the increment. */
typedef enum {
    BONUS_FISCHER,   /* added after the move */
    BONUS_BRONSTEIN, /* what the move took is given back, at most so much */
    BONUS_DELAY,     /* the clock stands so long before it runs ("simple" or US delay) */
} Bonus;

/* Whose time is another one. As long as nobody has a colour it is the opponent's of who asks for the game. The
 * numbers are in databases: they stay. */
typedef enum { TIME_ODDS_NONE, TIME_ODDS_WHITE, TIME_ODDS_BLACK, TIME_ODDS_OPPONENT } TimeOdds;

typedef struct {
    bool timed; /* false: no clock, the rest is 0 */
    int32_t initial;
    int32_t increment;
    Bonus bonus;
    int32_t days; /* correspondence: so long for each move, and the three above are 0 */
    /* Time odds: that side has these in place of initial and increment. Without odds they are 0. */
    TimeOdds odds;
    int32_t odds_initial;
    int32_t odds_increment;
} TimeControl;

/* By the estimate in seconds: below 30, 180, 480, 1500, above; by days or without a clock: correspondence. */
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
    int64_t remaining[2]; /* by Color, as the present turn began */
    int64_t since;        /* when the present turn's time began to count, or CLOCK_PENDING */
    bool running;         /* also while pending; never without a time control */
    Color turn;           /* whose clock runs or would run */
} Clock;

/* False for a control that nobody can play: negative, zero in all, above the limits, or two kinds at once; with
 * odds when one side's is, or when both sides' are the same. */
bool time_control_is_valid(const TimeControl *control);
bool time_control_equal(const TimeControl *one, const TimeControl *other);

/* The same control with odds for 'whom', or without when they would give him what the other has. */
TimeControl time_control_with_odds(const TimeControl *control, TimeOdds whom, int32_t initial,
                                   int32_t increment);
/* What that side plays with, as a control for both; the odds must have a colour. */
TimeControl time_control_of(const TimeControl *control, Color side);
/* As who asked for the game has it when that is his colour. */
TimeControl time_control_seated(const TimeControl *control, Color asker);
/* For a game with the colours changed: each player keeps his time. */
TimeControl time_control_turned(const TimeControl *control);

/* initial + 40 increments, in ms, or the days for one move: what decides the speed and more. With odds the mean of
 * both sides'. */
int64_t time_control_estimate(const TimeControl *control);
Speed time_control_speed(const TimeControl *control);
/* How long a stranger is waited for at the start of a game: 15 s to 35 s by speed, in Chess960 a quarter
 * more, as lichess.org has it; by days as for any move; 0, no limit, without a clock. */
int32_t time_control_first_move(const TimeControl *control, bool chess960);
/* What that side begins with. */
int64_t time_control_full(const TimeControl *control, Color side);

/* Both clocks full and standing, White's turn. */
void clock_init(Clock *clock, const TimeControl *control);
/* The turn is that side's, and its clock runs from 'now' on, which may be CLOCK_PENDING. */
void clock_start(Clock *clock, Color turn, int64_t now);
/* The clocks stand at what they last were set to. */
void clock_stop(Clock *clock);
/* What is left as the turn begins has been decided. */
void clock_set(Clock *clock, const int64_t remaining[2]);
/* So much was left to the running side at 'now': its time began to count accordingly. */
void clock_align(Clock *clock, int64_t left, int64_t now);
/* That side gets so much more, now. */
void clock_add(Clock *clock, Color side, int64_t given);

/* Time since the turn's began to count; 0 while nothing runs. */
int64_t clock_elapsed(const Clock *clock, int64_t now);
/* Never negative. */
int64_t clock_remaining(const Clock *clock, Color side, int64_t now);
/* What the running side has after a move for which it is charged 'spent' ms, its bonus included; -1 when its
 * flag has fallen by then: the bonus is for moves that were made in time. */
int64_t clock_after_move(const Clock *clock, int64_t spent);
/* How long the running clock still stands at 'now' before it runs: BONUS_DELAY, else 0. */
int64_t clock_delay_left(const Clock *clock, int64_t now);
/* The instant at which the running side flags, INT64_MAX when none runs or its time does not count yet. */
int64_t clock_flag_at(const Clock *clock);
