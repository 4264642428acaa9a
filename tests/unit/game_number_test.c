/* The ids are on disk and in people's links: the permutation must never change. The expected ids were
 * computed by a second implementation (Python, SipHash-2-4 written from its paper). */
#include "game_number.h"

#include "check_rig.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char KEY[GAME_NUMBER_KEY_SIZE] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                        8, 9, 10, 11, 12, 13, 14, 15};

static const struct {
    int64_t number;
    const char *id;
} VECTORS[] = {
    {INT64_C(0), "GnAKIurS"},         {INT64_C(1), "GTnXBcqY"},
    {INT64_C(2), "rFJLPKjo"},         {INT64_C(61), "mo8JUB2N"},
    {INT64_C(62), "Exr1fYzQ"},        {INT64_C(1000), "7uwGAzpN"},
    {INT64_C(14776335), "V1RTOtgb"},  {INT64_C(14776336), "gpUYyG9v"},
    {INT64_C(123456789), "YjmZYlSc"}, {INT64_C(218340105584895), "3q1NfHsa"},
};

START_TEST(ids_never_change)
{
    for (size_t i = 0; i < sizeof VECTORS / sizeof *VECTORS; i++) {
        GameId id = game_number_print(VECTORS[i].number, KEY);
        ck_assert_str_eq(id.text, VECTORS[i].id);
        int64_t number;
        ck_assert(game_number_parse(&number, &id, KEY));
        ck_assert_int_eq(number, VECTORS[i].number);
    }
}
END_TEST

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

START_TEST(a_hundred_thousand_ids_in_a_row_all_differ)
{
    enum { COUNT = 100000 };
    static GameId ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = game_number_print(i, KEY);
        int64_t number;
        ck_assert(game_number_parse(&number, &ids[i], KEY));
        ck_assert_int_eq(number, i);
    }
    qsort(ids, COUNT, sizeof *ids, compare);
    for (int i = 1; i < COUNT; i++)
        ck_assert_str_ne(ids[i - 1].text, ids[i].text);
}
END_TEST

START_TEST(another_key_gives_other_ids)
{
    unsigned char other[GAME_NUMBER_KEY_SIZE];
    memcpy(other, KEY, sizeof other);
    other[15] ^= 1;
    for (int64_t n = 0; n < 100; n++)
        ck_assert_str_ne(game_number_print(n, KEY).text, game_number_print(n, other).text);
}
END_TEST

START_TEST(what_is_not_an_id_is_refused)
{
    static const char *const bad[] = {"",         "Ab12Cd3",   "Ab12Cd3-",
                                      "-b12Cd34", "Ab12\0d34", "Ab 2Cd34"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        GameId id = {{0}};
        memcpy(id.text, bad[i], strlen(bad[i]));
        int64_t number;
        ck_assert_msg(!game_number_parse(&number, &id, KEY), "\"%s\" was taken", bad[i]);
    }
    GameId unended;
    memset(unended.text, 'a', sizeof unended.text);
    int64_t number;
    ck_assert(!game_number_parse(&number, &unended, KEY));
}
END_TEST

int main(void)
{
    if (sodium_init() < 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("game_number");
    TCase *tcase = tcase_create("permutation");
    tcase_add_test(tcase, ids_never_change);
    tcase_add_test(tcase, a_hundred_thousand_ids_in_a_row_all_differ);
    tcase_add_test(tcase, another_key_gives_other_ids);
    tcase_add_test(tcase, what_is_not_an_id_is_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
