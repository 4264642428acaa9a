/* The numbers of a seat on disk are frozen: what a castled of any age wrote is read. */
#include "seat.h"

#include "check_rig.h"

#include <string.h>

START_TEST(the_number_of_an_engine_is_fnv_1a_of_its_name)
{
    /* The hashes are those of the test suite that came with the draft of FNV, draft-eastlake-fnv. */
    ck_assert_int_eq(store_engine_number("a"), 1000 + 0xe40c292cu % 1000000000u);
    ck_assert_int_eq(store_engine_number("foobar"), 1000 + 0xbf9cf968u % 1000000000u);
    /* Well-known names of one hash. */
    ck_assert_int_eq(store_engine_number("costarring"), store_engine_number("liquid"));
}
END_TEST

START_TEST(numbers_are_read_as_what_they_mean)
{
    static const struct {
        int32_t level, rating;
        StoreSeat seat;
    } CASES[] = {
        {0, 0, {.kind = STORE_SEAT_HUMAN}},
        {0, 1650, {.kind = STORE_SEAT_HUMAN, .rating = 1650}},
        {0, 50, {.kind = STORE_SEAT_HUMAN, .rating = 50}},
        {1, 400, {.kind = STORE_SEAT_LEVEL, .level = 1, .rating = 400}},
        {13, 0, {.kind = STORE_SEAT_LEVEL, .level = 13}},
        {999, 50, {.kind = STORE_SEAT_LEVEL, .level = 999, .rating = 50}},
        {1000, 0, {.kind = STORE_SEAT_ENGINE, .engine_number = 1000}},
        {1000, 1, {.kind = STORE_SEAT_ENGINE, .engine_number = 1000, .step = 1}},
        {1001, 99, {.kind = STORE_SEAT_ENGINE, .engine_number = 1001, .step = 99}},
        {1001, 100, {.kind = STORE_SEAT_ENGINE, .engine_number = 1001, .rating = 100}},
        {1000000999,
         3190,
         {.kind = STORE_SEAT_ENGINE, .engine_number = 1000000999, .rating = 3190}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const StoreSeat *wanted = &CASES[i].seat;
        StoreSeat seat = {.kind = STORE_SEAT_HUMAN};
        seat_read_numbers(&seat, CASES[i].level, CASES[i].rating);
        ck_assert_int_eq(seat.kind, wanted->kind);
        ck_assert_int_eq(seat.level, wanted->level);
        ck_assert_int_eq(seat.rating, wanted->rating);
        ck_assert_int_eq(seat.step, wanted->step);
        ck_assert_int_eq(seat.engine_number, wanted->engine_number);
        ck_assert_int_eq(seat_level_on_disk(&seat), CASES[i].level);
        ck_assert_int_eq(seat_rating_on_disk(&seat), CASES[i].rating);
    }
}
END_TEST

START_TEST(the_name_of_an_engine_gives_its_number)
{
    StoreSeat seat = {.kind = STORE_SEAT_HUMAN};
    seat_read_numbers(&seat, 1234, 7);
    ck_assert(seat_read_engine(&seat, "foobar-and-more", 6));
    ck_assert_str_eq(seat.engine, "foobar");
    ck_assert_int_eq(seat.engine_number, 0);
    ck_assert_int_eq(seat.step, 7);
    ck_assert_int_eq(seat_level_on_disk(&seat), store_engine_number("foobar"));
    ck_assert(seat_read_engine(&seat, "0123456789abcdef", 16));
}
END_TEST

START_TEST(what_is_not_the_name_of_an_engine_is_refused)
{
    StoreSeat seat = {.kind = STORE_SEAT_HUMAN};
    seat_read_numbers(&seat, 1234, 0);
    ck_assert(!seat_read_engine(&seat, "", 0));
    ck_assert(!seat_read_engine(&seat, "0123456789abcdefg", 17));
    ck_assert(!seat_read_engine(&seat, "a\0b", 3));
    ck_assert_int_eq(seat.engine_number, 1234);
    seat_read_numbers(&seat, 13, 0);
    ck_assert(!seat_read_engine(&seat, "foobar", 6));
    seat_read_numbers(&seat, 0, 0);
    ck_assert(!seat_read_engine(&seat, "foobar", 6));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("seat");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_number_of_an_engine_is_fnv_1a_of_its_name);
    tcase_add_test(tcase, numbers_are_read_as_what_they_mean);
    tcase_add_test(tcase, the_name_of_an_engine_gives_its_number);
    tcase_add_test(tcase, what_is_not_the_name_of_an_engine_is_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
