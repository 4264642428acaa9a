#include "ladder.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNGS = 400, STEPS = 20000 };

static const SipKey KEY = {{5}};
static Ladder ladder;
static Rung rungs[RUNGS];
static char ids[RUNGS][8];
static bool there[RUNGS];

static void setup(void)
{
    ladder_init(&ladder, &KEY);
    memset(there, 0, sizeof there);
    for (int i = 0; i < RUNGS; i++)
        snprintf(ids[i], sizeof ids[i], "p%03d", i);
}

static void add(int number, int32_t rating)
{
    rungs[number] = (Rung){.rating = rating, .id = ids[number]};
    ladder_add(&ladder, &rungs[number]);
    there[number] = true;
}

START_TEST(ranks_go_by_rating_and_then_by_id)
{
    add(3, 1500);
    add(1, 1700);
    add(4, 1500);
    add(2, 1500);
    static const int ORDER[] = {1, 2, 3, 4};
    ck_assert_uint_eq(ladder_count(&ladder), 4);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_uint_eq(ladder_rank(&ladder, &rungs[ORDER[i]]), i + 1);
        ck_assert_ptr_eq(ladder_at(&ladder, i + 1), &rungs[ORDER[i]]);
    }
    ladder_remove(&ladder, &rungs[2]);
    ck_assert_uint_eq(ladder_rank(&ladder, &rungs[3]), 2);
    ck_assert_uint_eq(ladder_count(&ladder), 3);
}
END_TEST

static size_t counted_rank(int number)
{
    size_t rank = 1;
    for (int i = 0; i < RUNGS; i++)
        rank += there[i] && (rungs[i].rating > rungs[number].rating ||
                             (rungs[i].rating == rungs[number].rating && i < number));
    return rank;
}

/* Compared with counting one by one, with few ratings so that many are equal. */
START_TEST(ranks_are_those_that_counting_gives)
{
    uint64_t chance = 7;
    size_t count = 0;
    for (int step = 0; step < STEPS; step++) {
        chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        int number = (int)((chance >> 33) % RUNGS);
        if (there[number]) {
            ck_assert_uint_eq(ladder_rank(&ladder, &rungs[number]), counted_rank(number));
            ck_assert_ptr_eq(ladder_at(&ladder, counted_rank(number)), &rungs[number]);
            ladder_remove(&ladder, &rungs[number]);
            there[number] = false;
            count--;
        } else {
            add(number, (int32_t)(chance >> 56));
            count++;
        }
        ck_assert_uint_eq(ladder_count(&ladder), count);
    }
}
END_TEST

static size_t depth(const Rung *rung)
{
    size_t higher = rung ? depth(rung->higher) : 0, lower = rung ? depth(rung->lower) : 0;
    return rung ? 1 + (higher > lower ? higher : lower) : 0;
}

START_TEST(insertion_in_order_makes_no_deep_tree)
{
    for (int i = 0; i < RUNGS; i++)
        add(i, i);
    /* A random tree of 400 is about 4.3 ln 400 = 26 deep (Devroye 1986); a list would be 400. */
    ck_assert_uint_lt(depth(ladder.root), 40);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ladder");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, ranks_go_by_rating_and_then_by_id);
    tcase_add_test(tcase, ranks_are_those_that_counting_gives);
    tcase_add_test(tcase, insertion_in_order_makes_no_deep_tree);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
