/* Moves and reasons are those of the rules; positions were checked with python-chess (Board.legal_moves, parse_san). */
#include "typed_line.h"

#include "check_rig.h"
#include "fen.h"

#include <string.h>

static Position position_of(const char *fen)
{
    Position pos;
    ck_assert_int_eq(fen_parse(fen, strlen(fen), &pos, NULL), FEN_OK);
    return pos;
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void expect_move(const char *fen, const char *text, const char *uci)
{
    char why[TYPED_REASON_MAX], got[UCI_MAX];
    Position pos = position_of(fen);
    Move move;
    NotationError error = typed_move(&pos, text, strlen(text), &move, why);
    ck_assert_msg(error == NOTATION_OK, "%s: %s", text, why);
    uci_print(&pos, move, got);
    ck_assert_str_eq(got, uci);
}

START_TEST(moves_are_read_as_people_write_them)
{
    static const char *const E4[] = {"e4", "e2e4", "e2-e4", "E2E4", "e2 e4", "E4", "e4!?", " e4 "};
    static const char *const NF3[] = {"Nf3", "nf3", "NF3", "g1f3", "Ng1f3", "Ng1-f3", "N f3"};
    for (size_t i = 0; i < sizeof E4 / sizeof *E4; i++)
        expect_move(START, E4[i], "e2e4");
    for (size_t i = 0; i < sizeof NF3 / sizeof *NF3; i++)
        expect_move(START, NF3[i], "g1f3");
}
END_TEST

START_TEST(castling_has_many_spellings)
{
    const char *fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char *const SHORT[] = {"O-O", "0-0", "o-o", "oo", "OO", "e1g1", "e1h1", "O-O+"};
    static const char *const LONG[] = {"O-O-O", "0-0-0", "ooo", "000", "e1c1", "e1a1"};
    for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++)
        expect_move(fen, SHORT[i], "e1g1");
    for (size_t i = 0; i < sizeof LONG / sizeof *LONG; i++)
        expect_move(fen, LONG[i], "e1c1");
}
END_TEST

START_TEST(promotions_and_captures_too)
{
    const char *fen = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    expect_move(fen, "e8=Q", "e7e8q");
    expect_move(fen, "e8q", "e7e8q");
    expect_move(fen, "e7e8n", "e7e8n");
    expect_move(fen, "e7xd8=R", "e7d8r");
    expect_move(fen, "exd8B", "e7d8b");
    /* A small b is a pawn's file first, and a bishop's letter when no pawn can do that. */
    expect_move("8/7k/8/2p5/1P1B4/8/8/K7 w - - 0 1", "bxc5", "b4c5");
    expect_move("8/7k/8/2p5/3B4/8/8/K7 w - - 0 1", "bxc5", "d4c5");
}
END_TEST

static void expect_refusal(const char *fen, const char *text, NotationError wanted,
                           const char *words)
{
    char why[TYPED_REASON_MAX];
    Position pos = position_of(fen);
    Move move;
    ck_assert_int_eq(typed_move(&pos, text, strlen(text), &move, why), wanted);
    ck_assert_int_eq(move, MOVE_NONE);
    ck_assert_msg(strstr(why, words) != NULL, "%s: %s", text, why);
}

START_TEST(a_refusal_says_why)
{
    const char *knights = "7k/8/8/8/8/5N2/8/KN6 w - - 0 1";
    const char *pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    const char *checked = "4r2k/8/8/8/8/8/3N4/4K3 w - - 0 1";
    expect_refusal(knights, "Nd2", NOTATION_AMBIGUOUS, "Nbd2 or Nfd2");
    expect_refusal(START, "Nd4", NOTATION_CANNOT_REACH, "No knight of White can go to d4");
    expect_refusal(knights, "Qd4", NOTATION_NO_SUCH_PIECE, "there is no queen");
    expect_refusal(START, "Nd1f2", NOTATION_NO_SUCH_PIECE, "White has no knight on d1");
    expect_refusal(START, "e3e4", NOTATION_NO_SUCH_PIECE, "e3 is empty");
    expect_refusal(START, "e7e5", NOTATION_NO_SUCH_PIECE, "Black's, and it is White's turn");
    expect_refusal(START, "e2e5", NOTATION_CANNOT_REACH, "The pawn on e2 cannot go to e5");
    expect_refusal(START, "a1a2", NOTATION_CANNOT_REACH, "White's own pawn is there");
    expect_refusal(pinned, "Nc3", NOTATION_LEAVES_KING_IN_CHECK, "White's king in check");
    expect_refusal(checked, "Nb3", NOTATION_LEAVES_KING_IN_CHECK, "White is in check");
    expect_refusal(START, "dxe3", NOTATION_NOTHING_TO_CAPTURE, "nothing to capture");
    expect_refusal("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", NOTATION_PROMOTION_MISSING, "e8=Q");
    expect_refusal(START, "e4=Q", NOTATION_NO_PROMOTION, "last rank");
    expect_refusal(START, "O-O", NOTATION_CASTLING_BLOCKED, "in the way");
    expect_refusal("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", NOTATION_NO_CASTLING_RIGHT, "moved");
    expect_refusal("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "oo", NOTATION_CASTLING_THROUGH_CHECK,
                   "through or into check");
    expect_refusal(START, "hello", NOTATION_SYNTAX, "not a move");
    expect_refusal(START, "", NOTATION_SYNTAX, "not a move");
    expect_refusal(START, "e2e4e5e6e7e8e1e2", NOTATION_SYNTAX, "not a move");
}
END_TEST

static TypedLine read(const char *text)
{
    TypedLine typed;
    typed_line_read(&typed, TYPED_LOCAL, text, strlen(text));
    return typed;
}

START_TEST(a_command_is_a_word_and_the_rest_its_argument)
{
    TypedLine typed = read("  SAVE   my game.pgn \r");
    ck_assert_int_eq(typed.kind, TYPED_SAVE);
    ck_assert_str_eq(typed.argument, "my game.pgn");
    ck_assert_int_eq(read("960 518").kind, TYPED_CHESS960);
    ck_assert_int_eq(read("takeback").kind, TYPED_UNDO);
    ck_assert_int_eq(read("").kind, TYPED_NOTHING);
    ck_assert_int_eq(read(" \t ").kind, TYPED_NOTHING);
    ck_assert_int_eq(read("e4").kind, TYPED_MOVE);
    ck_assert_str_eq(read("sa\x1b\x07ve x").argument, "x");
    ck_assert_str_eq(read("e\xff\xfe"
                          "4")
                         .argument,
                     "e4"); /* no UTF-8 */
}
END_TEST

START_TEST(a_line_that_is_too_long_is_refused)
{
    char line[TYPED_LINE_MAX + 2];
    TypedLine typed;
    memset(line, 'x', sizeof line);
    typed_line_read(&typed, TYPED_LOCAL, line, TYPED_LINE_MAX);
    ck_assert_int_eq(typed.kind, TYPED_MOVE);
    typed_line_read(&typed, TYPED_LOCAL, line, TYPED_LINE_MAX + 1);
    ck_assert_int_eq(typed.kind, TYPED_TOO_LONG);
}
END_TEST

START_TEST(a_slip_is_guessed)
{
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "resgin", 6), TYPED_RESIGN); /* swapped */
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "umda", 4), TYPED_MOVE);     /* two of four */
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "umdo", 4), TYPED_UNDO);
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "hel", 3), TYPED_HELP);
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "Bord", 4), TYPED_BOARD);
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "zzzzzz", 6), TYPED_MOVE);
    ck_assert_int_eq(typed_guess(TYPED_LOCAL, "", 0), TYPED_MOVE);
}
END_TEST

START_TEST(every_command_has_its_help)
{
    for (int kind = TYPED_MOVE + 1; kind < TYPED_COUNT; kind++) {
        const char *word = typed_word((TypedKind)kind);
        ck_assert_uint_lt(strlen(word), TYPED_WORD_MAX);
        ck_assert_int_eq(typed_find(TYPED_EVERYWHERE, word, strlen(word)), kind);
        ck_assert_int_eq(strncmp(typed_form((TypedKind)kind), word, strlen(word)), 0);
        ck_assert_uint_gt(strlen(typed_help((TypedKind)kind)), 5);
    }
    ck_assert_str_eq(typed_word(TYPED_MOVE), "");
    ck_assert_int_eq(typed_find(TYPED_LOCAL, "seek", 4), TYPED_MOVE);
    ck_assert_int_eq(typed_find(TYPED_REMOTE, "hint", 4), TYPED_MOVE);
    char forms[TYPED_FORMS_MAX];
    typed_forms(TYPED_EVERYWHERE, forms);
    ck_assert_ptr_nonnull(strstr(forms, "watch NUMBER|ID, 960 [0-959]")); /* to the end */
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("typed_line");
    TCase *tcase = tcase_create("typed_line");
    tcase_add_test(tcase, moves_are_read_as_people_write_them);
    tcase_add_test(tcase, castling_has_many_spellings);
    tcase_add_test(tcase, promotions_and_captures_too);
    tcase_add_test(tcase, a_refusal_says_why);
    tcase_add_test(tcase, a_command_is_a_word_and_the_rest_its_argument);
    tcase_add_test(tcase, a_line_that_is_too_long_is_refused);
    tcase_add_test(tcase, a_slip_is_guessed);
    tcase_add_test(tcase, every_command_has_its_help);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
