#include "tally.h"

#include <math.h>

#include "chess_rig.h"

static void add(Tally *tally, int first, int second, int times)
{
    for (int i = 0; i < times; i++)
        tally_pair(tally, first, second);
}

START_TEST(an_even_match_is_no_elo)
{
    Tally tally = {0};
    add(&tally, 2, 0, 50);
    add(&tally, 1, 1, 50);
    TallyElo elo = tally_elo(&tally);
    ck_assert_int_eq(tally_games(&tally), 200);
    ck_assert(fabs(elo.elo) < 0.1);
    ck_assert(fabs(elo.score - 0.5) < 1e-6);
    /* Every pair came out even: the openings decided, not chance. */
    ck_assert(elo.error < 1);
}
END_TEST

/* 75 % is 190.8 Elo by the logistic scale: 400 log10(3). */
START_TEST(three_quarters_are_191_elo)
{
    Tally tally = {0};
    add(&tally, 2, 1, 300);
    add(&tally, 2, 2, 10);
    add(&tally, 1, 1, 10);
    TallyElo elo = tally_elo(&tally);
    ck_assert(fabs(elo.elo - 190.8) < 0.5);
    ck_assert_int_eq(tally.wins, 320);
    ck_assert_int_eq(tally.draws, 320);
}
END_TEST

/* Independent games, half won and half lost: the usual 1.96 * 400 / ln 10 * 2 / sqrt(N) ~ 681 / sqrt(N). */
START_TEST(the_error_is_that_of_independent_games)
{
    Tally tally = {0};
    add(&tally, 2, 2, 100);
    add(&tally, 2, 0, 200);
    add(&tally, 0, 0, 100);
    ck_assert(fabs(tally_elo(&tally).error - 681 / sqrt(800)) < 1);
}
END_TEST

START_TEST(the_test_of_wald_accepts_and_refuses)
{
    Sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    ck_assert(fabs(sprt_upper(&sprt) - 2.944) < 0.001);
    ck_assert(fabs(sprt_lower(&sprt) + 2.944) < 0.001);
    Tally better = {0}, worse = {0}, between = {0};
    add(&better, 2, 1, 600);
    add(&better, 1, 1, 900);
    add(&better, 0, 1, 400);
    ck_assert(tally_llr(&better, &sprt) > sprt_upper(&sprt));
    add(&worse, 2, 1, 400);
    add(&worse, 1, 1, 900);
    add(&worse, 0, 1, 600);
    ck_assert(tally_llr(&worse, &sprt) < sprt_lower(&sprt));
    add(&between, 2, 1, 10);
    add(&between, 0, 1, 10);
    ck_assert(fabs(tally_llr(&between, &sprt)) < 1);
}
END_TEST

START_TEST(a_few_pairs_are_no_proof)
{
    Sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    Tally tally = {0};
    add(&tally, 2, 1, TALLY_VERDICT_GAMES / 2 - 1);
    ck_assert(tally_llr(&tally, &sprt) > sprt_upper(&sprt));
    ck_assert_int_eq(sprt_verdict(&tally, &sprt), 0);
    add(&tally, 2, 1, 1);
    ck_assert_int_eq(sprt_verdict(&tally, &sprt), 1);
    Tally lost = {0};
    add(&lost, 0, 1, TALLY_VERDICT_GAMES / 2);
    ck_assert_int_eq(sprt_verdict(&lost, &sprt), -1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        an_even_match_is_no_elo,
        three_quarters_are_191_elo,
        the_error_is_that_of_independent_games,
        the_test_of_wald_accepts_and_refuses,
        a_few_pairs_are_no_proof,
    };
    return run_tests("tally", tests, COUNT(tests));
}
