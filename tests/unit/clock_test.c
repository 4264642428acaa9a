#include "clock.h"

#include "check_rig.h"

#include <stdlib.h>

typedef struct {
    TimeControl control;
    bool valid;
} Playable;

/* clang-format off */
#define FIVE_ZERO(whom, initial_ms, increment_ms)                                                  \
    {.timed = true, .initial = 300000, .odds = whom, .odds_initial = initial_ms,                   \
     .odds_increment = increment_ms}
#define STAGES(count, ...)                                                                         \
    {.timed = true, .initial = 5400000, .increment = 30000, .moves = 40, .later_count = count,     \
     .later = {__VA_ARGS__}}
/* clang-format on */

static const Playable PLAYABLE[] = {
    {{.timed = false, .initial = 0, .increment = 0}, true},
    {{.timed = false, .initial = 1, .increment = 0}, false}, /* no clock, but with time */
    {{.timed = false, .initial = 0, .increment = 1}, false},
    {{.timed = true, .initial = 0, .increment = 0}, false}, /* lost before the first move */
    {{.timed = true, .initial = 1, .increment = 0}, true},
    {{.timed = true, .initial = 0, .increment = 1}, true},
    {{.timed = true, .initial = -1, .increment = 1000}, false},
    {{.timed = true, .initial = 1000, .increment = -1}, false},
    {{.timed = true, .initial = 10800000, .increment = 180000},
     true}, /* three hours, three minutes a move */
    {{.timed = true, .initial = 10800001, .increment = 0}, false},
    {{.timed = true, .initial = 60000, .increment = 180001}, false},
    {{.timed = true, .initial = 60000, .increment = 5000, .bonus = BONUS_BRONSTEIN}, true},
    {{.timed = true, .initial = 60000, .increment = 5000, .bonus = BONUS_DELAY}, true},
    {{.timed = true, .initial = 60000, .bonus = BONUS_DELAY}, false}, /* a delay of nothing */
    {{.timed = true, .increment = 5000, .bonus = BONUS_DELAY}, true},
    {{.timed = true, .days = 1}, true},
    {{.timed = true, .days = 14}, true},
    {{.timed = true, .days = 4}, false}, /* lichess.org offers 1, 2, 3, 5, 7, 10, 14 */
    {{.timed = true, .days = 15}, false},
    {{.timed = true, .days = -1}, false},
    {{.timed = false, .days = 1}, false},
    {{.timed = true, .initial = 60000, .days = 1}, false},
    {{.timed = true, .increment = 1000, .days = 1}, false},
    {FIVE_ZERO(TIME_ODDS_BLACK, 60000, 0), true},
    {FIVE_ZERO(TIME_ODDS_OPPONENT, 0, 1000), true},
    {FIVE_ZERO(TIME_ODDS_WHITE, 0, 0), false}, /* each side needs some time */
    {FIVE_ZERO(TIME_ODDS_WHITE, 10800001, 0), false},
    {FIVE_ZERO(TIME_ODDS_WHITE, 60000, -1), false},
    {FIVE_ZERO(TIME_ODDS_WHITE, 300000, 0), false}, /* no odds at all */
    {FIVE_ZERO(TIME_ODDS_NONE, 60000, 0), false},
    {FIVE_ZERO((TimeOdds)4, 60000, 0), false},
    {{.timed = true,
      .initial = 1,
      .increment = 1,
      .bonus = BONUS_DELAY,
      .odds = TIME_ODDS_WHITE,
      .odds_initial = 1},
     false}, /* a delay of nothing */
    {{.timed = true, .days = 1, .odds = TIME_ODDS_WHITE, .odds_initial = 1}, false},
    {{.timed = false, .odds = TIME_ODDS_WHITE, .odds_initial = 1}, false},
    {{.timed = true, .initial = 1000, .moves = 40}, true}, /* repeated */
    {{.timed = true, .initial = 1000, .moves = 1}, false},
    {{.timed = true, .initial = 1000, .moves = 2}, true},
    {{.timed = true, .initial = 1000, .moves = 200}, true},
    {{.timed = true, .initial = 1000, .moves = 201}, false},
    {{.timed = true, .initial = 1000, .moves = -1}, false},
    {{.timed = true, .increment = 1000, .moves = 40}, false}, /* nothing to begin a stage with */
    {{.timed = false, .moves = 40}, false},
    {{.timed = true, .days = 1, .moves = 40}, false},
    {{.timed = true, .initial = 1000, .later_count = 1, .later = {{.initial = 1000}}}, false},
    {STAGES(1, {.initial = 1800000, .increment = 30000}), true},
    {STAGES(1, {.initial = 0, .increment = 30000}), true},
    {STAGES(1, {.initial = 10800000, .increment = 180000, .moves = 200}), true},
    {STAGES(1, {0}), false},
    {STAGES(1, {.initial = 10800001}), false},
    {STAGES(1, {.initial = 1000, .increment = 180001}), false},
    {STAGES(1, {.initial = 1000, .moves = 201}), false},
    {STAGES(1, {.initial = 1000, .moves = -1}), false},
    {STAGES(1, {.initial = 1000, .moves = 1}), false},
    {STAGES(1, {.initial = 1000, .moves = 2}), true},
    {STAGES(0, {.initial = 1000}), false}, /* one that does not count */
    {STAGES(2, {.initial = 1000, .moves = 20}, {.initial = 1000}), true},
    {STAGES(2, {.initial = 1000}, {.initial = 1000}), false}, /* after the rest of the game */
    {STAGES(3, {.initial = 1000, .moves = 20}, {.initial = 1000, .moves = 20}), false},
    {STAGES(-1, {0}), false},
    {{.timed = true, .initial = 1000, .moves = 40, .odds = TIME_ODDS_WHITE, .odds_initial = 1},
     false},
    {{.timed = true,
      .initial = 1000,
      .increment = 5000,
      .bonus = BONUS_DELAY,
      .moves = 40,
      .later_count = 1,
      .later = {{.initial = 1000}}},
     false}, /* a delay of nothing */
};

START_TEST(only_what_can_be_played_is_valid)
{
    ck_assert_int_eq(time_control_is_valid(&PLAYABLE[_i].control), PLAYABLE[_i].valid);
}
END_TEST

/* lichess.org: by limit + 40 increments, in seconds; the first-move times are those of its lobby games. */
typedef struct {
    TimeControl control;
    Speed speed;
    int32_t first_move, first_move960;
} Pace;

static const Pace PACES[] = {
    {{.timed = true, .initial = 15000, .increment = 0}, SPEED_ULTRABULLET, 15000, 18750},
    {{.timed = true, .initial = 29999, .increment = 0}, SPEED_ULTRABULLET, 15000, 18750},
    {{.timed = true, .initial = 30000, .increment = 0}, SPEED_BULLET, 20000, 25000},
    {{.timed = true, .initial = 60000, .increment = 2000},
     SPEED_BULLET,
     20000,
     25000}, /* 60 + 80 = 140 s */
    {{.timed = true, .initial = 120000, .increment = 1000}, SPEED_BULLET, 20000, 25000}, /* 160 s */
    {{.timed = true, .initial = 179999, .increment = 0}, SPEED_BULLET, 20000, 25000},
    {{.timed = true, .initial = 180000, .increment = 0}, SPEED_BLITZ, 25000, 31250},
    {{.timed = true, .initial = 0, .increment = 5000}, SPEED_BLITZ, 25000, 31250},      /* 200 s */
    {{.timed = true, .initial = 300000, .increment = 3000}, SPEED_BLITZ, 25000, 31250}, /* 420 s */
    {{.timed = true, .initial = 479999, .increment = 0}, SPEED_BLITZ, 25000, 31250},
    {{.timed = true, .initial = 480000, .increment = 0}, SPEED_RAPID, 30000, 37500},
    {{.timed = true, .initial = 900000, .increment = 10000},
     SPEED_RAPID,
     30000,
     37500}, /* 1300 s */
    {{.timed = true, .initial = 1499999, .increment = 0}, SPEED_RAPID, 30000, 37500},
    {{.timed = true, .initial = 1500000, .increment = 0}, SPEED_CLASSICAL, 35000, 43750},
    {{.timed = true, .initial = 10800000, .increment = 180000}, SPEED_CLASSICAL, 35000, 43750},
    {{.timed = false}, SPEED_CORRESPONDENCE, 0, 0},
    {FIVE_ZERO(TIME_ODDS_BLACK, 58000, 0), SPEED_BULLET, 20000, 25000},      /* the mean is 179 s */
    {FIVE_ZERO(TIME_ODDS_OPPONENT, 20000, 1000), SPEED_BLITZ, 25000, 31250}, /* 180 s */
    {{.timed = true, .days = 1}, SPEED_CORRESPONDENCE, 86400000, 86400000},
    {{.timed = true, .days = 14}, SPEED_CORRESPONDENCE, 1209600000, 1209600000},
};

START_TEST(the_speed_decides_how_long_a_first_move_may_take)
{
    const Pace *pace = &PACES[_i];
    ck_assert_int_eq(time_control_speed(&pace->control), pace->speed);
    ck_assert_int_eq(time_control_first_move(&pace->control, false), pace->first_move);
    ck_assert_int_eq(time_control_first_move(&pace->control, true), pace->first_move960);
}
END_TEST

START_TEST(the_longest_control_is_estimated_without_overflow)
{
    TimeControl longest = {
        .timed = true, .initial = CLOCK_INITIAL_MAX, .increment = CLOCK_INCREMENT_MAX};
    ck_assert_int_eq(time_control_estimate(&longest), 10800000 + 40 * 180000);
    longest = (TimeControl){.timed = true,
                            .initial = INT32_MAX,
                            .increment = INT32_MAX}; /* not valid, but asked before that is known */
    ck_assert_int_eq(time_control_estimate(&longest), INT64_C(41) * INT32_MAX);
}
END_TEST

static Clock clock_of(int32_t initial, int32_t increment)
{
    Clock clock;
    TimeControl control = {.timed = true, .initial = initial, .increment = increment};
    clock_init(&clock, &control);
    return clock;
}

START_TEST(a_new_clock_is_full_and_stopped)
{
    Clock clock = clock_of(60000, 1000);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 99999999), 60000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 99999999), 60000);
    ck_assert_int_eq(clock_flag_at(&clock), INT64_MAX);
}
END_TEST

START_TEST(only_the_side_whose_turn_it_is_loses_time)
{
    Clock clock = clock_of(60000, 1000);
    clock_start(&clock, BLACK, 5000);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 15000), 60000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 15000), 50000);
    ck_assert_int_eq(clock_flag_at(&clock), 65000);
}
END_TEST

START_TEST(no_clock_goes_below_zero_or_back)
{
    Clock clock = clock_of(60000, 0);
    clock_start(&clock, WHITE, 5000);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 4000), 60000);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 64999), 1);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 65000), 0);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, INT64_MAX), 0);
}
END_TEST

START_TEST(a_pending_turn_is_not_charged)
{
    Clock clock = clock_of(60000, 0);
    clock_start(&clock, WHITE, CLOCK_PENDING);
    ck_assert(clock.running);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 1000000), 60000);
    ck_assert_int_eq(clock_flag_at(&clock), INT64_MAX);
    clock_set(&clock, (const int64_t[2]){50000, 60000});
    ck_assert(clock.since == CLOCK_PENDING);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 1000000), 50000);
}
END_TEST

START_TEST(given_time_counts_at_once_and_does_not_restart_the_turn)
{
    Clock clock = clock_of(60000, 0);
    clock_start(&clock, WHITE, 0);
    clock_add(&clock, WHITE, 15000);
    clock_add(&clock, BLACK, 1000);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 2000), 73000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 2000), 61000);
    ck_assert_int_eq(clock_flag_at(&clock), 75000);
}
END_TEST

START_TEST(a_stopped_clock_shows_what_it_was_set_to)
{
    Clock clock = clock_of(60000, 0);
    clock_start(&clock, WHITE, 0);
    clock_set(&clock, (const int64_t[2]){58000, 75000});
    clock_stop(&clock);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 9000), 58000);
    ck_assert_int_eq(clock_elapsed(&clock, 9000), 0);
    ck_assert_int_eq(clock_flag_at(&clock), INT64_MAX);
}
END_TEST

/* From 60 s, with 5 s for each move. Fischer, Bronstein and delay as the US Chess Federation's rule 5F and
 * FIDE's "Guidelines III / C.02 Standards for electronic clocks" have them: Fischer always adds; Bronstein
 * gives back what was used, at most the 5 s; with delay the first 5 s are not counted at all. */
static const struct {
    Bonus bonus;
    int64_t spent;
    int64_t shown; /* after so much has passed */
    int64_t after; /* the move; -1: the flag fell */
} TURNS[] = {
    {BONUS_FISCHER, 2000, 58000, 63000},   {BONUS_FISCHER, 10000, 50000, 55000},
    {BONUS_FISCHER, 59999, 1, 5001},       {BONUS_FISCHER, 60000, 0, -1},
    {BONUS_BRONSTEIN, 0, 60000, 60000},    {BONUS_BRONSTEIN, 2000, 58000, 60000},
    {BONUS_BRONSTEIN, 5000, 55000, 60000}, {BONUS_BRONSTEIN, 10000, 50000, 55000},
    {BONUS_BRONSTEIN, 59999, 1, 5001},     {BONUS_BRONSTEIN, 60000, 0, -1},
    {BONUS_DELAY, 2000, 60000, 60000},     {BONUS_DELAY, 5000, 60000, 60000},
    {BONUS_DELAY, 10000, 55000, 55000},    {BONUS_DELAY, 64999, 1, 1},
    {BONUS_DELAY, 65000, 0, -1},
};

START_TEST(each_kind_of_bonus_counts_as_the_laws_say)
{
    Clock clock;
    TimeControl control = {.timed = true, .initial = 60000, .increment = 5000};
    control.bonus = TURNS[_i].bonus;
    clock_init(&clock, &control);
    clock_start(&clock, BLACK, 1000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 1000 + TURNS[_i].spent), TURNS[_i].shown);
    ck_assert_int_eq(clock_after_move(&clock, TURNS[_i].spent), TURNS[_i].after);
    ck_assert(TURNS[_i].after >= 0 || clock_flag_at(&clock) == 1000 + TURNS[_i].spent);
}
END_TEST

START_TEST(the_rest_of_a_delay_is_known_while_it_lasts)
{
    Clock clock;
    TimeControl control = {
        .timed = true, .initial = 60000, .increment = 5000, .bonus = BONUS_DELAY};
    clock_init(&clock, &control);
    ck_assert_int_eq(clock_delay_left(&clock, 1000), 0); /* the clock is stopped */
    clock_start(&clock, WHITE, 1000);
    ck_assert_int_eq(clock_delay_left(&clock, 1000), 5000);
    ck_assert_int_eq(clock_delay_left(&clock, 5999), 1);
    ck_assert_int_eq(clock_delay_left(&clock, 6000), 0);
}
END_TEST

START_TEST(in_correspondence_each_move_has_all_its_time)
{
    Clock clock;
    TimeControl control = {.timed = true, .days = 3};
    clock_init(&clock, &control);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 0), 259200000);
    clock_start(&clock, WHITE, 0);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 259199999), 1);
    ck_assert_int_eq(clock_after_move(&clock, 259199999), 259200000);
    ck_assert_int_eq(clock_after_move(&clock, 259200000), -1);
    ck_assert_int_eq(clock_flag_at(&clock), 259200000);
}
END_TEST

START_TEST(controls_are_the_same_when_every_part_is)
{
    static const TimeControl DIFFERENT[] = {
        {.timed = false},
        {.timed = true, .initial = 60000},
        {.timed = true, .initial = 60001},
        {.timed = true, .initial = 60000, .increment = 1000},
        {.timed = true, .initial = 60000, .increment = 1000, .bonus = BONUS_DELAY},
        {.timed = true, .days = 1},
        {.timed = true, .days = 2},
        FIVE_ZERO(TIME_ODDS_NONE, 0, 0),
        FIVE_ZERO(TIME_ODDS_WHITE, 60000, 0),
        FIVE_ZERO(TIME_ODDS_BLACK, 60000, 0),
        FIVE_ZERO(TIME_ODDS_BLACK, 60001, 0),
        FIVE_ZERO(TIME_ODDS_BLACK, 60000, 1),
    };
    for (size_t i = 0; i < sizeof DIFFERENT / sizeof *DIFFERENT; i++)
        for (size_t j = 0; j < sizeof DIFFERENT / sizeof *DIFFERENT; j++)
            ck_assert_int_eq(time_control_equal(&DIFFERENT[i], &DIFFERENT[j]), i == j);
}
END_TEST

START_TEST(with_odds_each_side_has_its_own_time)
{
    Clock clock;
    TimeControl control = FIVE_ZERO(TIME_ODDS_BLACK, 60000, 2000);
    clock_init(&clock, &control);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 0), 300000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 0), 60000);
    clock_start(&clock, WHITE, 0);
    ck_assert_int_eq(clock_after_move(&clock, 10000), 290000);
    ck_assert_int_eq(clock_flag_at(&clock), 300000);
    clock_start(&clock, BLACK, 0);
    ck_assert_int_eq(clock_after_move(&clock, 10000), 52000);
    ck_assert_int_eq(clock_flag_at(&clock), 60000);
}
END_TEST

START_TEST(with_odds_each_side_has_its_own_delay)
{
    Clock clock;
    TimeControl control = {.timed = true,
                           .initial = 60000,
                           .increment = 5000,
                           .bonus = BONUS_DELAY,
                           .odds = TIME_ODDS_WHITE,
                           .odds_increment = 1000};
    clock_init(&clock, &control);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 0), 3000); /* the least */
    clock_start(&clock, WHITE, 0);
    ck_assert_int_eq(clock_delay_left(&clock, 0), 1000);
    ck_assert_int_eq(clock_flag_at(&clock), 4000);
    clock_start(&clock, BLACK, 0);
    ck_assert_int_eq(clock_delay_left(&clock, 0), 5000);
    ck_assert_int_eq(clock_flag_at(&clock), 65000);
}
END_TEST

START_TEST(odds_stay_with_a_person_whatever_their_colour)
{
    TimeControl asked = FIVE_ZERO(TIME_ODDS_OPPONENT, 60000, 0);
    TimeControl seated = time_control_seated(&asked, WHITE);
    ck_assert_int_eq(time_control_of(&seated, WHITE).initial, 300000);
    ck_assert_int_eq(time_control_of(&seated, BLACK).initial, 60000);
    ck_assert_int_eq(time_control_of(&seated, BLACK).odds, TIME_ODDS_NONE);
    TimeControl turned = time_control_turned(&seated), other = time_control_seated(&asked, BLACK);
    ck_assert(time_control_equal(&turned, &other));
    turned = time_control_turned(&turned);
    ck_assert(time_control_equal(&turned, &seated));
    TimeControl even = FIVE_ZERO(TIME_ODDS_NONE, 0, 0);
    turned = time_control_turned(&even), other = time_control_seated(&even, BLACK);
    ck_assert(time_control_equal(&turned, &even) && time_control_equal(&other, &even));
    other = time_control_with_odds(&even, TIME_ODDS_WHITE, 300000, 0);
    ck_assert(time_control_equal(&other, &even)); /* the same is no odds */
}
END_TEST

START_TEST(without_a_control_no_clock_ever_runs)
{
    Clock clock;
    TimeControl none = {.timed = false};
    clock_init(&clock, &none);
    clock_start(&clock, WHITE, 0);
    ck_assert(!clock.running);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 5000), 0);
    ck_assert_int_eq(clock_flag_at(&clock), INT64_MAX);
}
END_TEST

/* scalachess: a limit of 0 begins with the increment, but with 3 s at least. */
static const int32_t BEGINNINGS[][2] = {{1, 3000}, {3000, 3000}, {3001, 3001}, {180000, 180000}};

START_TEST(a_control_of_increments_alone_starts_with_one)
{
    Clock clock = clock_of(0, BEGINNINGS[_i][0]);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 0), BEGINNINGS[_i][1]);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 0), BEGINNINGS[_i][1]);
}
END_TEST

/* FIDE's recommended control, "40 moves in 90 minutes, then 30, with 30 seconds a move". */
static const TimeControl FIDE = STAGES(1, {.initial = 1800000, .increment = 30000});
/* "The Match": 40 moves in two hours, 20 in an hour, then 15 minutes with an increment only there. */
static const TimeControl MATCH = {
    .timed = true,
    .initial = 7200000,
    .moves = 40,
    .later_count = 2,
    .later = {{.initial = 3600000, .moves = 20}, {.initial = 900000, .increment = 30000}}};
/* Forty moves in two hours and a half, again and again (PGN 9.6.1: "40/9000"). */
static const TimeControl AGAIN = {.timed = true, .initial = 9000000, .moves = 40};

/* Plays a move of white that takes so long, and then one of black that takes nothing; what white has then. */
static int64_t play_both(Clock *clock, uint32_t number, int64_t spent)
{
    int64_t left[2];
    clock_start(clock, WHITE, 0);
    left[WHITE] = clock_after_move(clock, spent);
    left[BLACK] = clock->remaining[BLACK];
    if (left[WHITE] < 0)
        return -1;
    clock_set(clock, left);
    clock_count(clock, (uint32_t[2]){number, number - 1});
    clock_start(clock, BLACK, 0);
    left[BLACK] = clock_after_move(clock, 0);
    clock_set(clock, left);
    clock_count(clock, (uint32_t[2]){number, number});
    return left[WHITE];
}

START_TEST(a_stage_brings_its_time_with_the_last_move_of_the_one_before)
{
    Clock clock;
    clock_init(&clock, &MATCH);
    for (uint32_t move = 1; move < 40; move++)
        ck_assert_int_eq(play_both(&clock, move, 180000), 7200000 - 180000 * (int64_t)move);
    ck_assert_int_eq(play_both(&clock, 40, 179999), 1 + 3600000); /* 180,000 were left */
    ck_assert_int_eq(clock.remaining[BLACK], 7200000 + 3600000);
    for (uint32_t move = 41; move < 60; move++)
        ck_assert_int_eq(play_both(&clock, move, 1000), 3600001 - 1000 * ((int64_t)move - 40));
    /* The sixtieth move still has no increment; the next one has. */
    ck_assert_int_eq(play_both(&clock, 60, 1000), 3580001 + 900000);
    ck_assert_int_eq(play_both(&clock, 61, 1000), 4480001 - 1000 + 30000);
    ck_assert_int_eq(play_both(&clock, 62, 4509001), -1); /* the flag falls as ever */
}
END_TEST

START_TEST(the_flag_falls_on_the_last_move_of_a_stage_as_on_any_other)
{
    Clock clock;
    clock_init(&clock, &FIDE);
    clock_count(&clock, (uint32_t[2]){39, 39});
    clock_set(&clock, (int64_t[2]){5000, 5000});
    clock_start(&clock, WHITE, 1000);
    ck_assert_int_eq(clock_flag_at(&clock), 6000); /* what the stage would bring is no help */
    ck_assert_int_eq(clock_after_move(&clock, 5000), -1);
    ck_assert_int_eq(clock_after_move(&clock, 4999), 1 + 30000 + 1800000);
}
END_TEST

START_TEST(the_last_stage_is_repeated_when_it_has_moves)
{
    Clock clock;
    clock_init(&clock, &AGAIN);
    for (uint32_t move = 1; move <= 200; move++)
        ck_assert_int_eq(play_both(&clock, move, 1000),
                         9000000 * (1 + (int64_t)move / 40) - 1000 * (int64_t)move);
}
END_TEST

START_TEST(a_takeback_brings_the_time_of_no_stage_twice)
{
    Clock clock;
    clock_init(&clock, &FIDE);
    clock_count(&clock, (uint32_t[2]){39, 39});
    clock_set(&clock, (int64_t[2]){60000, 60000});
    ck_assert_int_eq(play_both(&clock, 40, 10000), 50000 + 30000 + 1800000);
    clock_count(&clock, (uint32_t[2]){39, 39});
    ck_assert_int_eq(play_both(&clock, 40, 10000), 1880000 - 10000 + 30000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 0), 60000 + 2 * 30000 + 1800000);
}
END_TEST

START_TEST(a_player_knows_how_many_moves_a_stage_still_has)
{
    ck_assert_uint_eq(time_control_moves_left(&FIDE, 0), 40);
    ck_assert_uint_eq(time_control_moves_left(&FIDE, 39), 1);
    ck_assert_uint_eq(time_control_moves_left(&FIDE, 40), 0);
    ck_assert_uint_eq(time_control_moves_left(&FIDE, 400), 0);
    ck_assert_uint_eq(time_control_moves_left(&MATCH, 40), 20);
    ck_assert_uint_eq(time_control_moves_left(&MATCH, 59), 1);
    ck_assert_uint_eq(time_control_moves_left(&MATCH, 60), 0);
    ck_assert_uint_eq(time_control_moves_left(&AGAIN, 40), 40);
    ck_assert_uint_eq(time_control_moves_left(&AGAIN, 119), 1);
    TimeControl bare = {.timed = true, .initial = 1};
    ck_assert_uint_eq(time_control_moves_left(&bare, 7), 0);
    ck_assert_int_eq(time_control_stage(&MATCH, 59).increment, 0);
    ck_assert_int_eq(time_control_stage(&MATCH, 60).increment, 30000);
    ck_assert_int_eq(time_control_stage(&bare, 60).initial, 1);
}
END_TEST

START_TEST(the_kind_of_chess_follows_from_the_time_for_sixty_moves)
{
    /* FIDE's Laws of 2023, A.1 and B.1: time plus sixty increments; what comes after the sixtieth move is too late. */
    ck_assert_int_eq(time_control_estimate(&FIDE), 5400000 + 1800000 + 60 * 30000);
    ck_assert_int_eq(time_control_estimate(&MATCH), 7200000 + 3600000);
    ck_assert_int_eq(time_control_estimate(&AGAIN), 2 * 9000000);
    TimeControl quick = {.timed = true, .initial = 60000, .moves = 10};
    ck_assert_int_eq(time_control_estimate(&quick), 6 * 60000);
    ck_assert_int_eq(time_control_speed(&quick), SPEED_BLITZ);
    ck_assert_int_eq(time_control_speed(&FIDE), SPEED_CLASSICAL);
}
END_TEST

START_TEST(a_clock_never_has_more_than_fits_into_32_bits)
{
    TimeControl most = {.timed = true, .initial = CLOCK_INITIAL_MAX, .moves = 2};
    Clock clock;
    clock_init(&clock, &most);
    for (uint32_t move = 1; move < 500; move++)
        ck_assert_int_le(play_both(&clock, move, 0), CLOCK_MOST);
    ck_assert_int_eq(play_both(&clock, 500, 0), CLOCK_MOST);
}
END_TEST

START_TEST(controls_differ_when_their_stages_do)
{
    TimeControl other = FIDE;
    ck_assert(time_control_equal(&FIDE, &other));
    other.moves = 30;
    ck_assert(!time_control_equal(&FIDE, &other));
    other = FIDE;
    other.later[0].increment = 0;
    ck_assert(!time_control_equal(&FIDE, &other));
    other = FIDE;
    other.later[0].initial++;
    ck_assert(!time_control_equal(&FIDE, &other));
    other = FIDE;
    other.later[0].moves = 7;
    ck_assert(!time_control_equal(&FIDE, &other));
    other = FIDE;
    other.later_count = 0;
    ck_assert(!time_control_equal(&FIDE, &other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clock");
    TCase *tests = tcase_create("clock");
    tcase_add_loop_test(tests, only_what_can_be_played_is_valid, 0,
                        sizeof PLAYABLE / sizeof *PLAYABLE);
    tcase_add_loop_test(tests, the_speed_decides_how_long_a_first_move_may_take, 0,
                        sizeof PACES / sizeof *PACES);
    tcase_add_test(tests, the_longest_control_is_estimated_without_overflow);
    tcase_add_test(tests, a_new_clock_is_full_and_stopped);
    tcase_add_test(tests, only_the_side_whose_turn_it_is_loses_time);
    tcase_add_test(tests, no_clock_goes_below_zero_or_back);
    tcase_add_test(tests, a_pending_turn_is_not_charged);
    tcase_add_test(tests, given_time_counts_at_once_and_does_not_restart_the_turn);
    tcase_add_test(tests, a_stopped_clock_shows_what_it_was_set_to);
    tcase_add_loop_test(tests, each_kind_of_bonus_counts_as_the_laws_say, 0,
                        sizeof TURNS / sizeof *TURNS);
    tcase_add_test(tests, the_rest_of_a_delay_is_known_while_it_lasts);
    tcase_add_test(tests, in_correspondence_each_move_has_all_its_time);
    tcase_add_test(tests, controls_are_the_same_when_every_part_is);
    tcase_add_test(tests, with_odds_each_side_has_its_own_time);
    tcase_add_test(tests, with_odds_each_side_has_its_own_delay);
    tcase_add_test(tests, odds_stay_with_a_person_whatever_their_colour);
    tcase_add_test(tests, without_a_control_no_clock_ever_runs);
    tcase_add_loop_test(tests, a_control_of_increments_alone_starts_with_one, 0,
                        sizeof BEGINNINGS / sizeof *BEGINNINGS);
    tcase_add_test(tests, a_stage_brings_its_time_with_the_last_move_of_the_one_before);
    tcase_add_test(tests, the_flag_falls_on_the_last_move_of_a_stage_as_on_any_other);
    tcase_add_test(tests, the_last_stage_is_repeated_when_it_has_moves);
    tcase_add_test(tests, a_takeback_brings_the_time_of_no_stage_twice);
    tcase_add_test(tests, a_player_knows_how_many_moves_a_stage_still_has);
    tcase_add_test(tests, the_kind_of_chess_follows_from_the_time_for_sixty_moves);
    tcase_add_test(tests, a_clock_never_has_more_than_fits_into_32_bits);
    tcase_add_test(tests, controls_differ_when_their_stages_do);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
