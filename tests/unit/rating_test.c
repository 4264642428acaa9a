/* Expected values: lichess's constants, and lichess's tests of its rating calculator. */
#include "rating.h"

#include "check_rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int64_t NOW = INT64_C(1793000000000), DAY = INT64_C(24) * 60 * 60 * 1000;

static Rating rating(int32_t points, int32_t deviation, int32_t millionths)
{
    return (Rating){points * 100, deviation * 100, millionths, 30, NOW};
}

START_TEST(categories_follow_speed_and_variant)
{
    static const struct {
        TimeControl control;
        Variant variant;
        const char *word;
    } CASES[] = {
        {{.timed = true, .initial = 15000}, VARIANT_STANDARD, "ultraBullet"},
        {{.timed = true, .initial = 60000}, VARIANT_STANDARD, "bullet"},
        {{.timed = true, .initial = 120000, .increment = 1000}, VARIANT_STANDARD, "bullet"},
        {{.timed = true, .initial = 180000}, VARIANT_STANDARD, "blitz"},
        {{.timed = true, .initial = 300000, .increment = 3000}, VARIANT_STANDARD, "blitz"},
        {{.timed = true, .initial = 600000}, VARIANT_STANDARD, "rapid"},
        {{.timed = true, .initial = 1800000}, VARIANT_STANDARD, "classical"},
        {{.timed = false}, VARIANT_STANDARD, "correspondence"},
        {{.timed = true, .initial = 60000}, VARIANT_CHESS960, "chess960"},
    };
    Category parsed;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Category category = category_of(&CASES[i].control, CASES[i].variant);
        ck_assert_str_eq(category_word(category), CASES[i].word);
        ck_assert(category_parse(CASES[i].word, &parsed) && parsed == category);
    }
    ck_assert_int_eq(category_of(&CASES[0].control, VARIANT_FROM_POSITION), CATEGORY_COUNT);
    ck_assert(!category_parse("Blitz", &parsed) && !category_parse("", &parsed));
}
END_TEST

START_TEST(a_newcomer_starts_as_on_lichess)
{
    Rating new = rating_new();
    ck_assert_int_eq(rating_points(&new), 1500);
    ck_assert_int_eq(new.deviation, 50000);
    ck_assert_int_eq(new.volatility, 90000);
    ck_assert(rating_is_provisional(&new, NOW) && rating_is_valid(&new));
    ck_assert(!rating_is_ranked(&new, CATEGORY_BLITZ, NOW));
}
END_TEST

/* Gains are multiplied by 1.015 in rapid, by 1.005 in blitz, by 1 in chess960 (the regulator). */
START_TEST(a_first_game_changes_both_as_on_lichess)
{
    static const struct {
        Category category;
        double gain;
    } CASES[] = {{CATEGORY_CHESS960, 1}, {CATEGORY_BLITZ, 1.005}, {CATEGORY_RAPID, 1.015}};
    for (int i = 0; i < 3; i++) {
        Rating winner = rating_new(), loser = rating_new();
        rating_play(&winner, &loser, 1, CASES[i].category, NOW);
        ck_assert_double_eq_tol(rating_points(&winner), 1500 + 241.5 * CASES[i].gain, 1.1);
        ck_assert_double_eq_tol(rating_points(&loser), 1258.5, 1.1);
        ck_assert_double_eq_tol(winner.deviation / 100.0, 396.5, 1);
        ck_assert_int_eq(winner.games, 1);
        ck_assert_int_eq(winner.at, NOW);
    }
}
END_TEST

START_TEST(the_second_players_game_is_the_first_ones_reversed)
{
    Rating a = rating(1400, 79, 60000), b = rating(1550, 110, 65000), c = b, d = a;
    rating_play(&a, &b, 0.5, CATEGORY_BULLET, NOW);
    rating_play(&c, &d, 0.5, CATEGORY_BULLET, NOW);
    ck_assert_mem_eq(&a, &d, sizeof a);
    ck_assert_mem_eq(&b, &c, sizeof b);
    ck_assert_double_eq_tol(b.rating / 100.0, 1537,
                            1); /* lichess's test; losses are not multiplied */
}
END_TEST

START_TEST(a_deviation_grows_from_60_to_110_in_a_year)
{
    Rating idle = rating(1500, 60, 60000); /* lichess's usual volatility */
    ck_assert_double_eq_tol(rating_deviation(&idle, NOW + 365 * DAY) / 100.0, 110, 1);
    ck_assert_int_eq(rating_deviation(&idle, NOW), 6000);
    ck_assert_int_gt(rating_deviation(&idle, NOW + DAY / 2),
                     6000); /* fractions of a period count */
    ck_assert_int_lt(rating_deviation(&idle, NOW + DAY / 2), rating_deviation(&idle, NOW + DAY));
    ck_assert_int_eq(rating_deviation(&idle, NOW - DAY), 6000); /* a wall clock that was set back */
    ck_assert_int_eq(rating_deviation(&idle, NOW + 40000 * DAY), 50000);
}
END_TEST

START_TEST(time_alone_makes_a_rating_provisional_and_unranked)
{
    Rating idle = rating(1500, 60, 60000);
    ck_assert(!rating_is_provisional(&idle, NOW));
    ck_assert(rating_is_ranked(&idle, CATEGORY_BLITZ, NOW));
    ck_assert(!rating_is_ranked(&idle, CATEGORY_BLITZ, NOW + 365 * DAY));
    ck_assert(rating_is_provisional(&idle, NOW + 370 * DAY));
    ck_assert(!rating_is_provisional(&idle, NOW + 340 * DAY));
}
END_TEST

START_TEST(thresholds_hold_at_their_edges)
{
    static const struct {
        int32_t deviation; /* hundredths */
        bool provisional, ranked, ranked_variant;
    } CASES[] = {{6500, false, true, true},    {6501, false, true, false},
                 {7500, false, true, false},   {7501, false, false, false},
                 {10999, false, false, false}, {11000, true, false, false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Rating at = rating(1500, 0, 60000);
        at.deviation = CASES[i].deviation;
        ck_assert_int_eq(rating_is_provisional(&at, NOW), CASES[i].provisional);
        ck_assert_int_eq(rating_is_ranked(&at, CATEGORY_RAPID, NOW), CASES[i].ranked);
        ck_assert_int_eq(rating_is_ranked(&at, CATEGORY_CHESS960, NOW), CASES[i].ranked_variant);
    }
}
END_TEST

START_TEST(no_game_leaves_the_bounds)
{
    static const int32_t POINTS[] = {400, 405, 1500, 3990, 4000};
    static const int32_t DEVIATIONS[] = {45, 110, 500};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            for (int d = 0; d < 9; d++)
                for (int score = 0; score <= 2; score++) {
                    Rating one = rating(POINTS[i], DEVIATIONS[d % 3], 100000);
                    Rating other = rating(POINTS[k], DEVIATIONS[d / 3], 1), before = one;
                    rating_play(&one, &other, score / 2.0, CATEGORY_BULLET, NOW + d * DAY);
                    ck_assert(rating_is_valid(&one) && rating_is_valid(&other));
                    ck_assert_int_le(abs(one.rating - before.rating), 70000);
                    ck_assert(score != 2 || one.rating >= before.rating);
                    ck_assert(score != 0 || one.rating <= before.rating);
                }
}
END_TEST

START_TEST(a_change_is_at_most_700)
{
    Rating new = rating_new(), master = rating(3500, 45, 60000);
    rating_play(&new, &master, 1, CATEGORY_BLITZ, NOW);
    ck_assert_int_eq(new.rating, 150000 + 70000);
    new = rating_new();
    Rating beginner = rating(400, 45, 60000);
    rating_play(&new, &beginner, 0, CATEGORY_BLITZ, NOW);
    ck_assert_int_eq(new.rating, 150000 - 70000);
}
END_TEST

START_TEST(half_a_change_is_half_of_every_part)
{
    Rating before = rating(1500, 300, 60000), after = {161000, 26000, 60010, 31, NOW + 1};
    rating_halve(&after, &before);
    ck_assert_int_eq(after.rating, 155500);
    ck_assert_int_eq(after.deviation, 28000);
    ck_assert_int_eq(after.volatility, 60005);
    ck_assert_int_eq(after.games, 31);
    ck_assert(rating_is_valid(&after));
}
END_TEST

START_TEST(reverting_the_newest_result_leaves_no_trace)
{
    Rating one = rating(1612, 70, 61000), other = rating(1490, 90, 59000);
    Rating before[2] = {one, other};
    rating_play(&one, &other, 1, CATEGORY_BLITZ, NOW + DAY);
    Rating after = one;
    rating_take_back(&one, &before[0], &after);
    ck_assert_mem_eq(&one, &before[0], sizeof one);
}
END_TEST

START_TEST(reverting_an_older_result_takes_its_points)
{
    Rating one = rating(1612, 70, 61000), other = rating(1490, 90, 59000), before = one;
    rating_play(&one, &other, 1, CATEGORY_BLITZ, NOW + DAY);
    Rating after = one;
    rating_play(&one, &other, 0, CATEGORY_BLITZ, NOW + 2 * DAY);
    Rating now = one;
    rating_take_back(&one, &before, &after);
    ck_assert_int_eq(one.rating, now.rating - (after.rating - before.rating));
    ck_assert_int_eq(one.games, now.games - 1);
    ck_assert_int_eq(one.deviation, now.deviation);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rating");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, categories_follow_speed_and_variant);
    tcase_add_test(tcase, a_newcomer_starts_as_on_lichess);
    tcase_add_test(tcase, a_first_game_changes_both_as_on_lichess);
    tcase_add_test(tcase, the_second_players_game_is_the_first_ones_reversed);
    tcase_add_test(tcase, a_deviation_grows_from_60_to_110_in_a_year);
    tcase_add_test(tcase, time_alone_makes_a_rating_provisional_and_unranked);
    tcase_add_test(tcase, thresholds_hold_at_their_edges);
    tcase_add_test(tcase, no_game_leaves_the_bounds);
    tcase_add_test(tcase, a_change_is_at_most_700);
    tcase_add_test(tcase, half_a_change_is_half_of_every_part);
    tcase_add_test(tcase, reverting_the_newest_result_leaves_no_trace);
    tcase_add_test(tcase, reverting_an_older_result_takes_its_points);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
