#include "hash_table.h"

#include "check_rig.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 2000 };

typedef struct {
    int number;
    char name[16];
} Thing;

static Thing things[MANY];
static HashTable table;

static void setup(void)
{
    hash_table_init(&table, offsetof(Thing, name), &(SipKey){{0}});
    for (int i = 0; i < MANY; i++) {
        things[i].number = i;
        snprintf(things[i].name, sizeof things[i].name, "thing %d", i);
    }
}

static void teardown(void)
{
    hash_table_clear(&table);
}

START_TEST(an_empty_table_finds_nothing)
{
    size_t at = 0;
    ck_assert_ptr_null(hash_table_find(&table, "thing 1"));
    ck_assert_ptr_null(hash_table_next(&table, &at));
}
END_TEST

START_TEST(an_entry_is_found_until_it_is_removed)
{
    for (int i = 0; i < MANY; i++)
        hash_table_put(&table, &things[i]);
    ck_assert_uint_eq(table.count, MANY);
    for (int i = 0; i < MANY; i++)
        ck_assert_ptr_eq(hash_table_find(&table, things[i].name), &things[i]);
    ck_assert_ptr_null(hash_table_find(&table, "thing -1"));
    /* Removed in a shuffled order; after each removal all others can still be found. */
    for (int i = 0; i < MANY; i++) {
        int gone = i * 7 % MANY, next = (i + 1) * 7 % MANY;
        hash_table_remove(&table, &things[gone]);
        ck_assert_ptr_null(hash_table_find(&table, things[gone].name));
        if (i + 1 < MANY)
            ck_assert_ptr_eq(hash_table_find(&table, things[next].name), &things[next]);
    }
    ck_assert_uint_eq(table.count, 0);
}
END_TEST

START_TEST(removals_break_no_chain)
{
    srand(1);
    static bool in[MANY];
    for (int step = 0; step < 20000; step++) {
        int i = rand() % MANY;
        if (in[i])
            hash_table_remove(&table, &things[i]);
        else
            hash_table_put(&table, &things[i]);
        in[i] = !in[i];
    }
    for (int i = 0; i < MANY; i++)
        ck_assert_ptr_eq(hash_table_find(&table, things[i].name), in[i] ? &things[i] : NULL);
}
END_TEST

START_TEST(iteration_visits_each_entry_once)
{
    static int met[MANY];
    Thing *thing;
    for (int i = 0; i < MANY; i++)
        hash_table_put(&table, &things[i]);
    for (size_t at = 0; (thing = hash_table_next(&table, &at));)
        met[thing->number]++;
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(met[i], 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hash_table");
    TCase *tcase = tcase_create("hash_table");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_empty_table_finds_nothing);
    tcase_add_test(tcase, an_entry_is_found_until_it_is_removed);
    tcase_add_test(tcase, removals_break_no_chain);
    tcase_add_test(tcase, iteration_visits_each_entry_once);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
