/* clock.h - the two clocks of a game: the time left on each, which one runs, and since when. All times in ms.
 *
 * Pure: 'now' is an argument, on the server's time axis, which stands still while the server is down.
 * A clock only measures; the room decides that a flag has fallen and what follows from it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

/* The limits of a time control, as on the large servers: three hours, three minutes of increment; 1, 2, 3, 5, 7, 10
 * or 14 days. */
enum {
    CLOCK_INITIAL_MAX = 3 * 60 * 60 * 1000,
    CLOCK_INCREMENT_MAX = 3 * 60 * 1000,
    CLOCK_DAYS_MAX = 14,
    CLOCK_DAY = 24 * 60 * 60 * 1000,
    /* What a control without initial time begins with, unless its increment is more. */
    CLOCK_LEAST = 3 * 1000,
    /* What is left never becomes more, so that it fits into 32 bits wherever it is stored. */
    CLOCK_MOST = 20 * CLOCK_DAY,
    CLOCK_LATER_MAX = 2, /* stages after the first */
    /* Of a stage. Nobody's first move is timed, so it ends none. */
    CLOCK_STAGE_MOVES_MIN = 2,
    CLOCK_STAGE_MOVES_MAX = 200,
};

/* How the increment is applied. */
typedef enum {
    BONUS_FISCHER,   /* added after the move */
    BONUS_BRONSTEIN, /* the time that the move took is given back, up to the increment */
    BONUS_DELAY,     /* the clock waits for so long before it runs ("simple" or US delay) */
} Bonus;

/* The side with time odds. Before the colours are drawn it is the opponent of the player who asks for the game. The
 * numbers are stored in databases: they never change. */
typedef enum { TIME_ODDS_NONE, TIME_ODDS_WHITE, TIME_ODDS_BLACK, TIME_ODDS_OPPONENT } TimeOdds;

/* A stage ("period" in FIDE's Laws, 6.3): so many moves of a player, for which they get time when it begins. */
typedef struct {
    int32_t moves; /* 0: the rest of the game */
    int32_t initial;
    int32_t increment; /* or delay, for each of its moves */
} ClockStage;

/* A control in stages is written as in PGN (time_control_text.h): "40/5400+30:1800+30" has .initial = 5400000,
 * .increment = 30000, .moves = 40, .later_count = 1, .later = {{.initial = 1800000, .increment = 30000}}. */
typedef struct {
    bool timed; /* false: no clock, and everything else is 0 */
    int32_t initial;
    int32_t increment;
    Bonus bonus;
    int32_t days; /* correspondence: the time for each move; the three above are 0 */
    /* Time odds: that side has these instead of initial and increment. Without odds they are 0. */
    TimeOdds odds;
    int32_t odds_initial;
    int32_t odds_increment;
    /* Stages: initial and increment are those of the first one, which lasts for so many moves; 0: there is only one.
     * A last stage with moves is repeated (PGN 9.6.1). Not with odds, nor without initial time. */
    int32_t moves;
    int32_t later_count;
    ClockStage later[CLOCK_LATER_MAX]; /* those beyond later_count are all 0 */
} TimeControl;

/* By the estimate in seconds: below 30, 180, 480, 1500, or above; with days or without a clock: correspondence. */
typedef enum {
    SPEED_ULTRABULLET,
    SPEED_BULLET,
    SPEED_BLITZ,
    SPEED_RAPID,
    SPEED_CLASSICAL,
    SPEED_CORRESPONDENCE,
} Speed;

/* 'since' of a turn whose time is not counted yet, because the event before it is not on disk. */
#define CLOCK_PENDING INT64_MAX

typedef struct {
    TimeControl control;
    int64_t remaining[2]; /* by Color, when the current turn began */
    int64_t since;        /* when the time of the current turn began to count, or CLOCK_PENDING */
    bool running;         /* also while pending; never without a time control */
    bool berserk[2];      /* by Color: plays on without increment */
    Color turn;           /* the side whose clock runs, or would run */
    uint32_t moves[2];    /* by Color: made so far in the game, which decides the stage */
    uint32_t
        stages[2]; /* by Color: for how many later stages they got time; a takeback leaves it */
} Clock;

/* False for a control that cannot be played: negative, all zero, above the limits, or of two kinds at once; with odds
 * also when that is true of one side, or when both sides have the same. */
bool time_control_is_valid(const TimeControl *control);
bool time_control_equal(const TimeControl *one, const TimeControl *other);

/* The same control with odds for that side, or without odds when both sides would have the same. */
TimeControl time_control_with_odds(const TimeControl *control, TimeOdds side, int32_t initial,
                                   int32_t increment);
/* What that side plays with, as a control without odds; the odds must belong to a colour. */
TimeControl time_control_of(const TimeControl *control, Color side);
/* With the odds given to a colour, when the player who asked for the game has the colour 'asker'. */
TimeControl time_control_seated(const TimeControl *control, Color asker);
/* For a game with the colours swapped: each player keeps their time. */
TimeControl time_control_turned(const TimeControl *control);

/* The stage in which a player makes the next move after 'made' ones; without stages the whole control. */
ClockStage time_control_stage(const TimeControl *control, uint32_t made);
/* How many later stages have begun for a player who has made so many moves; a repeated one counts each time. */
uint32_t time_control_stages_begun(const TimeControl *control, uint32_t made);
/* The moves that a player who has made so many still has to make in this stage; 0: it lasts to the end. */
uint32_t time_control_moves_left(const TimeControl *control, uint32_t made);

/* In ms: initial + 40 increments, as on lichess.org, or for correspondence the days of one move. With stages what a player
 * has for 60 moves, by which FIDE tells blitz, rapid and standard chess apart (Laws of 2023, A.1, B.1). It decides the
 * speed and more. With odds the mean of both sides. */
int64_t time_control_estimate(const TimeControl *control);
Speed time_control_speed(const TimeControl *control);
/* How long players have for their first moves by default, as on lichess.org: 15 s to 35 s by speed, a quarter more in
 * Chess960; in correspondence as for any move; 0, which is no limit, without a clock. */
int32_t time_control_first_move(const TimeControl *control, bool chess960);
/* What that side begins with. */
int64_t time_control_full(const TimeControl *control, Color side);

/* Both clocks full and stopped, White to move. */
void clock_init(Clock *clock, const TimeControl *control);
/* That side is to move, and its clock runs from 'now' on, which may be CLOCK_PENDING. */
void clock_start(Clock *clock, Color turn, int64_t now);
/* Both clocks stop at what they were last set to. */
void clock_stop(Clock *clock);
/* So many moves of each side have been made, or are left after a takeback. */
void clock_count(Clock *clock, const uint32_t moves[2]);
/* Sets what is left when a turn begins. */
void clock_set(Clock *clock, const int64_t remaining[2]);
/* The running side had so much left at 'now': moves the start of its turn accordingly. */
void clock_align(Clock *clock, int64_t left, int64_t now);
/* What a player who goes berserk gives up, besides the increment: half of the time they begin with, unless that is less than
 * 40 increments, which alone are enough then (as on lichess.org). -1: the control has no berserk: without a clock, in
 * correspondence, in stages, or when only the increment gives time. */
int64_t time_control_berserk(const TimeControl *control, Color side);
/* That side gave up so much time ('given' is negative) and its increment. */
void clock_berserk(Clock *clock, Color side, int64_t given);
/* Gives that side so much more time, or takes it; what it had when the turn began stays above 0. */
void clock_add(Clock *clock, Color side, int64_t given);

/* The time since the turn began to count; 0 while no clock runs. */
int64_t clock_elapsed(const Clock *clock, int64_t now);
/* Never negative. */
int64_t clock_remaining(const Clock *clock, Color side, int64_t now);
/* What the running side has after a move that took 'spent' ms, including its bonus and the time of a stage that begins with
 * it (FIDE 6.3.1); -1 when its flag had fallen by then: only moves in time get a bonus. */
int64_t clock_after_move(const Clock *clock, int64_t spent);
/* How long the clock still waits at 'now' before it runs (BONUS_DELAY), else 0. */
int64_t clock_delay_left(const Clock *clock, int64_t now);
/* When the flag of the running side will fall; INT64_MAX when no clock runs or the time is not counted yet. */
int64_t clock_flag_at(const Clock *clock);
