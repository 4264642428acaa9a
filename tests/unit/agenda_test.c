#include "agenda.h"

#include "check_rig.h"

#include <stdlib.h>

enum { MANY = 500 };

static Agenda agenda;
static Due dues[MANY];

static void setup(void)
{
    agenda_init(&agenda);
    for (int i = 0; i < MANY; i++)
        dues[i] = (Due){0};
}

static void teardown(void)
{
    agenda_clear(&agenda);
}

/* By looking at all of them. */
static int64_t earliest(void)
{
    int64_t at = INT64_MAX;
    for (int i = 0; i < MANY; i++)
        if (dues[i].place && dues[i].at < at)
            at = dues[i].at;
    return at;
}

START_TEST(nothing_is_due_in_an_empty_agenda)
{
    ck_assert_ptr_null(agenda_first(&agenda));
    ck_assert_int_eq(agenda_next(&agenda), INT64_MAX);
}
END_TEST

START_TEST(they_come_in_the_order_of_their_time)
{
    for (int i = 0; i < MANY; i++)
        agenda_set(&agenda, &dues[i], i * 7919 % MANY);
    for (int i = 0; i < MANY; i++) {
        Due *due = agenda_first(&agenda);
        ck_assert_int_eq(due->at, i);
        agenda_set(&agenda, due, INT64_MAX);
    }
    ck_assert_ptr_null(agenda_first(&agenda));
}
END_TEST

START_TEST(the_earliest_is_known_through_every_change)
{
    srand(1);
    for (int step = 0; step < 5000; step++) {
        int64_t at = rand() % 4 == 0 ? INT64_MAX : rand() % 1000;
        agenda_set(&agenda, &dues[rand() % MANY], at);
        ck_assert_int_eq(agenda_next(&agenda), earliest());
    }
}
END_TEST

START_TEST(taking_out_what_is_not_in_does_nothing)
{
    agenda_set(&agenda, &dues[0], INT64_MAX);
    ck_assert_ptr_null(agenda_first(&agenda));
    agenda_set(&agenda, &dues[0], 5);
    agenda_set(&agenda, &dues[0], INT64_MAX);
    agenda_set(&agenda, &dues[0], INT64_MAX);
    ck_assert_ptr_null(agenda_first(&agenda));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("agenda");
    TCase *tcase = tcase_create("agenda");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, nothing_is_due_in_an_empty_agenda);
    tcase_add_test(tcase, they_come_in_the_order_of_their_time);
    tcase_add_test(tcase, the_earliest_is_known_through_every_change);
    tcase_add_test(tcase, taking_out_what_is_not_in_does_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
