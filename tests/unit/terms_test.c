#include "terms.h"

#include "check_rig.h"

#include <stdlib.h>

START_TEST(only_the_right_number_of_letters_and_digits_is_an_id)
{
    static const struct {
        const char *text;
        bool good;
    } CASES[] = {
        {"Ab12Cd34Ef56", true},
        {"AZaz09AZaz09", true},
        {"", false},
        {"Ab12Cd34Ef5", false},
        {"Ab12Cd34Ef567", false},
        {"Ab12Cd34Ef5-", false},
        {"Ab12 d34Ef56", false},
        {"Ab12Cd34Ef5@", false},
        {"Ab12Cd34Ef5[", false},
        {"Ab12Cd34Ef5`", false},
        {"Ab12Cd34Ef5{", false},
        {"Ab12Cd34Ef\xc3\xa9", false},
        {"\x10"
         "b12Cd34Ef56",
         false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        LobbyId id;
        ck_assert_msg(lobby_id_parse(&id, CASES[i].text) == CASES[i].good, "%s", CASES[i].text);
        if (CASES[i].good)
            ck_assert_str_eq(id.text, CASES[i].text);
    }
}
END_TEST

START_TEST(ids_are_equal_in_every_letter)
{
    LobbyId one = {"Ab12Cd34Ef56"}, same = {"Ab12Cd34Ef56"}, other = {"Ab12Cd34Ef56"};
    ck_assert(lobby_id_equal(&one, &same));
    other.text[11] = '7';
    ck_assert(!lobby_id_equal(&one, &other));
}
END_TEST

START_TEST(terms_fit_when_they_are_of_the_same_game)
{
    static const Terms ONE = {{.timed = true, .initial = 300000, .increment = 3000},
                              VARIANT_STANDARD,
                              false,
                              WISH_RANDOM};
    static const struct {
        Terms other;
        bool fit;
        const char *why;
    } CASES[] = {
        {{{.timed = true, .initial = 300000, .increment = 3000},
          VARIANT_STANDARD,
          false,
          WISH_RANDOM},
         true,
         "the same"},
        {{{.timed = true, .initial = 300000, .increment = 3000},
          VARIANT_STANDARD,
          false,
          WISH_WHITE},
         true,
         "any colour"},
        {{{.timed = true, .initial = 180000, .increment = 3000},
          VARIANT_STANDARD,
          false,
          WISH_RANDOM},
         false,
         "initial"},
        {{{.timed = true, .initial = 300000, .increment = 2000},
          VARIANT_STANDARD,
          false,
          WISH_RANDOM},
         false,
         "increment"},
        {{{.timed = false}, VARIANT_STANDARD, false, WISH_RANDOM}, false, "no clock"},
        {{{.timed = true, .initial = 300000, .increment = 3000, .bonus = BONUS_DELAY},
          VARIANT_STANDARD,
          false,
          WISH_RANDOM},
         false,
         "delay"},
        {{{.timed = true, .days = 3}, VARIANT_STANDARD, false, WISH_RANDOM}, false, "days"},
        {{{.timed = true, .initial = 300000, .increment = 3000},
          VARIANT_CHESS960,
          false,
          WISH_RANDOM},
         false,
         "variant"},
        {{{.timed = true, .initial = 300000, .increment = 3000},
          VARIANT_STANDARD,
          true,
          WISH_RANDOM},
         false,
         "rated"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(terms_fit(&ONE, &CASES[i].other) == CASES[i].fit, "%s", CASES[i].why);
        ck_assert_msg(terms_fit(&CASES[i].other, &ONE) == CASES[i].fit, "%s, turned", CASES[i].why);
    }
}
END_TEST

START_TEST(wishes_of_colour_are_met_or_refused)
{
    enum { NO = -1, DRAWN = 2 };
    /* The wish of one, then of the other, and the colour that the first gets. */
    static const int GETS[3][3] = {
        [WISH_RANDOM] = {[WISH_RANDOM] = DRAWN, [WISH_WHITE] = BLACK, [WISH_BLACK] = WHITE},
        [WISH_WHITE] = {[WISH_RANDOM] = WHITE, [WISH_WHITE] = NO, [WISH_BLACK] = WHITE},
        [WISH_BLACK] = {[WISH_RANDOM] = BLACK, [WISH_WHITE] = BLACK, [WISH_BLACK] = NO},
    };
    for (int one = 0; one < 3; one++)
        for (int other = 0; other < 3; other++) {
            Terms a = {{.timed = false}, VARIANT_STANDARD, false, (Wish)one}, b = a;
            b.color = (Wish)other;
            int gets = GETS[one][other];
            ck_assert_int_eq(terms_fit(&a, &b), gets != NO);
            for (uint64_t chance = 0; gets != NO && chance < 2; chance++)
                ck_assert_int_eq(wish_color(a.color, b.color, chance),
                                 gets == DRAWN ? (int)chance : gets);
        }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("terms");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, only_the_right_number_of_letters_and_digits_is_an_id);
    tcase_add_test(tcase, ids_are_equal_in_every_letter);
    tcase_add_test(tcase, terms_fit_when_they_are_of_the_same_game);
    tcase_add_test(tcase, wishes_of_colour_are_met_or_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
