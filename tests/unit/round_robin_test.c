/* Round robins: FIDE's Berger tables (C.05, annex 1) and Varma tables (annex 2), withdrawals (6.6). */
#include "check_rig.h"
#include "round_robin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 24, GAMES_MAX = PLAYERS_MAX / 2 };

/* Annex 1, as printed: rounds are divided by a bar. */
START_TEST(tables_are_those_of_the_handbook)
{
    static const struct {
        int players;
        const char *table;
    } cases[] = {
        {4, "1-4 2-3 | 4-3 1-2 | 2-4 3-1 | "},
        {6, "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1 | "},
        {8, "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | 3-8 4-2 5-1 "
            "6-7 | "
            "8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1 | "},
        {5, "2-5 3-4 | 5-3 1-2 | 3-1 4-5 | 1-4 2-3 | 4-2 5-1 | "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        RobinSchedule schedule = {cases[i].players, 1, false};
        RoundPair pairs[GAMES_MAX];
        char table[512] = "";
        size_t at = 0;
        for (int round = 0; round < robin_rounds(schedule); round++) {
            int count = robin_pair(schedule, round, pairs);
            for (int g = 0; g < count; g++)
                at += (size_t)snprintf(table + at, sizeof table - at, "%d-%d ", pairs[g].white,
                                       pairs[g].black);
            at += (size_t)snprintf(table + at, sizeof table - at, "| ");
        }
        ck_assert_str_eq(table, cases[i].table);
    }
}
END_TEST

/* Everybody meets everybody once a cycle, in two cycles once with each colour; with the swap nobody has a colour three times
 * in a row. */
START_TEST(everybody_meets_everybody)
{
    for (int players = 2; players <= PLAYERS_MAX; players++)
        for (int cycles = 1; cycles <= 2; cycles++) {
            RobinSchedule schedule = {players, cycles, cycles == 2};
            int met[PLAYERS_MAX + 1][PLAYERS_MAX + 1] = {{0}};
            for (int round = 0; round < robin_rounds(schedule); round++) {
                RoundPair pairs[GAMES_MAX];
                int count = robin_pair(schedule, round, pairs);
                ck_assert_int_eq(count, players / 2);
                for (int g = 0; g < count; g++) {
                    SideColour colour;
                    met[pairs[g].white][pairs[g].black]++;
                    ck_assert_int_eq(robin_opponent(schedule, round, pairs[g].black, &colour),
                                     pairs[g].white);
                    ck_assert_int_eq(colour, SIDE_BLACK);
                }
            }
            for (int a = 1; a <= players; a++)
                for (int b = 1; b < a; b++) {
                    ck_assert_int_eq(met[a][b] + met[b][a], cycles);
                    ck_assert(cycles == 1 || met[a][b] == 1);
                }
        }
}
END_TEST

START_TEST(no_colour_three_times_in_a_row)
{
    for (int players = 4; players <= PLAYERS_MAX; players += 2) {
        RobinSchedule schedule = {players, 2, true};
        for (int player = 1; player <= players; player++) {
            SideColour before = SIDE_NONE, last = SIDE_NONE, colour;
            for (int round = 0; round < robin_rounds(schedule); round++) {
                robin_opponent(schedule, round, player, &colour);
                ck_assert(colour != last || colour != before);
                before = last;
                last = colour;
            }
        }
    }
}
END_TEST

/* The greatest contingent draws first, and all of one draw from one envelope that has enough numbers. */
START_TEST(numbers_are_drawn_by_Varma)
{
    static const char federations[10][4] = {"GER", "FRA", "FRA", "ESP", "FRA",
                                            "ITA", "GER", "POL", "SUI", "AUT"};
    static const int envelope[11] = {0,   'C', 'D', 'A', 'A', 'B',
                                     'C', 'B', 'A', 'B', 'D'}; /* of each number */
    for (uint64_t seed = 0; seed < 50; seed++) {
        uint8_t numbers[10], again[10];
        bool given[11] = {false};
        ck_assert(varma_draw(federations, 10, seed, numbers));
        for (int i = 0; i < 10; i++) {
            ck_assert(numbers[i] >= 1 && numbers[i] <= 10 && !given[numbers[i]]);
            given[numbers[i]] = true;
        }
        ck_assert_int_eq(envelope[numbers[1]], envelope[numbers[2]]);
        ck_assert_int_eq(envelope[numbers[1]], envelope[numbers[4]]);
        ck_assert(varma_draw(federations, 10, seed, again));
        ck_assert_mem_eq(numbers, again, sizeof numbers);
        ck_assert(varma_draw(federations, 9, seed, numbers));
        for (int i = 0; i < 9; i++)
            ck_assert_int_le(numbers[i], 9);
    }
    uint8_t numbers[25];
    char many[25][4] = {{0}};
    ck_assert(!varma_draw((const char(*)[4])many, 8, 1, numbers));
    ck_assert(!varma_draw((const char(*)[4])many, 25, 1, numbers));
    ck_assert(varma_draw((const char(*)[4])many, 24, 1, numbers)); /* all of one federation */
}
END_TEST

/* Six players, five games each: two completed are less than half, three are more. */
static Tournament play(void *memory, TournamentSize size, int rounds)
{
    Tournament t;
    RobinSchedule schedule = {6, 1, false};
    tournament_open(&t, memory, size);
    t.player_count = 6;
    t.rounds = 5;
    t.played = rounds;
    for (int i = 0; i < 6; i++)
        t.players[i].id = (uint16_t)(i + 1);
    ck_assert(tournament_index(&t));
    for (int round = 0; round < rounds; round++) {
        RoundPair pairs[3];
        for (int g = 0; g < robin_pair(schedule, round, pairs); g++) {
            *tournament_game(&t, pairs[g].white - 1, round) =
                (RoundGame){pairs[g].black, SIDE_WHITE, RESULT_WIN};
            *tournament_game(&t, pairs[g].black - 1, round) =
                (RoundGame){pairs[g].white, SIDE_BLACK, RESULT_LOSS};
        }
    }
    return t;
}

START_TEST(withdrawals_before_and_after_half)
{
    TournamentSize size = {6, 6, 0, 0};
    RobinSchedule schedule = {6, 1, false};
    void *memory = malloc(tournament_memory(size));
    Tournament t = play(memory, size, 2);
    ck_assert_int_eq(robin_judge_withdrawal(&t, schedule, 0, 2), WITHDRAWAL_ANNULS);
    robin_withdraw(&t, schedule, 0, 2, WITHDRAWAL_ANNULS);
    for (int i = 0; i < 6; i++)
        for (int round = 0; round < 2; round++)
            ck_assert_int_ne(tournament_game(&t, i, round)->opponent, 1);
    t = play(memory, size, 3);
    ck_assert_int_eq(robin_judge_withdrawal(&t, schedule, 0, 3), WITHDRAWAL_FORFEITS);
    robin_withdraw(&t, schedule, 0, 3, WITHDRAWAL_FORFEITS);
    ck_assert_int_eq(tournament_game(&t, 0, 3)->result, RESULT_FORFEIT_LOSS); /* 1-4 in round 4 */
    ck_assert_int_eq(tournament_game(&t, 3, 3)->result, RESULT_FORFEIT_WIN);
    ck_assert_int_eq(tournament_game(&t, 3, 3)->colour, SIDE_BLACK);
    ck_assert_int_eq(tournament_game(&t, 4, 4)->result, RESULT_FORFEIT_WIN); /* 5-1 in round 5 */
    ck_assert_int_eq(robin_judge_withdrawal(&t, schedule, 4, 4), WITHDRAWAL_FORFEITS);
    robin_withdraw(&t, schedule, 4, 4, WITHDRAWAL_FORFEITS); /* nobody comes: both lose */
    ck_assert_int_eq(tournament_game(&t, 0, 4)->result, RESULT_FORFEIT_LOSS);
    ck_assert_int_eq(tournament_game(&t, 4, 4)->result, RESULT_FORFEIT_LOSS);
    free(memory);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("round_robin");
    TCase *robin = tcase_create("round_robin");
    tcase_add_test(robin, tables_are_those_of_the_handbook);
    tcase_add_test(robin, everybody_meets_everybody);
    tcase_add_test(robin, no_colour_three_times_in_a_row);
    tcase_add_test(robin, numbers_are_drawn_by_Varma);
    tcase_add_test(robin, withdrawals_before_and_after_half);
    suite_add_tcase(s, robin);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
