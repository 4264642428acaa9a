#include "other_threads.h"

#include "check_rig.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
#include <uv.h>

enum {
    THREADS = 3,
    LONG = 60, /* s: for all */
    LOOKS = 1000,
};

static atomic_ulong counts[THREADS];
static atomic_bool is_deaf;

static void count_on(void *count)
{
    for (;;)
        atomic_fetch_add((atomic_ulong *)count, 1);
}

static void hear_nothing(void *context)
{
    sigset_t all;
    (void)context;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    atomic_store(&is_deaf, true);
    for (;;)
        sched_yield();
}

static void begin_threads(void)
{
    uv_thread_t thread;
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(uv_thread_create(&thread, count_on, &counts[i]), 0);
    for (int i = 0; i < THREADS; i++)
        while (atomic_load(&counts[i]) == 0)
            sched_yield();
}

START_TEST(all_others_stand_still)
{
    unsigned long before[THREADS];
    ck_assert(other_threads_prepare());
    begin_threads();
    ck_assert(other_threads_stop(LONG));
    for (int i = 0; i < THREADS; i++)
        before[i] = atomic_load(&counts[i]);
    for (int look = 0; look < LOOKS; look++)
        sched_yield();
    for (int i = 0; i < THREADS; i++)
        ck_assert_uint_eq(atomic_load(&counts[i]), before[i]);
}
END_TEST

START_TEST(one_that_takes_no_signal_is_noticed)
{
    uv_thread_t thread;
    ck_assert(other_threads_prepare());
    ck_assert_int_eq(uv_thread_create(&thread, hear_nothing, NULL), 0);
    while (!atomic_load(&is_deaf))
        sched_yield();
    ck_assert(!other_threads_stop(0));
}
END_TEST

START_TEST(their_signal_alone_does_nothing)
{
    ck_assert(other_threads_prepare());
    begin_threads();
    ck_assert_int_eq(raise(SIGRTMAX - 1), 0);
    ck_assert_int_eq(kill(getpid(), SIGRTMAX - 1), 0);
    for (int i = 0; i < THREADS; i++)
        for (unsigned long before = atomic_load(&counts[i]); atomic_load(&counts[i]) == before;)
            sched_yield();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("other_threads");
    TCase *tcase = tcase_create("other_threads");
    tcase_set_timeout(tcase, 2 * LONG);
    tcase_add_test(tcase, all_others_stand_still);
    tcase_add_test(tcase, one_that_takes_no_signal_is_noticed);
    tcase_add_test(tcase, their_signal_alone_does_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
