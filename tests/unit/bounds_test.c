#include "bounds.h"

#include "check_rig.h"

#include <stdlib.h>

static const SipKey KEY = {{7}};

START_TEST(each_bound_holds_at_its_edge)
{
    int32_t most[BOUND_COUNT];
    Bounds *bounds = bounds_new(true, NULL, &KEY);
    bound_usual(most);
    for (int kind = 0; kind < BOUND_COUNT; kind++) {
        for (int32_t i = 0; i < most[kind]; i++) {
            ck_assert(bounds_has_room(bounds, (BoundKind)kind, "192.0.2.1"));
            ck_assert(bounds_take(bounds, (BoundKind)kind, "192.0.2.1"));
        }
        ck_assert(!bounds_has_room(bounds, (BoundKind)kind, "192.0.2.1"));
        ck_assert(!bounds_take(bounds, (BoundKind)kind, "192.0.2.1"));
        ck_assert(bounds_take(bounds, (BoundKind)kind, "192.0.2.2"));
        bounds_release(bounds, (BoundKind)kind, "192.0.2.1");
        ck_assert(bounds_take(bounds, (BoundKind)kind, "192.0.2.1"));
    }
    bounds_free(bounds);
}
END_TEST

START_TEST(other_figures_apply_instead)
{
    int32_t most[BOUND_COUNT];
    bound_usual(most);
    most[0] = 1;
    Bounds *bounds = bounds_new(true, most, &KEY);
    ck_assert(bounds_take(bounds, (BoundKind)0, "192.0.2.1"));
    ck_assert(!bounds_take(bounds, (BoundKind)0, "192.0.2.1"));
    bounds_free(bounds);
}
END_TEST

START_TEST(what_was_open_before_counts_and_is_never_refused)
{
    int32_t most[BOUND_COUNT];
    bound_usual(most);
    most[0] = 1;
    Bounds *bounds = bounds_new(true, most, &KEY);
    bounds_force(bounds, (BoundKind)0, "192.0.2.1");
    bounds_force(bounds, (BoundKind)0, "192.0.2.1");
    ck_assert_uint_eq(bounds_count(bounds, (BoundKind)0, "192.0.2.1"), 2);
    bounds_release(bounds, (BoundKind)0, "192.0.2.1");
    ck_assert(!bounds_take(bounds, (BoundKind)0, "192.0.2.1"));
    bounds_release(bounds, (BoundKind)0, "192.0.2.1");
    ck_assert(bounds_take(bounds, (BoundKind)0, "192.0.2.1"));
    bounds_free(bounds);
}
END_TEST

START_TEST(a_place_of_an_address_is_also_one_of_all)
{
    int32_t most[BOUND_COUNT];
    bound_usual(most);
    most[BOUND_EXPORTS] = 2;
    most[BOUND_ALL_EXPORTS] = 3;
    Bounds *bounds = bounds_new(true, most, &KEY);
    ck_assert(bounds_take_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.1"));
    ck_assert(bounds_take_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.1"));
    ck_assert(!bounds_take_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.1"));
    ck_assert_uint_eq(bounds_count(bounds, BOUND_ALL_EXPORTS, ""), 2);
    ck_assert(bounds_take_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.2"));
    ck_assert(!bounds_take_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.2"));
    ck_assert_uint_eq(bounds_count(bounds, BOUND_EXPORTS, "192.0.2.2"), 1);
    bounds_leave_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.1");
    ck_assert(bounds_take_place(bounds, BOUND_EXPORTS, BOUND_ALL_EXPORTS, "192.0.2.2"));
    bounds_free(bounds);
}
END_TEST

START_TEST(off_bounds_nothing)
{
    Bounds *bounds = bounds_new(false, NULL, &KEY);
    for (int i = 0; i < 100000; i++)
        ck_assert(bounds_take(bounds, (BoundKind)0, "192.0.2.1"));
    bounds_free(bounds);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bounds");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, each_bound_holds_at_its_edge);
    tcase_add_test(tcase, other_figures_apply_instead);
    tcase_add_test(tcase, what_was_open_before_counts_and_is_never_refused);
    tcase_add_test(tcase, a_place_of_an_address_is_also_one_of_all);
    tcase_add_test(tcase, off_bounds_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
