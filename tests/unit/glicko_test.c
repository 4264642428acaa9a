#include "glicko.h"

#include "check_rig.h"

#include <stdlib.h>

/* Glickman's worked example (glicko2.pdf): its player, its three games, its answer. */
START_TEST(glickmans_example_comes_out)
{
    Glicko player = {1500, 200, 0.06};
    GlickoGame games[] = {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    Glicko after = glicko_play(&player, games, 3, 0.5, 1);
    ck_assert_double_eq_tol(after.rating, 1464.06, 0.011);
    ck_assert_double_eq_tol(after.deviation, 151.52, 0.005);
    ck_assert_double_eq_tol(after.volatility, 0.05999, 0.00001);
}
END_TEST

/* Results of another program: lichess's own tests of its rating calculator (tau 0.75, one game per period,
 * no growth), White's score, both players before and after. */
START_TEST(lichess_answers_the_same)
{
    static const struct {
        Glicko white, black;
        double score;
        double rating[2], deviation[2], within;
    } CASES[] = {
        {{1500, 500, 0.09}, {1500, 500, 0.09}, 1, {1741, 1258}, {396, 396}, 1},
        {{1500, 500, 0.09}, {1500, 500, 0.09}, 0, {1258, 1741}, {396, 396}, 1},
        {{1500, 500, 0.09}, {1500, 500, 0.09}, 0.5, {1500, 1500}, {396, 396}, 1},
        {{1500, 80, 0.06}, {1500, 80, 0.06}, 1, {1517, 1482}, {78, 78}, 1},
        {{1400, 79, 0.06}, {1550, 110, 0.065}, 1, {1422, 1506}, {77, 105}, 1},
        {{1400, 79, 0.06}, {1550, 110, 0.065}, 0, {1389, 1568}, {78, 105}, 1},
        {{1400, 79, 0.06}, {1550, 110, 0.065}, 0.5, {1406, 1537}, {78, 105.87}, 1},
        {{1200, 60, 0.053}, {1850, 200, 0.062}, 1, {1216.7, 1636}, {59.9, 196.9}, 0.1},
        {{1200, 60, 0.053}, {1850, 200, 0.062}, 0, {1199.3, 1855.4}, {59.9, 196.9}, 0.1},
        {{1200, 60, 0.053}, {1850, 200, 0.062}, 0.5, {1208, 1745.7}, {59.9, 196.9}, 0.1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        GlickoGame game[2] = {{CASES[i].black, CASES[i].score},
                              {CASES[i].white, 1 - CASES[i].score}};
        Glicko after[2] = {glicko_play(&CASES[i].white, &game[0], 1, 0.75, 0),
                           glicko_play(&CASES[i].black, &game[1], 1, 0.75, 0)};
        for (int side = 0; side < 2; side++) {
            ck_assert_double_eq_tol(after[side].rating, CASES[i].rating[side], CASES[i].within);
            ck_assert_double_eq_tol(after[side].deviation, CASES[i].deviation[side],
                                    CASES[i].within);
        }
    }
}
END_TEST

/* The volatilities that the same tests expect to the sixth decimal. */
START_TEST(lichess_has_the_same_volatility)
{
    Glicko low = {1200, 60, 0.053}, high = {1850, 200, 0.062}, new = {1500, 500, 0.09};
    GlickoGame won = {high, 1}, lost = {low, 0}, first = {new, 1};
    ck_assert_double_eq_tol(glicko_play(&low, &won, 1, 0.75, 0).volatility, 0.053013, 0.000001);
    ck_assert_double_eq_tol(glicko_play(&high, &lost, 1, 0.75, 0).volatility, 0.062028, 0.000001);
    ck_assert_double_eq_tol(glicko_play(&new, &first, 1, 0.75, 0).volatility, 0.0899983, 0.0000001);
}
END_TEST

START_TEST(the_expected_score_is_that_of_elo_when_both_are_certain)
{
    /* Elo's table: 200 points are 0.76, 400 are 0.909. */
    Glicko low = {1500, 0, 0.06}, middle = {1700, 0, 0.06}, high = {1900, 0, 0.06};
    ck_assert_double_eq_tol(glicko_expected(&middle, &low), 0.76, 0.001);
    ck_assert_double_eq_tol(glicko_expected(&low, &high), 1 - 0.909, 0.001);
    ck_assert_double_eq_tol(glicko_expected(&low, &low), 0.5, 1e-12);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("glicko");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, glickmans_example_comes_out);
    tcase_add_test(tcase, lichess_answers_the_same);
    tcase_add_test(tcase, lichess_has_the_same_volatility);
    tcase_add_test(tcase, the_expected_score_is_that_of_elo_when_both_are_certain);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
