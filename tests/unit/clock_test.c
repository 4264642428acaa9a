#include "clock.h"

#include <check.h>
#include <stdlib.h>

typedef struct {
    TimeControl control;
    bool valid;
} Playable;

static const Playable PLAYABLE[] = {
    {{false, 0, 0}, true},
    {{false, 1, 0}, false}, /* no clock, but time on it */
    {{false, 0, 1}, false},
    {{true, 0, 0}, false}, /* lost before the first move */
    {{true, 1, 0}, true},
    {{true, 0, 1}, true},
    {{true, -1, 1000}, false},
    {{true, 1000, -1}, false},
    {{true, 10800000, 180000}, true}, /* three hours, three minutes a move */
    {{true, 10800001, 0}, false},
    {{true, 60000, 180001}, false},
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
    {{true, 15000, 0}, SPEED_ULTRABULLET, 15000, 18750},
    {{true, 29999, 0}, SPEED_ULTRABULLET, 15000, 18750},
    {{true, 30000, 0}, SPEED_BULLET, 20000, 25000},
    {{true, 60000, 2000}, SPEED_BULLET, 20000, 25000},  /* 60 + 80 = 140 s */
    {{true, 120000, 1000}, SPEED_BULLET, 20000, 25000}, /* 160 s */
    {{true, 179999, 0}, SPEED_BULLET, 20000, 25000},
    {{true, 180000, 0}, SPEED_BLITZ, 25000, 31250},
    {{true, 0, 5000}, SPEED_BLITZ, 25000, 31250},      /* 200 s */
    {{true, 300000, 3000}, SPEED_BLITZ, 25000, 31250}, /* 420 s */
    {{true, 479999, 0}, SPEED_BLITZ, 25000, 31250},
    {{true, 480000, 0}, SPEED_RAPID, 30000, 37500},
    {{true, 900000, 10000}, SPEED_RAPID, 30000, 37500}, /* 1300 s */
    {{true, 1499999, 0}, SPEED_RAPID, 30000, 37500},
    {{true, 1500000, 0}, SPEED_CLASSICAL, 35000, 43750},
    {{true, 10800000, 180000}, SPEED_CLASSICAL, 35000, 43750},
    {{false, 0, 0}, SPEED_CORRESPONDENCE, 0, 0},
};

START_TEST(the_speed_decides_how_long_a_first_move_is_waited_for)
{
    const Pace *pace = &PACES[_i];
    ck_assert_int_eq(time_control_speed(&pace->control), pace->speed);
    ck_assert_int_eq(time_control_first_move(&pace->control, false), pace->first_move);
    ck_assert_int_eq(time_control_first_move(&pace->control, true), pace->first_move960);
}
END_TEST

START_TEST(the_longest_control_is_estimated_without_overflow)
{
    TimeControl longest = {true, CLOCK_INITIAL_MAX, CLOCK_INCREMENT_MAX};
    ck_assert_int_eq(time_control_estimate(&longest), 10800000 + 40 * 180000);
    longest =
        (TimeControl){true, INT32_MAX, INT32_MAX}; /* not valid, but asked before that is known */
    ck_assert_int_eq(time_control_estimate(&longest), INT64_C(41) * INT32_MAX);
}
END_TEST

static Clock clock_of(int32_t initial, int32_t increment)
{
    Clock clock;
    TimeControl control = {true, initial, increment};
    clock_init(&clock, &control);
    return clock;
}

START_TEST(a_new_clock_is_full_and_stands)
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

START_TEST(no_clock_goes_below_nothing_or_back)
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
    clock_set(&clock, (const int64_t[2]){50000, 60000}, 1000);
    ck_assert(clock.since == CLOCK_PENDING);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 1000000), 50000);
}
END_TEST

START_TEST(a_clock_that_is_set_goes_on_from_there)
{
    Clock clock = clock_of(60000, 0);
    clock_start(&clock, WHITE, 0);
    clock_set(&clock, (const int64_t[2]){58000, 75000}, 2000);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 3000), 57000);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 3000), 75000);
    ck_assert_int_eq(clock_flag_at(&clock), 60000);
    clock_stop(&clock);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 9000), 58000);
    ck_assert_int_eq(clock_flag_at(&clock), INT64_MAX);
}
END_TEST

START_TEST(without_a_control_no_clock_ever_runs)
{
    Clock clock;
    TimeControl none = {false, 0, 0};
    clock_init(&clock, &none);
    clock_start(&clock, WHITE, 0);
    ck_assert(!clock.running);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 5000), 0);
    ck_assert_int_eq(clock_flag_at(&clock), INT64_MAX);
}
END_TEST

/* scalachess: a limit of 0 begins with the increment, but with 3 s at least. */
static const int32_t BEGINNINGS[][2] = {{1, 3000}, {3000, 3000}, {3001, 3001}, {180000, 180000}};

START_TEST(a_control_of_increments_alone_begins_with_one)
{
    Clock clock = clock_of(0, BEGINNINGS[_i][0]);
    ck_assert_int_eq(clock_remaining(&clock, WHITE, 0), BEGINNINGS[_i][1]);
    ck_assert_int_eq(clock_remaining(&clock, BLACK, 0), BEGINNINGS[_i][1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("clock");
    TCase *tests = tcase_create("clock");
    tcase_add_loop_test(tests, only_what_can_be_played_is_valid, 0,
                        sizeof PLAYABLE / sizeof *PLAYABLE);
    tcase_add_loop_test(tests, the_speed_decides_how_long_a_first_move_is_waited_for, 0,
                        sizeof PACES / sizeof *PACES);
    tcase_add_test(tests, the_longest_control_is_estimated_without_overflow);
    tcase_add_test(tests, a_new_clock_is_full_and_stands);
    tcase_add_test(tests, only_the_side_whose_turn_it_is_loses_time);
    tcase_add_test(tests, no_clock_goes_below_nothing_or_back);
    tcase_add_test(tests, a_pending_turn_is_not_charged);
    tcase_add_test(tests, a_clock_that_is_set_goes_on_from_there);
    tcase_add_test(tests, without_a_control_no_clock_ever_runs);
    tcase_add_loop_test(tests, a_control_of_increments_alone_begins_with_one, 0,
                        sizeof BEGINNINGS / sizeof *BEGINNINGS);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
