#include "slot_table.h"

#include "check_rig.h"

#include <stdlib.h>

enum { THINGS = 500, STEPS = 100000 };

static char things[THINGS];
static uint64_t ids[THINGS]; /* 0: not in the table */
static SlotTable table;

static void setup(void)
{
    table = (SlotTable){0};
    for (int i = 0; i < THINGS; i++)
        ids[i] = 0;
}

static void teardown(void)
{
    slot_table_clear(&table);
}

START_TEST(a_number_finds_its_item_until_that_is_removed)
{
    uint64_t one = slot_table_add(&table, &things[1]), two = slot_table_add(&table, &things[2]);
    ck_assert_uint_ne(one, 0);
    ck_assert_uint_ne(one, two);
    ck_assert_ptr_eq(slot_table_find(&table, one), &things[1]);
    ck_assert_ptr_eq(slot_table_find(&table, two), &things[2]);
    slot_table_remove(&table, one);
    ck_assert_ptr_null(slot_table_find(&table, one));
    ck_assert_ptr_eq(slot_table_find(&table, two), &things[2]);
    ck_assert_uint_eq(table.count, 1);
}
END_TEST

START_TEST(a_number_is_never_given_twice)
{
    uint64_t before = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t id = slot_table_add(&table, &things[0]);
        ck_assert_uint_gt(id, before);
        if (before)
            ck_assert_ptr_null(slot_table_find(&table, before));
        slot_table_remove(&table, id);
        before = id;
    }
    ck_assert_uint_eq(table.size, 1); /* the slot is reused */
    slot_table_clear(&table);
    ck_assert_uint_gt(slot_table_add(&table, &things[0]), before);
}
END_TEST

START_TEST(numbers_never_given_find_nothing)
{
    ck_assert_ptr_null(slot_table_find(&table, 0));
    ck_assert_ptr_null(slot_table_find(&table, 1));
    uint64_t id = slot_table_add(&table, &things[0]);
    const uint64_t others[] = {0, 1, id + 1, id - 1, id + (1u << SLOT_BITS), UINT64_MAX};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert_ptr_null(slot_table_find(&table, others[i]));
    slot_table_remove(&table, id);
    ck_assert_ptr_null(slot_table_find(&table, 0)); /* as in a free slot */
}
END_TEST

/* Compared with a list of what must be there. */
START_TEST(items_are_added_and_removed_in_any_order)
{
    size_t count = 0;
    srand(1);
    for (int step = 0; step < STEPS; step++) {
        int i = rand() % THINGS;
        if (ids[i]) {
            ck_assert_ptr_eq(slot_table_find(&table, ids[i]), &things[i]);
            slot_table_remove(&table, ids[i]);
            ck_assert_ptr_null(slot_table_find(&table, ids[i]));
            ids[i] = 0;
            count--;
        } else {
            ids[i] = slot_table_add(&table, &things[i]);
            count++;
        }
        ck_assert_uint_eq(table.count, count);
    }
    ck_assert_uint_le(table.size, THINGS);
    const char *thing;
    for (size_t at = 0; (thing = slot_table_next(&table, &at)); count--) {
        uint64_t *id = &ids[thing - things];
        ck_assert_uint_ne(*id, 0);
        slot_table_remove(&table, *id); /* as an iteration over all may do */
        *id = 0;
    }
    ck_assert_uint_eq(count, 0);
    ck_assert_uint_eq(table.count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("slot_table");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_number_finds_its_item_until_that_is_removed);
    tcase_add_test(tcase, a_number_is_never_given_twice);
    tcase_add_test(tcase, numbers_never_given_find_nothing);
    tcase_add_test(tcase, items_are_added_and_removed_in_any_order);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
