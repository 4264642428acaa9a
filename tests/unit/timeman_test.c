#include "timeman.h"

#include "chess_rig.h"

static EngineInfo info_with(unsigned share, unsigned steady, int score)
{
    return (EngineInfo){.choices = 30, .best_share = share, .steady = steady, .score = score};
}

START_TEST(the_hard_limit_leaves_the_overhead_on_every_clock)
{
    static const int64_t clocks[] = {1, 5, 19, 20, 21, 50, 100, 1000, 60000, 10800000};
    static const int64_t increments[] = {0, 10, 100, 1000, 180000};
    static const int togo[] = {0, 1, 2, 10, 40, 100};
    for (size_t i = 0; i < COUNT(clocks); i++) {
        for (size_t j = 0; j < COUNT(increments); j++) {
            for (size_t k = 0; k < COUNT(togo); k++) {
                TimemanClock clock = {clocks[i], increments[j], togo[k], TIMEMAN_OVERHEAD};
                Timeman timeman;
                timeman_start(&timeman, &clock);
                ck_assert_int_ge(timeman.soft, 1);
                ck_assert_int_le(timeman.soft, timeman.hard);
                if (clocks[i] > TIMEMAN_OVERHEAD)
                    ck_assert_int_le(timeman.hard, clocks[i] - TIMEMAN_OVERHEAD);
                else
                    ck_assert_int_eq(timeman.hard, 1);
            }
        }
    }
}
END_TEST

/* The worst case: each move takes its hard limit, and the connection to the engine takes 'lag' of its
 * overhead. */
static int64_t play_out(int64_t base, int64_t increment, int period, int moves, int64_t lag)
{
    int64_t left = base, least = base;
    for (int move = 0; move < moves; move++) {
        int togo = period ? period - move % period : 0;
        Timeman timeman;
        timeman_start(&timeman, &(TimemanClock){left, increment, togo, TIMEMAN_OVERHEAD});
        left -= timeman.hard + lag;
        least = left < least ? left : least;
        left += increment;
        if (period && togo == 1)
            left += base;
    }
    return least;
}

START_TEST(no_flag_falls_when_every_move_takes_its_hard_limit)
{
    ck_assert_int_ge(play_out(1000, 10, 0, 300, 5), 0);
    ck_assert_int_ge(play_out(2000, 100, 0, 300, TIMEMAN_OVERHEAD), 0);
    ck_assert_int_ge(play_out(60000, 0, 40, 200, TIMEMAN_OVERHEAD), 0);
    ck_assert_int_ge(play_out(5000, 0, 5, 200, TIMEMAN_OVERHEAD), 0);
}
END_TEST

START_TEST(a_long_game_is_not_played_away_in_its_opening)
{
    Timeman timeman;
    timeman_start(&timeman, &(TimemanClock){300000, 0, 0, TIMEMAN_OVERHEAD});
    ck_assert_int_gt(timeman.soft, 3000);
    ck_assert_int_lt(timeman.soft, 20000);
    ck_assert_int_lt(timeman.hard, 110000);
}
END_TEST

START_TEST(a_stable_best_move_is_played_sooner_than_a_doubtful_one)
{
    Timeman clear, doubtful;
    TimemanClock clock = {60000, 0, 0, 0};
    timeman_start(&clear, &clock);
    doubtful = clear;
    EngineInfo steady = info_with(900, 8, 20), changing = info_with(200, 0, 20);
    int64_t elapsed = clear.soft;
    ck_assert(timeman_is_enough(&clear, &steady, elapsed));
    ck_assert(!timeman_is_enough(&doubtful, &changing, elapsed));
}
END_TEST

START_TEST(a_falling_score_is_given_more_time)
{
    Timeman even, falling;
    EngineInfo before = info_with(600, 3, 50), same = info_with(600, 3, 50),
               lower = info_with(600, 3, -50);
    int64_t at = 0;
    timeman_start(&even, &(TimemanClock){60000, 0, 0, 0});
    falling = even;
    timeman_is_enough(&even, &before, 1);
    timeman_is_enough(&falling, &before, 1);
    for (at = 1; at < even.hard; at++) {
        Timeman now = even;
        if (timeman_is_enough(&now, &same, at))
            break;
    }
    ck_assert_int_lt(at, even.hard);
    ck_assert(!timeman_is_enough(&falling, &lower, at));
}
END_TEST

START_TEST(the_only_move_is_played_at_once)
{
    Timeman timeman;
    EngineInfo info = {.choices = 1};
    timeman_start(&timeman, &(TimemanClock){60000, 0, 0, 0});
    ck_assert(timeman_is_enough(&timeman, &info, 1));
}
END_TEST

START_TEST(a_negative_clock_still_gives_a_move)
{
    Timeman timeman;
    timeman_start(&timeman, &(TimemanClock){-500, -10, 0, 20});
    ck_assert_int_eq(timeman.hard, 1);
    ck_assert_int_eq(timeman.soft, 1);
}
END_TEST

/* 1 s + 0.01 s for 200 moves, each thought over to the soft limit: what is left must outlast a delay of a busy
 * machine, ten times the overhead. */
START_TEST(a_small_increment_does_not_run_the_clock_down)
{
    TimemanClock clock = {.remaining = 1000, .increment = 10, .overhead = TIMEMAN_OVERHEAD};
    for (int move = 0; move < 200; move++) {
        Timeman timeman;
        timeman_start(&timeman, &clock);
        clock.remaining -= timeman.soft;
        ck_assert_int_ge(clock.remaining, 10 * TIMEMAN_OVERHEAD);
        clock.remaining += clock.increment;
    }
}
END_TEST

/* 2 s + 0.1 s for 70 moves, each thought over to the soft limit: about as much is left as with Weiss, half a second. */
START_TEST(an_increment_is_spent)
{
    TimemanClock clock = {.remaining = 2000, .increment = 100, .overhead = TIMEMAN_OVERHEAD};
    for (int move = 0; move < 70; move++) {
        Timeman timeman;
        timeman_start(&timeman, &clock);
        clock.remaining += clock.increment - timeman.soft;
    }
    ck_assert_int_le(clock.remaining, 600);
    ck_assert_int_ge(clock.remaining, 400);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        a_small_increment_does_not_run_the_clock_down,
        an_increment_is_spent,
        the_hard_limit_leaves_the_overhead_on_every_clock,
        no_flag_falls_when_every_move_takes_its_hard_limit,
        a_long_game_is_not_played_away_in_its_opening,
        a_stable_best_move_is_played_sooner_than_a_doubtful_one,
        a_falling_score_is_given_more_time,
        the_only_move_is_played_at_once,
        a_negative_clock_still_gives_a_move,
    };
    return run_tests("pacing", tests, COUNT(tests));
}
