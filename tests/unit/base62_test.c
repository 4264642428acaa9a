#include "base62.h"

#include "check_rig.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

START_TEST(the_letters_are_those_of_ascii_in_order)
{
    int value = 0;
    for (int c = CHAR_MIN; c <= CHAR_MAX; c++) {
        bool is_letter = c > 0 && c < 128 && isalnum(c);
        ck_assert_int_eq(base62_value((char)c), is_letter ? value : -1);
        if (is_letter)
            ck_assert_int_eq(BASE62[value++], c);
    }
    ck_assert_int_eq(value, BASE62_LETTERS);
    ck_assert_uint_eq(strlen(BASE62), BASE62_LETTERS);
}
END_TEST

START_TEST(a_text_has_exactly_the_length_asked_for)
{
    ck_assert(base62_is("", 0));
    ck_assert(base62_is("aZ09", 4));
    ck_assert(!base62_is("aZ09", 3));
    ck_assert(!base62_is("aZ09", 5));
    ck_assert(!base62_is("aZ-9", 4));
    ck_assert(!base62_is("aZ9 ", 4));
    ck_assert(!base62_is("a\xc3\xa4"
                         "9",
                         4));
}
END_TEST

START_TEST(all_letters_are_drawn)
{
    enum { LENGTH = 12, TIMES = 1000 };
    int seen[BASE62_LETTERS] = {0};
    char before[LENGTH + 1] = "";
    for (int i = 0; i < TIMES; i++) {
        char text[LENGTH + 1];
        memset(text, '!', sizeof text);
        base62_draw(text, LENGTH);
        ck_assert(base62_is(text, LENGTH));
        ck_assert_str_ne(text, before);
        for (int at = 0; at < LENGTH; at++)
            seen[base62_value(text[at])]++;
        memcpy(before, text, sizeof text);
    }
    /* 12000 / 62 is 194 with a standard deviation of 14: 80 either way is a chance of 10^-7 for all of them. */
    for (int value = 0; value < BASE62_LETTERS; value++) {
        ck_assert_int_gt(seen[value], 194 - 80);
        ck_assert_int_lt(seen[value], 194 + 80);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base62");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, the_letters_are_those_of_ascii_in_order);
    tcase_add_test(tcase, a_text_has_exactly_the_length_asked_for);
    tcase_add_test(tcase, all_letters_are_drawn);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
