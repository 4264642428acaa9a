#include "fen.h"

#include "chess_rig.h"

/* Every reason has a row of its own, and another one if it can arise in two ways. The place is that of the
 * field or character. */
static const struct {
    const char *fen;
    FenError error;
    size_t place;
} refused[] = {
    {"", FEN_RANK_LENGTH, 0},
    {"8/8/8/8/8/8/8/8/8 w - -", FEN_RANK_COUNT, 15},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", FEN_RANK_COUNT, 17},
    {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", FEN_RANK_LENGTH, 2},
    {"4k2/8/8/8/8/8/8/4K3 w - - 0 1", FEN_RANK_LENGTH, 3},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", FEN_RANK_LENGTH, 19},
    {"4k3/8/8/9/8/8/8/4K3 w - - 0 1", FEN_BOARD_SYNTAX, 8},
    {"4k3/8/8/8/8/8/8/4K2X w - - 0 1", FEN_BOARD_SYNTAX, 19},
    {"4k3/8/8/8/8/8/8/4K2. w - - 0 1", FEN_BOARD_SYNTAX, 19},
    {"4k3/8/8/8/8/8/8/4K3", FEN_TURN_SYNTAX, 19},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", FEN_TURN_SYNTAX, 20},
    {"4k3/8/8/8/8/8/8/4K3 wb - - 0 1", FEN_TURN_SYNTAX, 20},
    {"4k3/8/8/8/8/8/8/4K2R w X - 0 1", FEN_CASTLING_SYNTAX, 23},
    {"4k3/8/8/8/8/8/8/4K2R w K- - 0 1", FEN_CASTLING_SYNTAX, 24},
    {"4k3/8/8/8/8/8/8/4K2R w -K - 0 1", FEN_CASTLING_SYNTAX, 23},
    {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", FEN_EP_SYNTAX, 24},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", FEN_EP_SYNTAX, 24},
    {"4k3/8/8/8/8/8/8/4K3 w - e66 0 1", FEN_EP_SYNTAX, 24},
    {"4k3/8/8/8/8/8/8/4K3 w - -- 0 1", FEN_EP_SYNTAX, 24},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", FEN_HALFMOVE_SYNTAX, 26},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", FEN_HALFMOVE_SYNTAX, 26},
    {"4k3/8/8/8/8/8/8/4K3 w - - 65536 1", FEN_HALFMOVE_SYNTAX, 26},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1x", FEN_FULLMOVE_SYNTAX, 28},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", FEN_FULLMOVE_SYNTAX, 28},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", FEN_TRAILING, 30},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", FEN_NO_WHITE_KING, 0},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", FEN_NO_BLACK_KING, 0},
    {"4k3/8/8/8/8/8/8/4K1K1 w - - 0 1", FEN_TOO_MANY_KINGS, 0},
    {"k3k3/8/8/8/8/8/8/4K3 w - - 0 1", FEN_TOO_MANY_KINGS, 0},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", FEN_PAWN_ON_BACK_RANK, 0},
    {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", FEN_PAWN_ON_BACK_RANK, 0},
    {"4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", FEN_TOO_MANY_PAWNS, 0},
    {"4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", FEN_TOO_MANY_PIECES, 0},
    {"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", FEN_TOO_MANY_PROMOTED, 0},
    {"4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1", FEN_TOO_MANY_PROMOTED, 0}, /* on one colour */
    {"4k3/8/8/8/8/8/8/4KR2 b - - 0 1", FEN_OK, 0},
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", FEN_OPPONENT_IN_CHECK, 21},
    {"8/8/8/8/8/4k3/4K3/8 w - - 0 1", FEN_OPPONENT_IN_CHECK, 20}, /* kings side by side */
    {"4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", FEN_IMPOSSIBLE_CHECK, 0},
    {"R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", FEN_IMPOSSIBLE_CHECK, 0},
    {"4k3/5P2/6N1/1B6/4R3/8/8/4K3 b - - 0 1", FEN_IMPOSSIBLE_CHECK, 0}, /* three checks at once */
    {"4k3/8/3N4/8/3Pp3/8/8/4K3 b - d3 0 1", FEN_IMPOSSIBLE_CHECK,
     0}, /* the position before the double step is impossible */
    {"4k3/8/8/8/8/4K3/8/7R w K - 0 1", FEN_CASTLING_NO_KING, 23},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", FEN_CASTLING_NO_ROOK, 22},
    {"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", FEN_CASTLING_NO_ROOK, 24},
    {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1", FEN_CASTLING_TWICE, 24},
    {"4k3/8/8/8/8/8/8/4KRR1 w FG - 0 1", FEN_CASTLING_TWICE, 25},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d6 0 1", FEN_EP_RANK, 27},
    {"4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1", FEN_EP_RANK, 27},
    {"4k3/8/8/8/3Np3/8/8/4K3 b - d3 0 1", FEN_EP_NO_PAWN, 27},
    {"4k3/8/8/8/3Pp3/8/3N4/4K3 b - d3 0 1", FEN_EP_BLOCKED, 29},
    {"4k3/8/8/8/3Pp3/3N4/8/4K3 b - d3 0 1", FEN_EP_BLOCKED, 29},
    {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 1 1", FEN_EP_CLOCK, 30},
};

START_TEST(each_impossible_position_is_refused_by_name)
{
    for (size_t i = 0; i < COUNT(refused); i++) {
        const char *fen = refused[i].fen;
        Position pos, before;
        position_start(&pos);
        before = pos;
        size_t place = 999;
        FenError error = fen_parse(fen, strlen(fen), &pos, &place);
        ck_assert_msg(error == refused[i].error, "%s: %s", fen, fen_error_text(error));
        if (error == FEN_OK)
            continue;
        ck_assert_msg(place == refused[i].place, "%s: %zu", fen, place);
        ck_assert_msg(memcmp(&pos, &before, sizeof pos) == 0, "%s changed the position", fen);
        ck_assert_int_eq(fen_parse(fen, strlen(fen), &pos, NULL), error);
    }
}
END_TEST

START_TEST(every_reason_is_shown_and_has_a_text)
{
    for (int error = FEN_OK; error < FEN_ERROR_COUNT; error++) {
        bool shown = error == FEN_TOO_LONG;
        for (size_t i = 0; i < COUNT(refused); i++)
            shown |= refused[i].error == (FenError)error;
        ck_assert_msg(shown, "no row for: %s", fen_error_text((FenError)error));
        ck_assert_int_gt(strlen(fen_error_text((FenError)error)), 10);
    }
    ck_assert_str_eq(fen_error_text(FEN_ERROR_COUNT), "unknown");
}
END_TEST

START_TEST(an_endless_text_is_too_long)
{
    char text[4096];
    memset(text, ' ', sizeof text);
    memcpy(text, START_FEN, strlen(START_FEN));
    Position pos;
    ck_assert_int_eq(fen_parse(text, sizeof text, &pos, NULL), FEN_TOO_LONG);
    ck_assert_int_eq(fen_parse(text, 100, &pos, NULL), FEN_OK);
}
END_TEST

START_TEST(only_the_given_length_is_read)
{
    char text[] = START_FEN "garbage";
    Position pos;
    ck_assert_int_eq(fen_parse(text, strlen(START_FEN), &pos, NULL), FEN_OK);
    const char nul[] = "4k3/8/8/8/8/8/8/4K3\0w - - 0 1";
    ck_assert_int_eq(fen_parse(nul, sizeof nul - 1, &pos, NULL), FEN_BOARD_SYNTAX);
}
END_TEST

START_TEST(a_fen_is_printed_as_it_was_read)
{
    static const char *const fens[] = {
        START_FEN,
        KIWIPETE,
        "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535",
        "2r1kr2/8/8/8/8/8/8/1R2K1R1 w KQkq - 4 30",
        "4k3/8/8/8/8/8/8/2R1KRR1 w F - 0 1", /* not the outermost: X-FEN names the file */
        "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    };
    for (size_t i = 0; i < COUNT(fens); i++) {
        Position pos = position_from(fens[i]);
        char out[FEN_MAX];
        size_t length = fen_print(&pos, out);
        ck_assert_str_eq(out, fens[i]);
        ck_assert_uint_eq(length, strlen(fens[i]));
    }
}
END_TEST

/* Variants of other programs: Shredder-FEN, missing counters, useless en passant squares, move number 0. */
START_TEST(what_others_write_is_accepted_and_corrected)
{
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", START_FEN},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1", START_FEN},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", START_FEN},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", START_FEN},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", START_FEN},
        {"4k3/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"  4k3/8/8/8/8/8/8/4K3   w  -  -  3  7  ", "4k3/8/8/8/8/8/8/4K3 w - - 3 7"},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/2R1KRR1 w FC - 0 1", "4k3/8/8/8/8/8/8/2R1KRR1 w FQ - 0 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Position pos = position_from(rows[i].in);
        char out[FEN_MAX];
        fen_print(&pos, out);
        ck_assert_str_eq(out, rows[i].out);
    }
}
END_TEST

START_TEST(chess960_is_recognised_by_the_castling_squares)
{
    ck_assert(!position_from(START_FEN).chess960);
    ck_assert(!position_from("4k3/8/8/8/8/8/8/RK4R1 w - - 0 1").chess960);
    ck_assert(position_from("4k3/8/8/8/8/8/8/RK4R1 w KQ - 0 1").chess960);
    ck_assert(position_from("4k3/8/8/8/8/8/8/R3K1R1 w K - 0 1").chess960);
}
END_TEST

START_TEST(random_positions_survive_print_and_parse)
{
    uint64_t state = 960;
    for (int game = 0; game < 400; game++) {
        Position pos;
        position_start960(&pos, (int)(random_next(&state) % CHESS960_POSITIONS));
        Move move;
        while (pos.fullmove < 60 && random_move(&pos, &state, &move)) {
            char fen[FEN_MAX];
            fen_print(&pos, fen);
            Position read = position_from(fen);
            read.chess960 = pos.chess960;
            ck_assert_msg(memcmp(&read, &pos, sizeof pos) == 0, "%s", fen);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        each_impossible_position_is_refused_by_name,
        every_reason_is_shown_and_has_a_text,
        an_endless_text_is_too_long,
        only_the_given_length_is_read,
        a_fen_is_printed_as_it_was_read,
        what_others_write_is_accepted_and_corrected,
        chess960_is_recognised_by_the_castling_squares,
        random_positions_survive_print_and_parse,
    };
    return run_tests("fen", tests, COUNT(tests));
}
