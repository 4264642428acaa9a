/* What is durable, and the time axis, which stops while nothing can become durable. */
#include "journal.h"

#include "server_time.h"
#include "store_rig.h"

static Rig rig;
static Metrics metrics;
static Journal *journal;
static ServerTime server_time;

enum { AXIS = 1000000 };

static void setup(void)
{
    rig_init(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    metrics = (Metrics){0};
    journal = journal_new(rig.store, &metrics);
    server_time_init(&server_time, &rig.loop, journal, AXIS);
}

static void teardown(void)
{
    journal_free(journal);
    rig_close(&rig);
    rig_clear(&rig);
}

/* The loop's clock shows another millisecond. */
static void pass(void)
{
    uint64_t before = uv_now(&rig.loop);
    while (uv_now(&rig.loop) == before)
        uv_update_time(&rig.loop);
    server_time_read(&server_time);
}

START_TEST(a_number_is_durable_when_the_store_says_so)
{
    ck_assert(journal_is_durable(journal)); /* nothing was put */
    ck_assert_uint_eq(journal_note(journal, 0), 0);
    ck_assert(journal_is_durable(journal));
    uint64_t number = journal_note(journal, store_put_axis(rig.store, AXIS));
    ck_assert_uint_eq(journal_newest(journal), number);
    ck_assert(!journal_is_durable(journal));
    ck_assert(!journal_has(journal, number));
    journal_flush(journal);
    while (rig.committed < number)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert(!journal_has(journal, number)); /* it was not reported yet */
    journal_committed(journal, rig.committed);
    ck_assert(journal_has(journal, number));
    ck_assert(!journal_has(journal, number + 1));
    ck_assert(journal_is_durable(journal));
}
END_TEST

START_TEST(the_axis_continues_from_where_it_was_and_with_the_clock)
{
    ck_assert_int_eq(server_time.now, AXIS);
    uint64_t loop = uv_now(&rig.loop);
    pass();
    ck_assert_int_eq(server_time.now, AXIS + (int64_t)(uv_now(&rig.loop) - loop));
}
END_TEST

START_TEST(the_axis_stops_while_the_disk_refuses_and_continues_without_a_jump)
{
    journal_set_failing(journal, true);
    ck_assert(journal_is_failing(journal) && journal_is_stuck(journal));
    int64_t before = server_time.now;
    pass();
    pass();
    ck_assert_int_eq(server_time.now, before);
    journal_set_failing(journal, false);
    ck_assert(!journal_is_stuck(journal));
    uint64_t loop = uv_now(&rig.loop);
    pass();
    ck_assert_int_eq(server_time.now, before + (int64_t)(uv_now(&rig.loop) - loop));
    ck_assert_uint_eq(metrics.commit_failures_total, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("journal");
    TCase *tcase = tcase_create("journal");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_number_is_durable_when_the_store_says_so);
    tcase_add_test(tcase, the_axis_continues_from_where_it_was_and_with_the_clock);
    tcase_add_test(tcase, the_axis_stops_while_the_disk_refuses_and_continues_without_a_jump);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
