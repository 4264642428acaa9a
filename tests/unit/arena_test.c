/* Arenas: constants and examples of lichess-org/lila, modules/tournament; small fields; a simulated arena. */
#include "arena.h"
#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 1000, MINUTE = 60000 };

static void *memory;
static RoundPair pairs[ARENA_PAIRS];

static void setup(void)
{
    memory = malloc(arena_memory());
}
static void teardown(void)
{
    free(memory);
}

/* WaitingUsers.scala: 8 s below 30 s, 10 s below a minute, then a tenth and 6 s, between 15 and 50 s. */
START_TEST(how_long_is_waited)
{
    ck_assert_int_eq(arena_wait(15000, 0), 8000);
    ck_assert_int_eq(arena_wait(30000, 0), 10000);
    ck_assert_int_eq(arena_wait(60000, 0), 15000);
    ck_assert_int_eq(arena_wait(180000, 0), 24000);
    ck_assert_int_eq(arena_wait(180000, 2000), 32000);
    ck_assert_int_eq(arena_wait(600000, 5000), 50000);
}
END_TEST

static ArenaPlayer waiting_player(int id, int last, int64_t since)
{
    return (ArenaPlayer){.id = (uint16_t)id,
                         .last_opponent = (uint16_t)last,
                         .rank = (uint16_t)id,
                         .rating = 1500,
                         .since = since};
}

/* The difference from lichess: nobody waits for a tick or for others when a pair can be made. */
START_TEST(small_fields_do_not_wait)
{
    ArenaField field = {.active = 6, .now = MINUTE, .wait = 24000};
    ArenaPlayer two[] = {waiting_player(1, 3, MINUTE), waiting_player(2, 4, MINUTE)};
    ck_assert(arena_is_ready(&field, two, 2));
    ck_assert_int_eq(arena_pair(&field, two, 2, memory, pairs), 1);
    /* Who just played each other wait for the others, but not for ever. */
    ArenaPlayer same[] = {waiting_player(1, 2, MINUTE), waiting_player(2, 1, MINUTE)};
    ck_assert(!arena_is_ready(&field, same, 2));
    field.now += 24000;
    ck_assert(arena_is_ready(&field, same, 2));
    ck_assert_int_eq(arena_pair(&field, same, 2, memory, pairs), 1);
    /* When nobody else takes part they play on at once. */
    field.now = MINUTE;
    field.active = 2;
    ck_assert(arena_is_ready(&field, same, 2));
    ck_assert_int_eq(arena_pair(&field, same, 2, memory, pairs), 1);
    ck_assert(!arena_is_ready(&field, same, 1));
}
END_TEST

START_TEST(large_fields_wait_for_two_patient_players)
{
    ArenaField field = {.active = 100, .now = MINUTE, .wait = 24000};
    ArenaPlayer three[] = {waiting_player(1, 9, MINUTE - 23999),
                           waiting_player(2, 9, MINUTE - 24000), waiting_player(3, 9, MINUTE)};
    ck_assert(!arena_is_ready(&field, three, 3));
    three[0].since--;
    ck_assert(arena_is_ready(&field, three, 3));
}
END_TEST

/* The last opponent and a third game in a row with one colour for both are avoided, also when ranks are far apart then. */
START_TEST(who_may_not_meet)
{
    ArenaField field = {.active = 40, .now = MINUTE, .wait = 24000};
    ArenaPlayer four[] = {waiting_player(1, 2, 0), waiting_player(2, 1, 0), waiting_player(3, 9, 0),
                          waiting_player(4, 9, 0)};
    ck_assert_int_eq(arena_pair(&field, four, 4, memory, pairs), 2);
    for (int i = 0; i < 2; i++)
        ck_assert((pairs[i].white <= 2) != (pairs[i].black <= 2));
    ArenaPlayer whites[] = {waiting_player(1, 9, 0), waiting_player(2, 9, 0)};
    whites[0].strike = whites[1].strike = ARENA_STRIKE;
    ck_assert_int_eq(arena_pair(&field, whites, 2, memory, pairs), 0);
    whites[1].strike = 2;
    ck_assert_int_eq(arena_pair(&field, whites, 2, memory, pairs), 1);
    ck_assert_int_eq(pairs[0].white, 2);
    ArenaPlayer team[] = {waiting_player(1, 9, 0), waiting_player(2, 9, 0)};
    team[0].team = team[1].team = 7;
    field.is_battle = true;
    ck_assert_int_eq(arena_pair(&field, team, 2, memory, pairs), 0);
}
END_TEST

START_TEST(the_latest_of_an_odd_number_waits)
{
    ArenaField field = {.active = 40, .now = MINUTE, .wait = 24000, .is_first = true};
    ArenaPlayer five[5];
    for (int i = 0; i < 5; i++)
        five[i] = waiting_player(i + 1, 0, i == 1 ? MINUTE : i);
    ck_assert_int_eq(arena_pair(&field, five, 5, memory, pairs), 2);
    for (int i = 0; i < 2; i++)
        ck_assert(pairs[i].white != 2 && pairs[i].black != 2);
}
END_TEST

/* ArenaSheet.scala and lichess.org/tournament/help: W W W is 2 2 4; a draw ends the fire and is worth 2 in it. A quick
 * draw (DQ) is one after which only long draws count (isDrawStreak: of a score that is neither won nor lost). */
START_TEST(points)
{
    static const struct {
        const char
            *results; /* W, D, L; a small letter for a game of ten plies, B for a berserk win */
        const char *points;
    } cases[] = {{"WWWW", "2244"},  {"WWDWW", "22222"}, {"WWLW", "2202"}, {"WB", "23"},
                 {"WWB", "225"},    {"wb", "22"},       {"DD", "10"},     {"DLD", "100"},
                 {"DWD", "121"},    {"dD", "00"},       {"dLD", "000"},   {"dWD", "021"},
                 {"DLLWD", "10021"}};
    ArenaScoring scoring = {60, true, true, false};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ArenaGame games[8];
        uint8_t each[8];
        int count = (int)strlen(cases[i].results), sum = 0;
        for (int g = 0; g < count; g++) {
            char letter = cases[i].results[g];
            bool is_short = letter >= 'a';
            letter = is_short ? (char)(letter - 'a' + 'A') : letter;
            games[g] = (ArenaGame){letter == 'D'   ? ARENA_DRAW
                                   : letter == 'L' ? ARENA_LOSS
                                                   : ARENA_WIN,
                                   letter == 'B', is_short ? 10 : 40};
            sum += cases[i].points[g] - '0';
        }
        ck_assert_msg(arena_score(scoring, games, count, each) == sum, "%s", cases[i].results);
        for (int g = 0; g < count; g++)
            ck_assert_msg(each[g] == cases[i].points[g] - '0', "%s: game %d", cases[i].results,
                          g + 1);
    }
    ArenaGame draws[] = {{ARENA_DRAW, false, 40}, {ARENA_DRAW, false, 59}, {ARENA_DRAW, false, 60}};
    ck_assert_int_eq(arena_score(scoring, draws, 3, NULL), 2);
    ArenaGame wins[] = {{ARENA_WIN, true, 40}, {ARENA_WIN, false, 40}, {ARENA_WIN, false, 40}};
    ck_assert_int_eq(arena_score((ArenaScoring){60, false, false, false}, wins, 3, NULL), 6);
    ArenaGame quick[] = {{ARENA_DRAW, false, 10}, {ARENA_DRAW, false, 40}};
    ck_assert_int_eq(arena_score((ArenaScoring){60, true, true, true}, quick, 2, NULL), 1);
}
END_TEST

/* A thousand players: nobody is paired twice, with themselves or with their last opponent, and nearly all are paired. */
START_TEST(a_thousand_players)
{
    static ArenaPlayer field_players[PLAYERS], waiting[PLAYERS];
    for (int i = 0; i < PLAYERS; i++)
        field_players[i] = waiting_player(i + 1, 0, 0);
    for (int round = 0; round < 20; round++) {
        ArenaField field = {.active = PLAYERS,
                            .now = MINUTE * round,
                            .wait = 15000,
                            .is_first = round == 0,
                            .seed = (uint64_t)round};
        bool paired[PLAYERS + 1] = {false};
        memcpy(waiting, field_players, sizeof waiting);
        int count = arena_pair(&field, waiting, PLAYERS, memory, pairs);
        ck_assert_int_ge(count, PLAYERS / 2 - 200);
        for (int i = 0; i < count; i++) {
            ArenaPlayer *white = &field_players[pairs[i].white - 1],
                        *black = &field_players[pairs[i].black - 1];
            ck_assert(white != black && !paired[white->id] && !paired[black->id]);
            ck_assert(white->last_opponent != black->id && black->last_opponent != white->id);
            paired[white->id] = paired[black->id] = true;
            white->last_opponent = black->id;
            black->last_opponent = white->id;
            white->strike = (int8_t)(white->strike > 0 ? white->strike + 1 : 1);
            black->strike = (int8_t)(black->strike < 0 ? black->strike - 1 : -1);
            ck_assert_int_le(white->strike, 4);
            ck_assert_int_ge(black->strike, -4);
        }
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("arena");
    TCase *arena = tcase_create("arena");
    tcase_add_checked_fixture(arena, setup, teardown);
    tcase_add_test(arena, how_long_is_waited);
    tcase_add_test(arena, small_fields_do_not_wait);
    tcase_add_test(arena, large_fields_wait_for_two_patient_players);
    tcase_add_test(arena, who_may_not_meet);
    tcase_add_test(arena, the_latest_of_an_odd_number_waits);
    tcase_add_test(arena, points);
    tcase_add_test(arena, a_thousand_players);
    suite_add_tcase(s, arena);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
