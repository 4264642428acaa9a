#include "catalog.h"

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
static Catalog catalog;

static void setup(void)
{
    catalog_init(&catalog, offsetof(Thing, name), &(SipKey){{0}});
    for (int i = 0; i < MANY; i++) {
        things[i].number = i;
        snprintf(things[i].name, sizeof things[i].name, "thing %d", i);
    }
}

static void teardown(void)
{
    catalog_clear(&catalog);
}

START_TEST(an_empty_catalog_finds_nothing)
{
    size_t at = 0;
    ck_assert_ptr_null(catalog_find(&catalog, "thing 1"));
    ck_assert_ptr_null(catalog_next(&catalog, &at));
}
END_TEST

START_TEST(what_is_put_is_found_until_it_is_removed)
{
    for (int i = 0; i < MANY; i++)
        catalog_put(&catalog, &things[i]);
    ck_assert_uint_eq(catalog.count, MANY);
    for (int i = 0; i < MANY; i++)
        ck_assert_ptr_eq(catalog_find(&catalog, things[i].name), &things[i]);
    ck_assert_ptr_null(catalog_find(&catalog, "thing -1"));
    /* In an order of their own, and after each removal all others are still found by their neighbours. */
    for (int i = 0; i < MANY; i++) {
        int gone = i * 7 % MANY, next = (i + 1) * 7 % MANY;
        catalog_remove(&catalog, &things[gone]);
        ck_assert_ptr_null(catalog_find(&catalog, things[gone].name));
        if (i + 1 < MANY)
            ck_assert_ptr_eq(catalog_find(&catalog, things[next].name), &things[next]);
    }
    ck_assert_uint_eq(catalog.count, 0);
}
END_TEST

START_TEST(removals_break_no_chain)
{
    srand(1);
    static bool in[MANY];
    for (int step = 0; step < 20000; step++) {
        int i = rand() % MANY;
        if (in[i])
            catalog_remove(&catalog, &things[i]);
        else
            catalog_put(&catalog, &things[i]);
        in[i] = !in[i];
    }
    for (int i = 0; i < MANY; i++)
        ck_assert_ptr_eq(catalog_find(&catalog, things[i].name), in[i] ? &things[i] : NULL);
}
END_TEST

START_TEST(going_through_it_meets_each_once)
{
    static int met[MANY];
    Thing *thing;
    for (int i = 0; i < MANY; i++)
        catalog_put(&catalog, &things[i]);
    for (size_t at = 0; (thing = catalog_next(&catalog, &at));)
        met[thing->number]++;
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(met[i], 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("catalog");
    TCase *tcase = tcase_create("catalog");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_empty_catalog_finds_nothing);
    tcase_add_test(tcase, what_is_put_is_found_until_it_is_removed);
    tcase_add_test(tcase, removals_break_no_chain);
    tcase_add_test(tcase, going_through_it_meets_each_once);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
