#include "wall_clock.h"

#include "check_rig.h"

#include <time.h>

START_TEST(it_is_the_systems_time_in_milliseconds)
{
    int64_t before = (int64_t)time(NULL), now = wall_clock(), after = (int64_t)time(NULL);
    /* time() may be behind by a tick of the kernel (clock_gettime(2), CLOCK_REALTIME_COARSE). */
    ck_assert_int_ge(now, before * 1000);
    ck_assert_int_le(now, after * 1000 + 1999);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wall_clock");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, it_is_the_systems_time_in_milliseconds);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
