#include "pace.h"

#include "check_rig.h"

#include <stdlib.h>

static TimeControl timed(int32_t initial, int32_t increment)
{
    return (TimeControl){.timed = true, .initial = initial, .increment = increment};
}

START_TEST(it_takes_about_as_long_as_a_person)
{
    /* lichess's figures for 5+0: about 3.3 s, half of it in the opening; 'chance' 500 is the
     * middle of 0.5 to 1.5. */
    TimeControl blitz = timed(300000, 0);
    ck_assert_int_eq(pace_delay(&blitz, 20, 300000, 500), 3300);
    ck_assert_int_eq(pace_delay(&blitz, 8, 300000, 500), 1650);
    ck_assert_int_eq(pace_delay(&blitz, 20, 300000, 0), 1650);
    ck_assert_int_eq(pace_delay(&blitz, 20, 300000, 1000), 4950);
    ck_assert_int_eq(pace_delay(&blitz, 120, 300000, 500), 1100);
    ck_assert_int_eq(pace_delay(&blitz, 0, 300000, 500), 2000);
}
END_TEST

START_TEST(it_hurries_when_time_runs_low)
{
    static const int32_t INITIALS[] = {0, 1000, 15000, 60000, 300000, 10800000};
    static const int32_t INCREMENTS[] = {0, 100, 1000, 30000, 180000};
    for (size_t i = 0; i < sizeof INITIALS / sizeof *INITIALS; i++)
        for (size_t k = 0; k < sizeof INCREMENTS / sizeof *INCREMENTS; k++)
            for (int64_t remaining = 1; remaining <= INITIALS[i]; remaining *= 3)
                for (uint32_t plies = 2; plies < 200; plies += 33) {
                    TimeControl control = timed(INITIALS[i], INCREMENTS[k]);
                    int64_t delay = pace_delay(&control, plies, remaining, 1000);
                    int64_t think = pace_think_max(&control, plies / 2, remaining);
                    ck_assert_int_le(delay, 7500);
                    ck_assert_int_le(delay, remaining * 165 / 10000);
                    ck_assert_int_le(think, 5000);
                    ck_assert(think <= remaining / 4 || think == 20);
                }
}
END_TEST

START_TEST(it_shares_its_time_out_among_the_moves_of_a_stage)
{
    TimeControl stages = timed(60000, 0);
    stages.moves = 40;
    stages.later_count = 1;
    stages.later[0] = (ClockStage){.initial = 60000, .increment = 1000};
    ck_assert(time_control_is_valid(&stages));
    ck_assert_int_eq(pace_think_max(&stages, 0, 40000), 2000);
    ck_assert_int_eq(pace_think_max(&stages, 20, 40000), 2000);
    ck_assert_int_eq(pace_think_max(&stages, 31, 10000), 1000); /* nine moves, and one to be safe */
    ck_assert_int_eq(pace_think_max(&stages, 39, 8000),
                     2000); /* the last: never more than a quarter */
    ck_assert_int_eq(pace_think_max(&stages, 40, 40000),
                     2500); /* the rest of the game, 1 s a move */
}
END_TEST

START_TEST(without_a_clock_it_takes_about_a_second)
{
    TimeControl untimed = {0};
    ck_assert_int_eq(pace_delay(&untimed, 30, 0, 500), 1000);
    ck_assert_int_eq(pace_think_max(&untimed, 15, 0), 5000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pace");
    TCase *tcase = tcase_create("pace");
    tcase_add_test(tcase, it_takes_about_as_long_as_a_person);
    tcase_add_test(tcase, it_hurries_when_time_runs_low);
    tcase_add_test(tcase, it_shares_its_time_out_among_the_moves_of_a_stage);
    tcase_add_test(tcase, without_a_clock_it_takes_about_a_second);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
