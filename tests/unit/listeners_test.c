#include "listeners.h"

#include "check_rig.h"

#include <stdlib.h>

static Listeners listeners;

static void teardown(void)
{
    listeners_clear(&listeners);
}

START_TEST(a_session_is_listed_once)
{
    ck_assert(!listeners_have(&listeners, 7));
    ck_assert(listeners_add(&listeners, 7));
    ck_assert(!listeners_add(&listeners, 7));
    ck_assert_uint_eq(listeners.count, 1);
    ck_assert(listeners_have(&listeners, 7));
    ck_assert(listeners_remove(&listeners, 7));
    ck_assert(!listeners_remove(&listeners, 7));
    ck_assert_uint_eq(listeners.count, 0);
}
END_TEST

START_TEST(removing_one_leaves_the_others)
{
    for (SessionId id = 1; id <= 100; id++)
        listeners_add(&listeners, id);
    for (SessionId id = 1; id <= 100; id += 2)
        ck_assert(listeners_remove(&listeners, id));
    for (SessionId id = 1; id <= 100; id++)
        ck_assert(listeners_have(&listeners, id) == (id % 2 == 0));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("listeners");
    TCase *tcase = tcase_create("listeners");
    tcase_add_checked_fixture(tcase, NULL, teardown);
    tcase_add_test(tcase, a_session_is_listed_once);
    tcase_add_test(tcase, removing_one_leaves_the_others);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
