#include "spsa.h"

#include "chess_rig.h"

#include <math.h>

/* Four parameters of very different scale, whose best values are known: a game is won by the side whose distance to them
 * is less, measured in steps, and more often the greater the difference. */
static const double best[] = {90, 3, 2500, -40};
static const SpsaParameter far_off[] = {
    {60, 0, 200, 5}, {5, 0, 10, 0.5}, {1500, 0, 5000, 200}, {10, -100, 100, 10}};
enum { PARAMETERS = 4 };

static double distance(const double *values)
{
    double sum = 0;
    for (int i = 0; i < PARAMETERS; i++)
        sum += pow((values[i] - best[i]) / far_off[i].step, 2);
    return sum;
}

START_TEST(parameters_find_their_best_values_by_noisy_games)
{
    SpsaParameter parameters[PARAMETERS];
    SpsaSchedule schedule = {.pairs = 20000, .rate = 0.02};
    uint64_t state = 2026;
    memcpy(parameters, far_off, sizeof parameters);
    for (long pair = 0; pair < schedule.pairs; pair++) {
        int8_t signs[PARAMETERS];
        double plus[PARAMETERS], minus[PARAMETERS];
        int result = 0;
        spsa_draw(signs, PARAMETERS, &state);
        spsa_values(parameters, PARAMETERS, &schedule, pair, signs, 1, plus);
        spsa_values(parameters, PARAMETERS, &schedule, pair, signs, -1, minus);
        const double chance = 1 / (1 + exp((distance(plus) - distance(minus)) / 40));
        for (int game = 0; game < 2; game++)
            result += (double)(random_next(&state) >> 11) / 9007199254740992.0 < chance ? 1 : -1;
        spsa_update(parameters, PARAMETERS, &schedule, pair, signs, result);
    }
    for (int i = 0; i < PARAMETERS; i++)
        ck_assert_msg(fabs(parameters[i].value - best[i]) < 2 * parameters[i].step,
                      "parameter %d is %f", i, parameters[i].value);
}
END_TEST

START_TEST(the_sides_are_a_step_away_in_the_last_pair_and_never_out_of_range)
{
    const SpsaParameter parameters[2] = {{50, 0, 100, 4}, {99, 0, 100, 4}};
    const SpsaSchedule schedule = {.pairs = 1000, .rate = 0.002};
    const int8_t signs[2] = {-1, 1};
    double values[2];
    spsa_values(parameters, 2, &schedule, 999, signs, 1, values);
    ck_assert(fabs(values[0] - 46) < 1e-9);
    ck_assert(fabs(values[1] - 100) < 1e-9);
    spsa_values(parameters, 2, &schedule, 999, signs, -1, values);
    ck_assert(fabs(values[0] - 54) < 1e-9);
    ck_assert(fabs(values[1] - 95) < 1e-9);
    /* 1000 to the power of 0.101 */
    spsa_values(parameters, 2, &schedule, 0, signs, -1, values);
    ck_assert(fabs(values[0] - (50 + 4 * 2.0091)) < 1e-3);
}
END_TEST

/* In the last pair a won game moves a parameter by the rate times its step. */
START_TEST(a_result_moves_the_parameters_towards_the_winner)
{
    SpsaParameter parameters[2] = {{50, 0, 100, 4}, {0.001, 0, 100, 4}};
    const SpsaSchedule schedule = {.pairs = 1000, .rate = 0.01};
    const int8_t signs[2] = {1, -1};
    spsa_update(parameters, 2, &schedule, 999, signs, 0);
    ck_assert(fabs(parameters[0].value - 50) < 1e-9);
    spsa_update(parameters, 2, &schedule, 999, signs, 2);
    ck_assert(fabs(parameters[0].value - 50.08) < 1e-9);
    ck_assert(fabs(parameters[1].value) < 1e-9);
    spsa_update(parameters, 2, &schedule, 999, signs, -1);
    ck_assert(fabs(parameters[0].value - 50.04) < 1e-9);
    /* (100 + 1000) / (100 + 1) to the power of 0.602, over 2.0091 */
    spsa_update(parameters, 2, &schedule, 0, signs, 1);
    ck_assert(fabs(parameters[0].value - (50.04 + 0.04 * 4.2103 / 2.0091)) < 1e-3);
}
END_TEST

START_TEST(signs_are_even_and_follow_the_seed)
{
    int8_t signs[1000], again[1000];
    uint64_t state = 7, same = 7;
    int sum = 0;
    spsa_draw(signs, 1000, &state);
    spsa_draw(again, 1000, &same);
    ck_assert_mem_eq(signs, again, sizeof signs);
    for (int i = 0; i < 1000; i++) {
        ck_assert(signs[i] == 1 || signs[i] == -1);
        sum += signs[i];
    }
    ck_assert_int_lt(abs(sum), 120);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        parameters_find_their_best_values_by_noisy_games,
        the_sides_are_a_step_away_in_the_last_pair_and_never_out_of_range,
        a_result_moves_the_parameters_towards_the_winner,
        signs_are_even_and_follow_the_seed,
    };
    return run_tests("spsa", tests, COUNT(tests));
}
