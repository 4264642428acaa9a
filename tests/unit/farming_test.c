/* The rules of farming.h, each at its edge. */
#include "check_rig.h"
#include "farming.h"
#include "lobby_rig.h"

#include <stdlib.h>

static const int64_t NOW = INT64_C(1793000000000), DAY = INT64_C(24) * 60 * 60 * 1000;

static Recents *recents;
static Person seat[2];
static Move moves[64];

static void setup(void)
{
    recents = recents_new();
    seat[WHITE] = rig_person("ann", 1500);
    seat[BLACK] = rig_person("bob", 1500);
    for (int i = 0; i < 64; i++)
        moves[i] = (Move)(i + 1);
}

static void teardown(void)
{
    recents_free(recents);
}

/* Two old accounts, a game of 40 plies that White won. */
static FarmingGame honest(void)
{
    Rating known = {150000, 6000, 60000, 50, NOW - DAY};
    return (FarmingGame){.seat = seat,
                         .moves = moves,
                         .plies = 40,
                         .rated = true,
                         .status = STATUS_RESIGN,
                         .winner = WINNER_WHITE,
                         .lasted = 300000,
                         .account = {NOW - 100 * DAY, NOW - 100 * DAY},
                         .rating = {known, known},
                         .now = NOW};
}

static FarmingVerdict judge(const FarmingGame *game)
{
    return farming_judge(recents, game);
}

START_TEST(an_honest_game_counts)
{
    FarmingGame game = honest();
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
    game.rated = false;
    ck_assert_int_eq(judge(&game), FARMING_CASUAL);
}
END_TEST

START_TEST(two_plies_are_the_least)
{
    FarmingGame game = honest();
    game.plies = 1;
    ck_assert_int_eq(judge(&game), FARMING_NOT_PLAYED);
    game.plies = 2;
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
    game.status = STATUS_ABORTED;
    ck_assert_int_eq(judge(&game), FARMING_NOT_PLAYED);
    game.status = STATUS_NOSTART;
    ck_assert_int_eq(judge(&game), FARMING_NOT_PLAYED);
}
END_TEST

START_TEST(games_with_guests_computers_and_oneself_never_count)
{
    FarmingGame game = honest();
    seat[BLACK].guest = true;
    ck_assert_int_eq(judge(&game), FARMING_NO_ACCOUNT);
    seat[BLACK] = person_computer(4);
    ck_assert_int_eq(judge(&game), FARMING_NO_ACCOUNT);
    seat[BLACK] = seat[WHITE];
    ck_assert_int_eq(judge(&game), FARMING_SAME_PERSON);
}
END_TEST

START_TEST(the_same_opening_and_winner_do_not_count_again)
{
    FarmingGame game = honest();
    recents_note(recents, &game);
    game.plies = 50; /* only the first twenty plies are compared */
    ck_assert_int_eq(judge(&game), FARMING_REPEATED);
    moves[19]++;
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
    moves[19]--;
    moves[20]++;
    ck_assert_int_eq(judge(&game), FARMING_REPEATED);
    game.winner = WINNER_BLACK; /* the other player wins: nobody is farming points */
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
    game.winner = WINNER_NONE;
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
}
END_TEST

START_TEST(the_winner_is_a_person_not_a_colour)
{
    FarmingGame game = honest();
    recents_note(recents, &game);
    Person swap = seat[WHITE];
    seat[WHITE] = seat[BLACK];
    seat[BLACK] = swap;
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
    game.winner = WINNER_BLACK;
    ck_assert_int_eq(judge(&game), FARMING_REPEATED);
}
END_TEST

START_TEST(only_the_last_two_games_between_them_count)
{
    FarmingGame game = honest();
    Person other[2] = {rig_person("cid", 1500), rig_person("bob", 1500)};
    recents_note(recents, &game);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(judge(&game), FARMING_REPEATED);
        FarmingGame strangers = honest();
        strangers.seat = other;
        recents_note(recents, &strangers); /* irrelevant to ann and bob */
        ck_assert_int_eq(judge(&game), FARMING_REPEATED);
        moves[0] += 100;
        recents_note(recents, &game);
        moves[0] -= 100;
    }
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
}
END_TEST

START_TEST(memory_of_games_is_a_ring)
{
    FarmingGame game = honest(), later = honest();
    Person other[2] = {rig_person("cid", 1500), rig_person("dan", 1500)};
    later.seat = other;
    recents_note(recents, &game);
    for (int i = 0; i < RECENTS_MAX - 1; i++)
        recents_note(recents, &later);
    ck_assert_int_eq(judge(&game), FARMING_REPEATED);
    recents_note(recents, &later);
    ck_assert_int_eq(judge(&game), FARMING_COUNTS);
}
END_TEST

/* A new account's first game, won from the same address. */
static FarmingGame boosted(int32_t games)
{
    FarmingGame game = honest();
    game.related = true;
    game.account[WHITE] = NOW - DAY;
    game.rating[WHITE] = rating_new();
    game.rating[WHITE].games = games;
    game.rating[WHITE].at = NOW;
    return game;
}

START_TEST(a_new_account_must_really_play_its_first_wins)
{
    /* 40 plies and 90 s for the first game, falling to 20 and 60 at the fifth. */
    static const struct {
        int32_t games;
        uint32_t plies;
        int64_t lasted;
    } LEAST[] = {{0, 40, 90000}, {1, 36, 84000}, {4, 24, 66000}, {5, 20, 60000}, {9, 20, 60000}};
    for (size_t i = 0; i < sizeof LEAST / sizeof *LEAST; i++) {
        FarmingGame game = boosted(LEAST[i].games);
        game.plies = LEAST[i].plies;
        game.lasted = LEAST[i].lasted;
        ck_assert_int_eq(judge(&game), FARMING_COUNTS);
        game.plies--;
        ck_assert_int_eq(judge(&game), FARMING_BOOSTED);
        game.plies++;
        game.lasted--;
        ck_assert_int_eq(judge(&game), FARMING_BOOSTED);
    }
}
END_TEST

START_TEST(other_games_are_not_boosting)
{
    FarmingGame game = boosted(0);
    game.plies = 10;
    ck_assert_int_eq(judge(&game), FARMING_BOOSTED);
    FarmingGame stranger = game, old = game, certain = game, lost = game, drawn = game;
    stranger.related = false;
    old.account[WHITE] = NOW - 7 * DAY;
    certain.rating[WHITE].deviation = 10999;
    lost.winner = WINNER_BLACK;
    drawn.winner = WINNER_NONE;
    const FarmingGame *fine[] = {&stranger, &old, &certain, &lost, &drawn};
    for (int i = 0; i < 5; i++)
        ck_assert_msg(judge(fine[i]) == FARMING_COUNTS, "case %d", i);
    old.account[WHITE]++; /* a millisecond younger than a week */
    ck_assert_int_eq(judge(&old), FARMING_BOOSTED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("farming");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_honest_game_counts);
    tcase_add_test(tcase, two_plies_are_the_least);
    tcase_add_test(tcase, games_with_guests_computers_and_oneself_never_count);
    tcase_add_test(tcase, the_same_opening_and_winner_do_not_count_again);
    tcase_add_test(tcase, the_winner_is_a_person_not_a_colour);
    tcase_add_test(tcase, only_the_last_two_games_between_them_count);
    tcase_add_test(tcase, memory_of_games_is_a_ring);
    tcase_add_test(tcase, a_new_account_must_really_play_its_first_wins);
    tcase_add_test(tcase, other_games_are_not_boosting);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
