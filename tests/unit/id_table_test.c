#include "id_table.h"

#include "check_rig.h"

#include <stdbool.h>

enum { IDS = 2000, STEPS = 50000 };

/* Against a plain array, with numbers that follow each other as those of slot_table.h do, and by a fixed series of steps. */
START_TEST(what_was_put_is_found_until_it_is_removed)
{
    static bool is_there[IDS];
    static int things[IDS];
    IdTable table = {0};
    uint64_t chance = 1;
    size_t count = 0;
    for (int step = 0; step < STEPS; step++) {
        chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t i = (size_t)(chance >> 33) % IDS;
        uint64_t id = (uint64_t)(i + 1) << 20 | (i % 7);
        ck_assert_ptr_eq(id_table_find(&table, id), is_there[i] ? &things[i] : NULL);
        if (is_there[i])
            id_table_remove(&table, id);
        else
            id_table_put(&table, id, &things[i]);
        is_there[i] = !is_there[i];
        count += is_there[i] ? 1 : -1;
        ck_assert_uint_eq(table.count, count);
    }
    for (size_t i = 0; i < IDS; i++)
        ck_assert_ptr_eq(id_table_find(&table, (uint64_t)(i + 1) << 20 | (i % 7)),
                         is_there[i] ? &things[i] : NULL);
    id_table_clear(&table);
}
END_TEST

START_TEST(an_empty_table_has_nothing)
{
    IdTable table = {0};
    ck_assert_ptr_null(id_table_find(&table, 0));
    ck_assert_ptr_null(id_table_find(&table, 1));
    id_table_put(&table, 1, &table);
    ck_assert_ptr_null(id_table_find(&table, 0));
    id_table_remove(&table, 1);
    ck_assert_ptr_null(id_table_find(&table, 1));
    id_table_clear(&table);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("id_table");
    TCase *tcase = tcase_create("id_table");
    tcase_add_test(tcase, what_was_put_is_found_until_it_is_removed);
    tcase_add_test(tcase, an_empty_table_has_nothing);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
