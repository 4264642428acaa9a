#include "person.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

START_TEST(levels_have_the_protocols_ratings)
{
    /* PROTOCOL.md: n from 1 to 12 has the rating 200 + 200 n, 13 is full strength. */
    ck_assert_int_eq(level_rating(1), 400);
    ck_assert_int_eq(level_rating(4), 1000);
    ck_assert_int_eq(level_rating(12), 2600);
    ck_assert_int_eq(level_rating(13), 0);
}
END_TEST

/* Elo's expected score against a level. */
static double expected(int32_t rating, int32_t level)
{
    return 1 / (1 + pow(10, (level_rating(level) - rating) / 400.0));
}

START_TEST(the_level_near_a_player_is_the_one_he_scores_nearest_to_0475_against)
{
    for (int32_t rating = 0; rating <= RATING_MAX; rating++) {
        double best = 1;
        for (int32_t level = 1; level < LEVEL_MAX; level++)
            best = fmin(best, fabs(expected(rating, level) - 0.475));
        int32_t near = level_near(rating);
        ck_assert_int_ge(near, 1);
        ck_assert_int_lt(near, LEVEL_MAX);
        /* Half way between two levels either will do. */
        ck_assert_double_le(fabs(expected(rating, near) - 0.475), best + 0.005);
    }
}
END_TEST

START_TEST(who_has_no_rating_counts_as_1500)
{
    Person guest = {.rating = 0}, rated = {.rating = 1612};
    ck_assert_int_eq(person_strength(&guest), 1500);
    ck_assert_int_eq(person_strength(&rated), 1612);
}
END_TEST

START_TEST(a_person_is_his_id)
{
    Person one = {.id = "a", .name = "A"}, same = {.id = "a", .name = "B"}, other = {.id = "b"};
    ck_assert(person_is(&one, &same));
    ck_assert(!person_is(&one, &other));
}
END_TEST

START_TEST(computers_differ_by_level_alone)
{
    Person computer = person_computer(13);
    ck_assert_str_eq(computer.id, "computer-13");
    ck_assert_str_eq(computer.name, "Computer level 13");
    ck_assert_int_eq(computer.level, 13);
    ck_assert(!computer.guest);
    Person other = person_computer(12);
    ck_assert(!person_is(&computer, &other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("person");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, levels_have_the_protocols_ratings);
    tcase_add_test(tcase, the_level_near_a_player_is_the_one_he_scores_nearest_to_0475_against);
    tcase_add_test(tcase, who_has_no_rating_counts_as_1500);
    tcase_add_test(tcase, a_person_is_his_id);
    tcase_add_test(tcase, computers_differ_by_level_alone);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
