#include "timer_heap.h"

#include "check_rig.h"

#include <stdlib.h>

enum { MANY = 500 };

static TimerHeap timers;
static Timer dues[MANY];

static void setup(void)
{
    timer_heap_init(&timers);
    for (int i = 0; i < MANY; i++)
        dues[i] = (Timer){0};
}

static void teardown(void)
{
    timer_heap_clear(&timers);
}

/* The earliest, found by looking at all of them. */
static int64_t earliest(void)
{
    int64_t at = INT64_MAX;
    for (int i = 0; i < MANY; i++)
        if (dues[i].place && dues[i].at < at)
            at = dues[i].at;
    return at;
}

START_TEST(nothing_is_due_in_an_empty_heap)
{
    ck_assert_ptr_null(timer_heap_first(&timers));
    ck_assert_int_eq(timer_heap_next(&timers), INT64_MAX);
}
END_TEST

START_TEST(they_come_in_the_order_of_their_time)
{
    for (int i = 0; i < MANY; i++)
        timer_heap_set(&timers, &dues[i], i * 7919 % MANY);
    for (int i = 0; i < MANY; i++) {
        Timer *due = timer_heap_first(&timers);
        ck_assert_int_eq(due->at, i);
        timer_heap_set(&timers, due, INT64_MAX);
    }
    ck_assert_ptr_null(timer_heap_first(&timers));
}
END_TEST

START_TEST(the_earliest_is_known_through_every_change)
{
    srand(1);
    for (int step = 0; step < 5000; step++) {
        int64_t at = rand() % 4 == 0 ? INT64_MAX : rand() % 1000;
        timer_heap_set(&timers, &dues[rand() % MANY], at);
        ck_assert_int_eq(timer_heap_next(&timers), earliest());
    }
}
END_TEST

START_TEST(removing_an_absent_timer_does_nothing)
{
    timer_heap_set(&timers, &dues[0], INT64_MAX);
    ck_assert_ptr_null(timer_heap_first(&timers));
    timer_heap_set(&timers, &dues[0], 5);
    timer_heap_set(&timers, &dues[0], INT64_MAX);
    timer_heap_set(&timers, &dues[0], INT64_MAX);
    ck_assert_ptr_null(timer_heap_first(&timers));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timer_heap");
    TCase *tcase = tcase_create("timer_heap");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, nothing_is_due_in_an_empty_heap);
    tcase_add_test(tcase, they_come_in_the_order_of_their_time);
    tcase_add_test(tcase, the_earliest_is_known_through_every_change);
    tcase_add_test(tcase, removing_an_absent_timer_does_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
