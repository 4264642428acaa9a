#include "rfc3339.h"

#include "check_rig.h"

/* date -u -d @1793534400 */
START_TEST(an_instant_is_printed_in_utc_with_milliseconds)
{
    char text[RFC3339_SIZE];
    rfc3339_print(INT64_C(1793534400007), text);
    ck_assert_str_eq(text, "2026-11-01T12:00:00.007Z");
    rfc3339_print(0, text);
    ck_assert_str_eq(text, "1970-01-01T00:00:00.000Z");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rfc3339");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, an_instant_is_printed_in_utc_with_milliseconds);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
