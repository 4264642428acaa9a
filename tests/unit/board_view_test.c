#include "board_view.h"

#include "check_rig.h"
#include "notation.h"
#include "spoken_chess.h"
#include "wrapped_text.h"

#include <string.h>

static Move moves[32];
static Line line;
static Text out;

/* 1. e4 d5 2. exd5 Qxd5, as on any board. */
static void set_up(void)
{
    static const char *const PLAYED[] = {"e4", "d5", "exd5", "Qxd5"};
    Position start;
    position_start(&start);
    line_init(&line, &start, moves, 32);
    for (size_t i = 0; i < 4; i++) {
        Move move;
        ck_assert_int_eq(san_parse(&line.now, PLAYED[i], strlen(PLAYED[i]), &move), NOTATION_OK);
        line_push(&line, move);
    }
    text_init(&out);
}

static void tear_down(void)
{
    text_clear(&out);
}

static BoardScene scene(void)
{
    return (BoardScene){
        .line = &line, .name = {"you", "Ann"}, .timed = true, .clock = {300000, 59001}};
}

START_TEST(the_board_in_twenty_columns)
{
    BoardView view = {.columns = 20};
    BoardScene what = scene();
    board_view_print(&view, &what, &out);
    ck_assert_str_eq(out.bytes, "\n"
                                "  Ann  1:00\n"
                                "  P\n"
                                "8 r n b[.]k b n r\n"
                                "7 p p p . p p p p\n"
                                "6 . . . . . . . .\n"
                                "5 . . .[q]. . . .\n"
                                "4 . . . . . . . .\n"
                                "3 . . . . . . . .\n"
                                "2 P P P P . P P P\n"
                                "1 R N B Q K B N R\n"
                                "  a b c d e f g h\n"
                                "> you  5:00\n"
                                "  p\n"
                                "\n");
}
END_TEST

START_TEST(the_board_in_eighty_columns_from_black)
{
    BoardView view = {.columns = 80, .unicode = true, .flipped = true};
    BoardScene what = scene();
    board_view_print(&view, &what, &out);
    ck_assert_str_eq(out.bytes, "\n"
                                "1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖    > you  5:00\n"
                                "2 ♙ ♙ ♙ · ♙ ♙ ♙ ♙      ♟\n"
                                "3 · · · · · · · ·      1. e4      d5\n"
                                "4 · · · · · · · ·      2. exd5    Qxd5\n"
                                "5 · · · ·[♛]· · ·\n"
                                "6 · · · · · · · ·\n"
                                "7 ♟ ♟ ♟ ♟ · ♟ ♟ ♟      ♙\n"
                                "8 ♜ ♞ ♝ ♚[·]♝ ♞ ♜      Ann  1:00\n"
                                "  h g f e d c b a\n"
                                "\n");
}
END_TEST

START_TEST(no_line_is_wider_than_the_terminal)
{
    BoardScene what = scene();
    for (unsigned columns = COLUMNS_LEAST; columns < 100; columns++)
        for (int colors = 0; colors < 2; colors++) {
            BoardView view = {.columns = columns, .colors = colors};
            size_t width = 0;
            text_reset(&out);
            board_view_print(&view, &what, &out);
            for (const char *at = out.bytes; *at; at++) {
                if (*at == '\x1b')
                    at = strchr(at, 'm'); /* colours take no room */
                else
                    width = *at == '\n' ? 0 : width + 1;
                ck_assert_uint_le(width, columns);
            }
        }
}
END_TEST

START_TEST(colors_are_switched_off_at_the_end_of_each_row)
{
    BoardView view = {.columns = 80, .colors = true, .unicode = true};
    BoardScene what = scene();
    board_view_print(&view, &what, &out);
    for (const char *end = out.bytes; (end = strchr(end, '\n')); end++) {
        const char *from = end;
        while (from > out.bytes && from[-1] != '\n')
            from--;
        const char *last = NULL;
        for (const char *at = from; at < end; at++)
            if (*at == '\x1b')
                last = at;
        ck_assert(!last || strncmp(last, "\x1b[0m", 4) == 0);
    }
}
END_TEST

START_TEST(plain_mode_speaks)
{
    BoardView view = {.plain = true};
    BoardScene what = scene();
    board_view_print(&view, &what, &out);
    ck_assert_ptr_nonnull(strstr(out.bytes, "Rank 5: d5 black queen.\n"));
    ck_assert_ptr_nonnull(strstr(out.bytes, "Rank 4: empty.\n"));
    ck_assert_ptr_nonnull(strstr(out.bytes, "White: you, clock 5:00, has taken 1 pawn.\n"));
    ck_assert_ptr_nonnull(strstr(out.bytes, "White is to move.\n"));
    ck_assert_ptr_null(strchr(out.bytes, '\x1b'));
}
END_TEST

START_TEST(clocks)
{
    static const struct {
        int64_t ms;
        const char *text;
    } CASES[] = {{-5, "0:00.0"},       {0, "0:00.0"},       {1, "0:00.1"},   {9300, "0:09.3"},
                 {19999, "0:20.0"},    {20000, "0:20"},     {59001, "1:00"}, {60000, "1:00"},
                 {3599001, "1:00:00"}, {3905000, "1:05:05"}};
    char text[BOARD_VIEW_CLOCK_MAX];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_str_eq(board_view_clock(CASES[i].ms, text), CASES[i].text);
}
END_TEST

START_TEST(moves_in_words)
{
    char words[SPOKEN_MOVE_MAX];
    Position pos;
    position_start(&pos);
    ck_assert_str_eq(spoken_move(&pos, moves[0], words), "pawn e2 to e4");
    line_position(&line, 3, &pos);
    ck_assert_str_eq(spoken_move(&pos, moves[3], words), "queen d8 takes pawn d5");
}
END_TEST

START_TEST(sentences_are_broken_at_blanks)
{
    wrapped_say(&out, 20, "one two three four five six seven");
    ck_assert_str_eq(out.bytes, "one two three four\nfive six seven\n");
    text_reset(&out);
    wrapped_say(&out, 20, "%s", "abcdefghijklmnopqrstuvwxyz");
    ck_assert_str_eq(out.bytes, "abcdefghijklmnopqrst\nuvwxyz\n");
    text_reset(&out);
    wrapped_say(&out, 0, "one two three four five six seven");
    ck_assert_str_eq(out.bytes, "one two three four five six seven\n");
    ck_assert_uint_eq(wrapped_width("♖é", strlen("♖é")), 2);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("board_view");
    TCase *tcase = tcase_create("board_view");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, the_board_in_twenty_columns);
    tcase_add_test(tcase, the_board_in_eighty_columns_from_black);
    tcase_add_test(tcase, no_line_is_wider_than_the_terminal);
    tcase_add_test(tcase, colors_are_switched_off_at_the_end_of_each_row);
    tcase_add_test(tcase, plain_mode_speaks);
    tcase_add_test(tcase, clocks);
    tcase_add_test(tcase, moves_in_words);
    tcase_add_test(tcase, sentences_are_broken_at_blanks);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
