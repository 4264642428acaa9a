#include "metrics.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

static char text[METRICS_TEXT_MAX];

START_TEST(counters_and_gauges_are_printed_by_name_with_their_help)
{
    Metrics metrics = {.moves_total = 12345};
    MetricsNow now = {.sessions = 7};
    ck_assert_uint_eq(metrics_print(&metrics, &now, text), strlen(text));
    ck_assert_ptr_nonnull(strstr(text, "# TYPE castled_moves_total counter\n"
                                       "castled_moves_total 12345\n"));
    ck_assert_ptr_nonnull(strstr(text, "# TYPE castled_sessions gauge\ncastled_sessions 7\n"));
    ck_assert_int_eq(text[strlen(text) - 1], '\n');
}
END_TEST

START_TEST(quantiles_are_of_what_came_since_an_earlier_copy)
{
    Histogram now = {.sum = 0}, before, since;
    for (int i = 0; i < 50; i++)
        histogram_add(&now, 0.7); /* long ago */
    before = now;
    for (int i = 0; i < 98; i++)
        histogram_add(&now, 0.002);
    histogram_add(&now, 0.04);
    histogram_add(&now, 3);
    histogram_since(&now, &before, &since);
    ck_assert_uint_eq(histogram_count(&since), 100);
    ck_assert_double_eq(histogram_quantile(&since, 0.5), 0.0025);
    ck_assert_double_eq(histogram_quantile(&since, 0.98), 0.0025);
    ck_assert_double_eq(histogram_quantile(&since, 0.99), 0.05);
    ck_assert_double_eq(histogram_quantile(&since, 1), 10);
}
END_TEST

START_TEST(a_histogram_counts_all_up_to_each_bound)
{
    Metrics metrics = {0};
    MetricsNow now = {0};
    histogram_add(&metrics.commit, 0.0001); /* a bound belongs to its bucket */
    histogram_add(&metrics.commit, 0.002);
    histogram_add(&metrics.commit, 50);
    metrics_print(&metrics, &now, text);
    ck_assert_ptr_nonnull(strstr(text, "castled_commit_seconds_bucket{le=\"0.0001\"} 1\n"));
    ck_assert_ptr_nonnull(strstr(text, "castled_commit_seconds_bucket{le=\"0.001\"} 1\n"));
    ck_assert_ptr_nonnull(strstr(text, "castled_commit_seconds_bucket{le=\"0.0025\"} 2\n"));
    ck_assert_ptr_nonnull(strstr(text, "castled_commit_seconds_bucket{le=\"1\"} 2\n"));
    ck_assert_ptr_nonnull(strstr(text, "castled_commit_seconds_bucket{le=\"+Inf\"} 3\n"));
    ck_assert_ptr_nonnull(strstr(text, "castled_commit_seconds_count 3\n"));
}
END_TEST

START_TEST(the_largest_numbers_fit)
{
    Metrics metrics;
    MetricsNow now;
    memset(&metrics, 0xff, sizeof metrics);
    memset(&now, 0xff, sizeof now);
    metrics.commit.sum = metrics.late.sum = metrics.turn.sum = 1e300;
    ck_assert_uint_lt(metrics_print(&metrics, &now, text), METRICS_TEXT_MAX);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("metrics");
    TCase *tcase = tcase_create("metrics");
    tcase_add_test(tcase, counters_and_gauges_are_printed_by_name_with_their_help);
    tcase_add_test(tcase, a_histogram_counts_all_up_to_each_bound);
    tcase_add_test(tcase, quantiles_are_of_what_came_since_an_earlier_copy);
    tcase_add_test(tcase, the_largest_numbers_fit);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
