#include "usage.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 3, KEYS = 500, STEPS = 200000, MOST = 5 };

static const SipKey KEY = {"a key of 16 byte"};
static Usage usage;

static void setup(void)
{
    usage_init(&usage, &KEY);
}

static void teardown(void)
{
    usage_clear(&usage);
}

START_TEST(the_last_one_can_be_taken_and_no_more)
{
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(usage_count(&usage, 0, "ann"), i);
        ck_assert(usage_take(&usage, 0, "ann", 3));
    }
    ck_assert(!usage_take(&usage, 0, "ann", 3));
    ck_assert_uint_eq(usage_count(&usage, 0, "ann"), 3);
    usage_release(&usage, 0, "ann");
    ck_assert(usage_take(&usage, 0, "ann", 3));
    ck_assert(!usage_take(&usage, 0, "ann", 3));
}
END_TEST

START_TEST(kinds_and_keys_are_apart)
{
    ck_assert(usage_take(&usage, 0, "ann", 1));
    ck_assert(usage_take(&usage, 1, "ann", 1));
    ck_assert(usage_take(&usage, 0, "bob", 1));
    ck_assert(usage_take(&usage, 0, "", 1));
    usage_release(&usage, 0, "ann");
    ck_assert_uint_eq(usage_count(&usage, 0, "ann"), 0);
    ck_assert_uint_eq(usage_count(&usage, 1, "ann"), 1);
    ck_assert_uint_eq(usage_count(&usage, 0, "bob"), 1);
    ck_assert_uint_eq(usage_count(&usage, 0, ""), 1);
}
END_TEST

START_TEST(nothing_can_be_taken_where_nothing_is_allowed)
{
    ck_assert(!usage_take(&usage, 0, "ann", 0));
    ck_assert_uint_eq(usage.used, 0);
}
END_TEST

START_TEST(what_is_released_leaves_no_trace)
{
    char key[16];
    for (int i = 0; i < 100000; i++) {
        snprintf(key, sizeof key, "%d", i);
        ck_assert(usage_take(&usage, 0, key, 1));
    }
    size_t grown = usage.size;
    for (int i = 0; i < 100000; i++) {
        snprintf(key, sizeof key, "%d", i);
        usage_release(&usage, 0, key);
    }
    ck_assert_uint_eq(usage.used, 0);
    ck_assert_uint_lt(usage.size, grown / 1000);
}
END_TEST

/* Compared with plain counts, with keys that come and go. */
START_TEST(it_counts_as_an_array_does)
{
    static uint32_t counts[KINDS][KEYS];
    uint64_t chance = 1;
    char key[16];
    for (int step = 0; step < STEPS; step++) {
        chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        unsigned kind = chance >> 60 & 3, number = (unsigned)(chance >> 40) % KEYS;
        if (kind == KINDS)
            continue;
        snprintf(key, sizeof key, "%u", number);
        uint32_t *count = &counts[kind][number];
        ck_assert_uint_eq(usage_count(&usage, kind, key), *count);
        ck_assert_uint_eq(usage_count_of(&usage, usage_sum(&usage, kind, key)), *count);
        if (chance >> 33 & 1) {
            ck_assert_int_eq(usage_take(&usage, kind, key, MOST), *count < MOST);
            *count += *count < MOST;
        } else if (*count) {
            usage_release(&usage, kind, key);
            (*count)--;
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("usage");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_last_one_can_be_taken_and_no_more);
    tcase_add_test(tcase, kinds_and_keys_are_apart);
    tcase_add_test(tcase, nothing_can_be_taken_where_nothing_is_allowed);
    tcase_add_test(tcase, what_is_released_leaves_no_trace);
    tcase_add_test(tcase, it_counts_as_an_array_does);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
