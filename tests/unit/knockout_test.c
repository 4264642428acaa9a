/* Knock-out brackets, and matches with tie-break games. */
#include "check_rig.h"
#include "knockout.h"

#include <stdlib.h>

static RoundPair matches[KNOCKOUT_PLAYERS_MAX / 2];

/* The usual bracket of eight, as in any draw with seeds. */
START_TEST(the_bracket_of_eight)
{
    static const RoundPair eight[] = {{1, 8}, {4, 5}, {3, 6}, {2, 7}};
    ck_assert_int_eq(knockout_first_round(8, matches), 4);
    ck_assert_mem_eq(matches, eight, sizeof eight);
    static const RoundPair five[] = {{1, 0}, {4, 5}, {3, 0}, {2, 0}};
    ck_assert_int_eq(knockout_first_round(5, matches), 4);
    ck_assert_mem_eq(matches, five, sizeof five);
}
END_TEST

/* When the better seed always wins, each round has the best seeds, and the first meets the last of them. */
START_TEST(seeds_meet_as_late_as_they_can)
{
    for (int players = 2; players <= KNOCKOUT_PLAYERS_MAX; players += players < 40 ? 1 : 123) {
        int count = knockout_first_round(players, matches);
        for (int round = 0; round < knockout_rounds(players); round++) {
            uint16_t winners[KNOCKOUT_PLAYERS_MAX / 2];
            ck_assert_int_eq(count, 1 << (knockout_rounds(players) - round - 1));
            for (int i = 0; i < count; i++) {
                int one = matches[i].white, other = matches[i].black;
                ck_assert(!other || one + other == 2 * count + 1);
                winners[i] = (uint16_t)(!other || one < other ? one : other);
            }
            count = knockout_next_round(winners, count, matches);
        }
    }
}
END_TEST

START_TEST(sizes_that_are_refused)
{
    ck_assert_int_eq(knockout_first_round(1, matches), 0);
    ck_assert_int_eq(knockout_first_round(KNOCKOUT_PLAYERS_MAX + 1, matches), 0);
    ck_assert_int_eq(knockout_first_round(KNOCKOUT_PLAYERS_MAX, matches), KNOCKOUT_PLAYERS_MAX / 2);
}
END_TEST

/* Two games, one pair of tie-break games, then the one that decides. */
START_TEST(matches_and_their_tie_breaks)
{
    static const struct {
        int played;
        unsigned char scores[5];
        bool first_begins;
        KnockoutMatch expected;
    } cases[] = {
        {0, {0}, true, {MATCH_GOES_ON, false, false, true}},
        {1, {2}, true, {MATCH_GOES_ON, false, false, false}},
        {2, {2, 1}, true, {MATCH_FIRST_WINS, false, false, true}},
        {2, {0, 1}, true, {MATCH_SECOND_WINS, false, false, true}},
        {2, {2, 0}, true, {MATCH_GOES_ON, true, false, true}},
        {3, {1, 1, 0}, true, {MATCH_GOES_ON, true, false, false}},
        {4, {1, 1, 0, 1}, true, {MATCH_SECOND_WINS, true, false, true}},
        {4, {1, 1, 1, 1}, true, {MATCH_GOES_ON, true, true, true}},
        {5, {1, 1, 1, 1, 1}, true, {MATCH_SECOND_WINS, true, true, true}},
        {5, {1, 1, 1, 1, 1}, false, {MATCH_FIRST_WINS, true, true, false}},
        {5, {1, 1, 1, 1, 2}, true, {MATCH_FIRST_WINS, true, true, true}},
    };
    KnockoutRules rules = {2, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        KnockoutMatch match =
            knockout_match(rules, cases[i].scores, cases[i].played, cases[i].first_begins);
        const KnockoutMatch *expected = &cases[i].expected;
        ck_assert_msg(match.state == expected->state &&
                          match.is_tiebreak == expected->is_tiebreak &&
                          match.decides == expected->decides &&
                          match.first_has_white == expected->first_has_white,
                      "case %zu: %d %d %d %d", i, (int)match.state, match.is_tiebreak,
                      match.decides, match.first_has_white);
    }
}
END_TEST

/* Three and a half of six are enough. */
START_TEST(a_decided_match_is_over)
{
    static const unsigned char scores[] = {2, 2, 2, 1};
    KnockoutRules rules = {6, 0};
    ck_assert_int_eq(knockout_match(rules, scores, 3, true).state, MATCH_GOES_ON);
    ck_assert_int_eq(knockout_match(rules, scores, 4, true).state, MATCH_FIRST_WINS);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("knockout");
    TCase *knockout = tcase_create("knockout");
    tcase_add_test(knockout, the_bracket_of_eight);
    tcase_add_test(knockout, seeds_meet_as_late_as_they_can);
    tcase_add_test(knockout, sizes_that_are_refused);
    tcase_add_test(knockout, matches_and_their_tie_breaks);
    tcase_add_test(knockout, a_decided_match_is_over);
    suite_add_tcase(s, knockout);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
