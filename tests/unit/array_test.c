#include "array.h"

#include "check_rig.h"

#include <stdint.h>
#include <stdlib.h>

START_TEST(items_keep_their_place_when_the_array_grows)
{
    enum { MANY = 10000 };
    uint32_t *items = NULL;
    size_t capacity = 0, moves = 0;
    for (uint32_t count = 0; count < MANY; count++) {
        size_t before = capacity;
        items = array_reserve(items, &capacity, count + 1, sizeof *items);
        moves += capacity != before;
        ck_assert_uint_gt(capacity, count);
        items[count] = count * count;
    }
    for (uint32_t i = 0; i < MANY; i++)
        ck_assert_uint_eq(items[i], i * i);
    /* It begins with 16 bytes, which are 4 items, and doubles: 4 * 2^12 is the first of these above 10000. */
    ck_assert_uint_eq(moves, 13);
    ck_assert_uint_eq(capacity, 16384);
    free(items);
}
END_TEST

START_TEST(enough_room_is_left_alone)
{
    size_t capacity = 0;
    char *items = array_reserve(NULL, &capacity, 1, 1);
    ck_assert_uint_eq(capacity, 16);
    ck_assert_ptr_eq(array_reserve(items, &capacity, 16, 1), items);
    ck_assert_ptr_eq(array_reserve(items, &capacity, 0, 1), items);
    ck_assert_uint_eq(capacity, 16);
    free(items);
}
END_TEST

START_TEST(it_grows_at_once_by_as_much_as_is_needed)
{
    ck_assert_uint_eq(array_capacity(0, 1, 1000), 1); /* an item larger than the smallest block */
    ck_assert_uint_eq(array_capacity(0, 1000, 8), 1000);
    ck_assert_uint_eq(array_capacity(8, 9, 8), 16);
    ck_assert_uint_eq(array_capacity(8, 16, 8), 16);
    ck_assert_uint_eq(array_capacity(8, 17, 8), 17);
    ck_assert_uint_eq(array_capacity(8, 8, 8), 8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("array");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, items_keep_their_place_when_the_array_grows);
    tcase_add_test(tcase, enough_room_is_left_alone);
    tcase_add_test(tcase, it_grows_at_once_by_as_much_as_is_needed);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
