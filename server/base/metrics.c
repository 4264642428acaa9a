#include "metrics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const double BOUNDS[HISTOGRAM_BUCKETS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                                 0.01,   0.025,   0.05,   0.1,   0.25,   1};

void histogram_add(Histogram *histogram, double seconds)
{
    int bucket = 0;
    while (bucket < HISTOGRAM_BUCKETS && seconds > BOUNDS[bucket])
        bucket++;
    histogram->buckets[bucket]++;
    histogram->sum += seconds;
}

void histogram_since(const Histogram *now, const Histogram *before, Histogram *since)
{
    for (int i = 0; i <= HISTOGRAM_BUCKETS; i++)
        since->buckets[i] = now->buckets[i] - before->buckets[i];
    since->sum = now->sum - before->sum;
}

uint64_t histogram_count(const Histogram *histogram)
{
    uint64_t count = 0;
    for (int i = 0; i <= HISTOGRAM_BUCKETS; i++)
        count += histogram->buckets[i];
    return count;
}

double histogram_quantile(const Histogram *histogram, double share)
{
    uint64_t count = histogram_count(histogram), reached = 0;
    assert(count > 0);
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        reached += histogram->buckets[i];
        if ((double)reached >= share * (double)count)
            return BOUNDS[i];
    }
    return 10 * BOUNDS[HISTOGRAM_BUCKETS - 1];
}

typedef struct {
    char *text;
    size_t length;
} Page;

static void print(Page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length =
        vsnprintf(page->text + page->length, METRICS_TEXT_MAX - page->length, format, arguments);
    va_end(arguments);
    assert(length >= 0 && page->length + (size_t)length < METRICS_TEXT_MAX);
    page->length += (size_t)length;
}

static void print_number(Page *page, const char *name, const char *type, const char *text,
                         uint64_t value)
{
    print(page, "# HELP castled_%s %s\n# TYPE castled_%s %s\ncastled_%s %" PRIu64 "\n", name, text,
          name, type, name, value);
}

static void print_histogram(Page *page, const char *name, const char *text,
                            const Histogram *histogram)
{
    uint64_t count = 0;
    print(page, "# HELP castled_%s %s\n# TYPE castled_%s histogram\n", name, text, name);
    for (int i = 0; i < HISTOGRAM_BUCKETS; i++) {
        count += histogram->buckets[i];
        print(page, "castled_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name, BOUNDS[i], count);
    }
    count += histogram->buckets[HISTOGRAM_BUCKETS];
    print(page, "castled_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, count);
    print(page, "castled_%s_sum %g\ncastled_%s_count %" PRIu64 "\n", name, histogram->sum, name,
          count);
}

size_t metrics_print(const Metrics *metrics, const MetricsNow *now, char text[METRICS_TEXT_MAX])
{
    Page page = {.text = text};
#define X(name, words) print_number(&page, #name, "counter", words, metrics->name);
    METRIC_COUNTERS(X)
#undef X
#define X(name, words) print_number(&page, #name, "gauge", words, now->name);
    METRIC_GAUGES(X)
#undef X
    print_histogram(&page, "commit_seconds",
                    "time from the end of a turn of the event loop until its events are durable",
                    &metrics->commit);
    print_histogram(&page, "late_seconds", "how late the computer's moves come", &metrics->late);
    print_histogram(&page, "turn_seconds", "how long a turn of the event loop takes",
                    &metrics->turn);
    return page.length;
}
