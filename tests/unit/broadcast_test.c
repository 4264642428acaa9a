/* The games of a broadcast's round: read from PGN of other programs, merged with those that were there. */
#include "broadcast_games.h"
#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As DGT's LiveChess writes it: clocks after each move, no result yet. */
static const char ONE[] =
    "[Event \"Club\"]\n[Round \"1\"]\n[Board \"1\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n"
    "[WhiteElo \"2100\"]\n[BlackTitle \"FM\"]\n[Result \"*\"]\n\n"
    "1. e4 {[%clk 1:30:55]} e5 {[%clk 1:29:01] a book move} 2. Nf3 {[%clk 1:30:20]} *\n\n";
static const char OTHER[] =
    "[Event \"Club\"]\n[Round \"1\"]\n[Board \"2\"]\n[White \"Cleo\"]\n[Black \"Dan\"]\n"
    "[Result \"1-0\"]\n\n1. d4 (1. c4 c5) d5 1-0\n\n";

static BroadcastGames games;
static BroadcastMerged merged[BROADCAST_BOARDS_MAX];

static bool take(const char *text, uint32_t seq, int64_t now)
{
    BroadcastGames came;
    ck_assert(broadcast_games_read(&came, text, strlen(text)));
    return broadcast_games_merge(&games, &came, seq, now, merged);
}

START_TEST(a_game_is_read_with_its_clocks)
{
    games = (BroadcastGames){NULL, 0};
    ck_assert(take(ONE, 1, 1000));
    const BroadcastBoard *board = &games.at[0];
    ck_assert_uint_eq(games.count, 1);
    ck_assert_str_eq(board->side[WHITE].name, "Ada");
    ck_assert_int_eq(board->side[WHITE].rating, 2100);
    ck_assert_int_eq(board->side[BLACK].rating, 0);
    ck_assert_str_eq(board->side[BLACK].title, "FM");
    ck_assert_int_eq(board->side[WHITE].clock, (90 * 60 + 20) * 1000);
    ck_assert_int_eq(board->side[BLACK].clock, (89 * 60 + 1) * 1000);
    ck_assert_uint_eq(board->plies, 3);
    ck_assert_str_eq(board->last, "g1f3");
    ck_assert_str_eq(board->fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    ck_assert_int_eq(board->result, PGN_UNKNOWN);
    ck_assert_ptr_nonnull(strstr(board->pgn, "[%clk 1:30:20]"));
    ck_assert_ptr_null(strstr(board->pgn, "book move"));
    broadcast_games_clear(&games);
}
END_TEST

START_TEST(what_comes_again_replaces_and_what_does_not_stays)
{
    char text[2048];
    games = (BroadcastGames){NULL, 0};
    ck_assert(take(ONE, 1, 1000));
    ck_assert(take(OTHER, 2, 2000)); /* alone: the first stays */
    ck_assert_uint_eq(games.count, 2);
    ck_assert_uint_eq(merged[0].board, 2);
    ck_assert_int_eq(games.at[1].result, PGN_WHITE_WINS);
    ck_assert_uint_eq(games.at[1].plies, 2); /* without its variation */
    ck_assert(!take(ONE, 3, 3000));
    ck_assert(!merged[0].changed);
    ck_assert_uint_eq(games.at[0].seq, 1);
    ck_assert_int_eq(games.at[0].moved_at, 1000);

    snprintf(text, sizeof text, "%s%s", OTHER, ONE); /* in another order, and with a move more */
    strcpy(strstr(text, " *\n"), " Nc6 *\n");
    ck_assert(take(text, 4, 4000));
    ck_assert_uint_eq(merged[0].board, 2);
    ck_assert(!merged[0].changed);
    ck_assert_uint_eq(merged[1].board, 1);
    ck_assert(merged[1].changed);
    ck_assert_uint_eq(games.at[0].plies, 4);
    ck_assert_uint_eq(games.at[0].seq, 4);
    ck_assert_int_eq(games.at[0].moved_at, 4000);
    broadcast_games_clear(&games);
}
END_TEST

START_TEST(a_game_counts_as_far_as_it_can_be_read)
{
    games = (BroadcastGames){NULL, 0};
    ck_assert(take("[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n"
                   "[White \"C\"]\n[Black \"D\"]\n\n1. d4 *\n",
                   1, 1));
    ck_assert_uint_eq(games.count, 2);
    ck_assert_uint_eq(games.at[0].plies, 2);
    ck_assert_str_eq(games.at[0].fault, "line 5, column 13: the move cannot be played");
    ck_assert_str_eq(games.at[1].fault, "");
    broadcast_games_clear(&games);
}
END_TEST

START_TEST(a_round_has_room_for_so_many_boards)
{
    static char text[64 * (BROADCAST_BOARDS_MAX + 1)];
    size_t length = 0;
    games = (BroadcastGames){NULL, 0};
    for (int i = 0; i < BROADCAST_BOARDS_MAX; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "[White \"P%d\"]\n[Black \"Q\"]\n\n1. e4 *\n\n", i);
    ck_assert(take(text, 1, 1));
    ck_assert_uint_eq(games.count, BROADCAST_BOARDS_MAX);
    ck_assert(!take("[White \"One more\"]\n[Black \"Q\"]\n\n1. e4 *\n\n", 2, 2));
    ck_assert_uint_eq(merged[0].board, 0);
    ck_assert_uint_eq(games.count, BROADCAST_BOARDS_MAX);
    broadcast_games_clear(&games);
}
END_TEST

/* What is no game counts, too: else a text of stars, which PGN takes for games that have not begun, would be read to its end. */
START_TEST(a_text_that_begins_too_many_games_is_read_no_further)
{
    static char text[2 * BROADCAST_BEGUN_MAX + sizeof ONE];
    BroadcastGames came;
    memset(text, '*', BROADCAST_BEGUN_MAX);
    strcpy(text + BROADCAST_BEGUN_MAX - 1, ONE);
    ck_assert(broadcast_games_read(&came, text, strlen(text)));
    ck_assert_uint_eq(came.count, 1);
    broadcast_games_clear(&came);
    memset(text, '*', BROADCAST_BEGUN_MAX);
    strcpy(text + BROADCAST_BEGUN_MAX, ONE);
    ck_assert(!broadcast_games_read(&came, text, strlen(text)));
}
END_TEST

/* PGN standard, 4.1. Cut at the first such letter, the names of both games would be the same. */
START_TEST(names_in_iso_8859_1_are_read)
{
    games = (BroadcastGames){NULL, 0};
    ck_assert(take("[White \"M\xfcller\"]\n[Black \"Sch\xf6n\"]\n\n1. e4 *\n\n"
                   "[White \"M\xf6ller\"]\n[Black \"Sch\xe4r\"]\n\n1. d4 *\n\n"
                   "[White \"M\xc3\xb8ller\"]\n[Black \"\xc5\xa0kof\"]\n\n1. c4 *\n",
                   1, 1));
    ck_assert_uint_eq(games.count, 3);
    ck_assert_str_eq(games.at[0].side[WHITE].name, "M\xc3\xbcller");
    ck_assert_str_eq(games.at[0].side[BLACK].name, "Sch\xc3\xb6n");
    ck_assert_str_eq(games.at[1].side[WHITE].name, "M\xc3\xb6ller");
    ck_assert_str_eq(games.at[1].side[BLACK].name, "Sch\xc3\xa4r");
    ck_assert_str_eq(games.at[2].side[WHITE].name, "M\xc3\xb8ller");
    ck_assert_str_eq(games.at[2].side[BLACK].name, "\xc5\xa0kof");
    ck_assert_ptr_nonnull(strstr(games.at[0].pgn, "[White \"M\xc3\xbcller\"]"));
    broadcast_games_clear(&games);
}
END_TEST

START_TEST(other_bytes_have_no_games)
{
    static const char *const TEXTS[] = {"", "<html><body>404</body></html>", "\xff\xfe\x00",
                                        "   \n"};
    BroadcastGames came;
    ck_assert(!broadcast_games_read(&came, TEXTS[_i], strlen(TEXTS[_i])));
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("broadcast");
    TCase *tcase = tcase_create("broadcast");
    tcase_add_test(tcase, a_game_is_read_with_its_clocks);
    tcase_add_test(tcase, what_comes_again_replaces_and_what_does_not_stays);
    tcase_add_test(tcase, a_game_counts_as_far_as_it_can_be_read);
    tcase_add_test(tcase, a_round_has_room_for_so_many_boards);
    tcase_add_test(tcase, a_text_that_begins_too_many_games_is_read_no_further);
    tcase_add_test(tcase, names_in_iso_8859_1_are_read);
    tcase_add_loop_test(tcase, other_bytes_have_no_games, 0, 4);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
