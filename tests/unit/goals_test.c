#include "goals.h"

#include "chess_rig.h"

START_TEST(only_quiet_positions_are_learnt_from)
{
    const Position pos = position_from("4k3/3p4/4P3/8/8/8/8/4K3 w - - 0 1"),
                   check = position_from("4k3/8/8/8/8/8/8/r3K3 w - - 0 1");
    const GameRecordMove quiet = {move_of(SQ_E1, SQ_E2, MOVE_NORMAL), 40},
                         capture = {move_of(SQ_E6, SQ_D7, MOVE_NORMAL), 40};
    GameRecordMove mate = quiet;
    ck_assert(goals_is_quiet(&pos, &quiet));
    ck_assert(!goals_is_quiet(&check, &quiet));
    ck_assert(!goals_is_quiet(&pos, &capture));
    mate.score = 31990;
    ck_assert(!goals_is_quiet(&pos, &mate));
    mate.score = -31990;
    ck_assert(!goals_is_quiet(&pos, &mate));
}
END_TEST

START_TEST(a_score_of_one_slope_is_worth_what_the_sigmoid_says)
{
    ck_assert_double_eq(goals_points(0), 0.5);
    ck_assert_double_eq_tol(goals_points(GOALS_SLOPE), 0.731058578630005, 1e-12);
    ck_assert_double_eq_tol(goals_points(-GOALS_SLOPE), 0.268941421369995, 1e-12);
}
END_TEST

/* By hand, with searches that say 0.5, 0.731… and 0.5 and a result of 1:
 * the last 0.75 · 0.5 + 0.25 · 1, the one before 0.75 · 0.731… + 0.25 · 0.625, the first likewise. */
START_TEST(later_searches_count_less_and_the_result_is_behind_them)
{
    static GameRecord record;
    static double points[GAME_RECORD_PLIES_MAX];
    record.plies = 3;
    record.result = 2;
    record.moves[1].score = GOALS_SLOPE;
    goals_look_ahead(&record, 0.25, points);
    ck_assert_double_eq_tol(points[2], 0.625, 1e-12);
    ck_assert_double_eq_tol(points[1], 0.704543933972504, 1e-12);
    ck_assert_double_eq_tol(points[0], 0.551135983493126, 1e-12);
    goals_look_ahead(&record, 1, points);
    ck_assert_double_eq(points[0], 1);
    goals_look_ahead(&record, 0, points);
    ck_assert_double_eq_tol(points[1], 0.731058578630005, 1e-12);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        only_quiet_positions_are_learnt_from,
        a_score_of_one_slope_is_worth_what_the_sigmoid_says,
        later_searches_count_less_and_the_result_is_behind_them,
    };
    return run_tests("goals", tests, COUNT(tests));
}
