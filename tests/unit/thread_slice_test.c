#include "thread_slice.h"

#include "check_rig.h"

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <uv.h>

/* The kernel's struct sched_attr, whose header and <sched.h> do not go together. */
typedef struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period; /* ns */
} Attributes;

static void read_slice(void *attributes)
{
    Attributes *now = attributes;
    ck_assert_int_eq(syscall(SYS_sched_getattr, 0, now, sizeof *now, 0), 0);
}

/* What a thread has after thread_slice_shorten, and what one has that it begins. */
typedef struct {
    Attributes own, child;
} Slices;

static void shorten(void *context)
{
    Slices *slices = context;
    uv_thread_t child;
    thread_slice_shorten();
    read_slice(&slices->own);
    ck_assert_int_eq(uv_thread_create(&child, read_slice, &slices->child), 0);
    uv_thread_join(&child);
}

START_TEST(a_thread_has_a_short_slice_and_those_that_it_begins_the_usual_one)
{
    Attributes usual = {.size = sizeof usual};
    Slices slices = {usual, usual};
    uv_thread_t thread;
    read_slice(&usual);
    ck_assert_int_eq(uv_thread_create(&thread, shorten, &slices), 0);
    uv_thread_join(&thread);
    ck_assert_uint_eq(slices.own.policy, usual.policy);
    ck_assert_int_eq(slices.own.nice, usual.nice);
    ck_assert_uint_eq(slices.child.runtime, usual.runtime);
    if (usual.runtime > 0 && usual.policy == SCHED_OTHER && usual.nice >= 0)
        ck_assert_uint_eq(slices.own.runtime,
                          THREAD_SLICE_SHORT * 1000); /* else it is Linux before 6.12 */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("thread_slice");
    TCase *tcase = tcase_create("thread_slice");
    tcase_add_test(tcase, a_thread_has_a_short_slice_and_those_that_it_begins_the_usual_one);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
