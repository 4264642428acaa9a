#include "transposition.h"

#include "engine_rig.h"

static const TableEntry some = {
    .move = 1234, .score = -56, .eval = 78, .depth = 9, .bound = BOUND_EXACT, .was_pv = true};

START_TEST(what_is_stored_is_found_whole)
{
    TableEntry found;
    engine_fresh();
    ck_assert(!table_find(&rig_table, 42, 0, &found));
    table_store(&rig_table, 42, 0, &some);
    ck_assert(table_find(&rig_table, 42, 0, &found));
    ck_assert_uint_eq(found.move, 1234);
    ck_assert_int_eq(found.score, -56);
    ck_assert_int_eq(found.eval, 78);
    ck_assert_int_eq(found.depth, 9);
    ck_assert_int_eq(found.bound, BOUND_EXACT);
    ck_assert(found.was_pv);
}
END_TEST

START_TEST(another_key_of_the_same_bucket_is_not_mistaken)
{
    TableEntry found;
    engine_fresh();
    table_store(&rig_table, 42, 0, &some);
    ck_assert(!table_find(&rig_table, 43, 0, &found));
    ck_assert(!table_find(&rig_table, 42ull | 1ull << 31, 0, &found));
}
END_TEST

START_TEST(a_mate_is_counted_from_the_probing_node)
{
    TableEntry found, mate = some;
    engine_fresh();
    /* Found at ply 6 as a mate 10 plies from the root: 4 plies from here. */
    mate.score = SCORE_MATE - 10;
    table_store(&rig_table, 7, 6, &mate);
    ck_assert(table_find(&rig_table, 7, 2, &found));
    ck_assert_int_eq(found.score, SCORE_MATE - 6);
    mate.score = 10 - SCORE_MATE;
    table_store(&rig_table, 8, 6, &mate);
    ck_assert(table_find(&rig_table, 8, 2, &found));
    ck_assert_int_eq(found.score, 6 - SCORE_MATE);
}
END_TEST

START_TEST(a_move_is_not_overwritten_by_a_result_without_one)
{
    TableEntry found, bare = some;
    engine_fresh();
    table_store(&rig_table, 42, 0, &some);
    bare.move = MOVE_NONE;
    bare.depth = 20;
    table_store(&rig_table, 42, 0, &bare);
    ck_assert(table_find(&rig_table, 42, 0, &found));
    ck_assert_uint_eq(found.move, 1234);
    ck_assert_int_eq(found.depth, 20);
}
END_TEST

/* All low halves of a key share a bucket of four. */
START_TEST(deep_entries_outlive_shallow_ones_of_one_age)
{
    TableEntry found, shallow = some, deep = some;
    engine_fresh();
    shallow.depth = 1;
    deep.depth = 20;
    for (uint64_t key = 0; key < 3; key++)
        table_store(&rig_table, key, 0, &deep);
    for (uint64_t key = 100; key < 150; key++)
        table_store(&rig_table, key, 0, &shallow);
    for (uint64_t key = 0; key < 3; key++)
        ck_assert(table_find(&rig_table, key, 0, &found));
    ck_assert(table_find(&rig_table, 149, 0, &found));
}
END_TEST

START_TEST(old_entries_make_room)
{
    TableEntry found, shallow = some, deep = some;
    engine_fresh();
    deep.depth = 20;
    shallow.depth = 1;
    for (uint64_t key = 0; key < 4; key++)
        table_store(&rig_table, key, 0, &deep);
    for (int search = 0; search < 6; search++)
        table_age(&rig_table);
    for (uint64_t key = 100; key < 104; key++)
        table_store(&rig_table, key, 0, &shallow);
    for (uint64_t key = 100; key < 104; key++)
        ck_assert(table_find(&rig_table, key, 0, &found));
}
END_TEST

START_TEST(clearing_forgets_all)
{
    TableEntry found;
    engine_fresh();
    for (uint64_t i = 0; i < 1000; i++)
        table_store(&rig_table, i << 40, 0, &some);
    ck_assert_uint_gt(table_permille(&rig_table), 0);
    table_clear(&rig_table);
    ck_assert_uint_eq(table_permille(&rig_table), 0);
    for (uint64_t i = 0; i < 1000; i++)
        ck_assert(!table_find(&rig_table, i << 40, 0, &found));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        what_is_stored_is_found_whole,
        another_key_of_the_same_bucket_is_not_mistaken,
        a_mate_is_counted_from_the_probing_node,
        a_move_is_not_overwritten_by_a_result_without_one,
        deep_entries_outlive_shallow_ones_of_one_age,
        old_entries_make_room,
        clearing_forgets_all,
    };
    return run_tests("transposition", tests, COUNT(tests));
}
