#include "person.h"

#include "check_rig.h"

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

/* Elo's expected score against a computer of that rating. */
static double expected(int32_t rating, int32_t computer)
{
    return 1 / (1 + pow(10, (computer - rating) / 400.0));
}

START_TEST(the_computer_is_so_strong_that_040_to_055_are_scored_against_it)
{
    /* In the range of the computer's levels: from 400, the lowest rating there is, to 2800. */
    for (int32_t rating = 400; rating <= 2834; rating++) {
        Person computer = person_computer_rated(rating_to_meet(rating));
        double score = expected(rating, computer.rating);
        ck_assert_double_ge(score, 0.40);
        ck_assert_double_le(score, 0.55);
        ck_assert_int_ge(computer.level, 1);
        ck_assert_int_lt(computer.level, LEVEL_MAX);
        ck_assert(computer.level == LEVEL_MAX - 1 ||
                  abs(level_rating(computer.level) - computer.rating) <= 100);
    }
    ck_assert_int_eq(rating_to_meet(0), 400);
    ck_assert_int_eq(rating_to_meet(RATING_MAX), 2800);
}
END_TEST

START_TEST(a_balance_of_colours_has_its_bounds)
{
    Person person = {.balance = 0};
    for (int i = 0; i < 5; i++)
        person_had(&person, true);
    ck_assert_int_eq(person.balance, 3);
    for (int i = 0; i < 10; i++)
        person_had(&person, false);
    ck_assert_int_eq(person.balance, -3);
}
END_TEST

START_TEST(a_person_without_a_rating_counts_as_1500)
{
    Person guest = {.rating = 0}, rated = {.rating = 1612};
    ck_assert_int_eq(person_strength(&guest), 1500);
    ck_assert_int_eq(person_strength(&rated), 1612);
}
END_TEST

START_TEST(a_person_is_identified_by_their_id)
{
    Person one = {.id = "a", .name = "A"}, same = {.id = "a", .name = "B"}, other = {.id = "b"};
    ck_assert(person_is(&one, &same));
    ck_assert(!person_is(&one, &other));
}
END_TEST

START_TEST(computers_differ_only_by_level)
{
    Person computer = person_computer(13);
    ck_assert_str_eq(computer.id, "computer-13");
    ck_assert_str_eq(computer.name, "Computer level 13");
    ck_assert_int_eq(computer.kind, PERSON_LEVEL);
    ck_assert_int_eq(computer.level, 13);
    ck_assert(!computer.guest);
    Person other = person_computer(12);
    ck_assert(!person_is(&computer, &other));
}
END_TEST

START_TEST(an_engine_is_identified_by_its_name)
{
    Person engine = person_engine("0123456789abcdef");
    ck_assert_int_eq(engine.kind, PERSON_ENGINE);
    ck_assert_str_eq(engine.id, "engine-0123456789abcdef");
    ck_assert_str_eq(engine.name, "0123456789abcdef");
    ck_assert_int_eq(engine.rating, 0);
    ck_assert_int_eq(engine.step, 0);
    Person other = person_engine("0123456789abcde");
    ck_assert(!person_is(&engine, &other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("person");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, levels_have_the_protocols_ratings);
    tcase_add_test(tcase, the_computer_is_so_strong_that_040_to_055_are_scored_against_it);
    tcase_add_test(tcase, a_balance_of_colours_has_its_bounds);
    tcase_add_test(tcase, a_person_without_a_rating_counts_as_1500);
    tcase_add_test(tcase, a_person_is_identified_by_their_id);
    tcase_add_test(tcase, computers_differ_only_by_level);
    tcase_add_test(tcase, an_engine_is_identified_by_its_name);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
