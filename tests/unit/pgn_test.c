#include "pgn.h"

#include "chess_rig.h"

static Move memory[LINE_PLIES_MAX];

static Line line_from(const char *fen, const char *moves)
{
    Line line;
    Position pos = position_from(fen);
    line_init(&line, &pos, memory, LINE_PLIES_MAX);
    while (*moves) {
        size_t length = strcspn(moves, " ");
        Move move;
        NotationError error = san_parse(&line.now, moves, length, &move);
        ck_assert_msg(!error, "%s: %s", moves, notation_error_text(error));
        line_push(&line, move);
        moves += length + (moves[length] == ' ');
    }
    return line;
}

static char text[1 << 20];

static void check_text(const PgnGame *game, const char *expected)
{
    size_t length = pgn_print(game, text, sizeof text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(length, strlen(expected));
}

START_TEST(an_empty_game_has_the_roster_and_an_asterisk)
{
    Line line = line_from(START_FEN, "");
    check_text(&(PgnGame){.line = &line}, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
                                          "[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
                                          "[Result \"*\"]\n\n*\n\n");
}
END_TEST

START_TEST(tags_are_in_the_order_of_the_standard)
{
    static const PgnTag tags[] = {
        {"WhiteElo", "2000"}, {"Black", "B"},           {"Annotator", "X"},
        {"White", "W"},       {"Result", "0-1"},        {"FEN", "nonsense"},
        {"Event", ""},        {"bad name", "x"},        {"", "x"},
        {"1st", "x"},         {"TimeControl", "300+3"}, {"Annotator", "Y"}};
    Line line = line_from(START_FEN, "e4 e5");
    PgnGame game = {
        .tags = tags, .tag_count = COUNT(tags), .line = &line, .result = PGN_WHITE_WINS};
    check_text(&game,
               "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n"
               "[Black \"B\"]\n[Result \"1-0\"]\n[Annotator \"X\"]\n[TimeControl \"300+3\"]\n"
               "[WhiteElo \"2000\"]\n\n1. e4 e5 1-0\n\n");
}
END_TEST

START_TEST(values_are_escaped_cleaned_and_cut_between_characters)
{
    char wide[400];
    memset(wide, 'a', 254);
    memcpy(wide + 254, "\xc3\xa9 and more", sizeof "\xc3\xa9 and more");
    PgnTag tags[] = {
        {"Event", "a \"b\" \\ c\n\x1b[0md"}, {"Site", "Z\xc3\xbcrich"}, {"White", wide}};
    Line line = line_from(START_FEN, "");
    pgn_print(&(PgnGame){.tags = tags, .tag_count = 3, .line = &line}, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "[Event \"a \\\"b\\\" \\\\ c[0md\"]\n"));
    ck_assert_ptr_nonnull(strstr(text, "[Site \"Z\xc3\xbcrich\"]\n"));
    char *white = strstr(text, "[White \"");
    ck_assert_ptr_nonnull(white);
    ck_assert_uint_eq(strspn(white + 8, "a"), 254);
    ck_assert_int_eq(white[8 + 254], '"');
}
END_TEST

START_TEST(a_custom_start_is_set_up)
{
    Line line = line_from("4k3/8/8/8/8/8/8/R3K3 b Q - 3 40", "Kd7 O-O-O+");
    pgn_print(&(PgnGame){.line = &line, .result = PGN_DRAW}, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text,
                                 "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 3 40\"]\n[SetUp \"1\"]\n\n"
                                 "40... Kd7 41. O-O-O+ 1/2-1/2\n\n"));
    Position start;
    position_start960(&start, CHESS960_STANDARD);
    line_init(&line, &start, memory, LINE_PLIES_MAX);
    pgn_print(&(PgnGame){.line = &line}, text, sizeof text);
    ck_assert_ptr_nonnull(
        strstr(text, "[FEN \"" START_FEN "\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n*"));
}
END_TEST

START_TEST(clocks_follow_their_moves)
{
    Line line = line_from(START_FEN, "e4 e5 Nf3");
    static const int32_t clocks[] = {300000, -1, 3599900};
    PgnGame game = {.line = &line, .clocks = clocks, .result = PGN_BLACK_WINS};
    pgn_print(&game, text, sizeof text);
    ck_assert_ptr_nonnull(
        strstr(text, "\n\n1. e4 {[%clk 0:05:00]} 1... e5 2. Nf3 {[%clk 0:59:59.9]} 0-1\n\n"));
    static const int32_t late[] = {0, 99, 36000000};
    game.clocks = late;
    pgn_print(&game, text, sizeof text);
    ck_assert_ptr_nonnull(
        strstr(text, "{[%clk 0:00:00]} 1... e5 {[%clk 0:00:00]} 2. Nf3 {[%clk 10:00:00]}"));
}
END_TEST

START_TEST(lines_are_filled_but_never_over_79_columns)
{
    Line line = line_from(START_FEN, "");
    uint64_t state = 8;
    Move move;
    Position pos = line.now;
    for (int ply = 0; ply < 600 && random_move(&pos, &state, &move); ply++)
        line_push(&line, move);
    pgn_print(&(PgnGame){.line = &line}, text, sizeof text);
    char *rest = strstr(text, "\n\n") + 2;
    while (*rest != '\n') {
        size_t length = strcspn(rest, "\n");
        ck_assert_uint_le(length, PGN_LINE_MAX);
        ck_assert_int_ne(rest[length - 1], ' ');
        size_t next = strcspn(rest + length + 1, " \n");
        ck_assert(next == 0 || length + 1 + next > PGN_LINE_MAX);
        rest += length + 1;
    }
    ck_assert_str_eq(rest, "\n");
}
END_TEST

START_TEST(a_small_buffer_gets_the_beginning_and_the_whole_length)
{
    Line line = line_from(START_FEN, "e4");
    PgnGame game = {.line = &line};
    char little[16];
    memset(little, 'x', sizeof little);
    size_t whole = pgn_print(&game, text, sizeof text);
    ck_assert_uint_eq(pgn_print(&game, little, 10), whole);
    ck_assert_str_eq(little, "[Event \"?");
    ck_assert_int_eq(little[10], 'x');
    ck_assert_uint_eq(pgn_print(&game, little, 1), whole);
    ck_assert_str_eq(little, "");
    char *exact = malloc(whole + 1);
    ck_assert_uint_eq(pgn_print(&game, exact, whole + 1), whole);
    ck_assert_str_eq(exact, text);
    free(exact);
}
END_TEST

static void append(void *context, const char *from, size_t length)
{
    (void)context;
    strncat(text, from, length);
}

/* Plays on the writer: each word is a move in SAN, '$n', '(', ')', or a comment in braces. */
static void write_words(PgnWriter *writer, Position *before, Position *now, const char *words)
{
    while (*words) {
        size_t length = *words == '{' ? strcspn(words, "}") + 1 : strcspn(words, " ");
        if (*words == '{') {
            pgn_writer_comment(writer, words + 1, length - 2);
        } else if (*words == '$') {
            pgn_writer_nag(writer, atoi(words + 1));
        } else if (*words == '(') {
            pgn_writer_variation_begin(writer);
            *now = *before;
        } else if (*words == ')') {
            pgn_writer_variation_end(writer);
        } else {
            Move move;
            ck_assert_int_eq(san_parse(now, words, length, &move), NOTATION_OK);
            *before = *now;
            pgn_writer_move(writer, before, move);
            position_play(now, move);
        }
        words += length + (words[length] == ' ');
    }
}

START_TEST(variations_comments_and_nags_are_written_as_the_standard_has_them)
{
    static const struct {
        const char *words, *expected;
    } rows[] = {
        {"e4 $1 e5", "1. e4 $1 e5 *\n\n"},
        {"e4 ( d4 d5 ) ", "1. e4 (1. d4 d5) *\n\n"},
        {"e4 e5 ( c5 ) ", "1. e4 e5 (1... c5) *\n\n"},
        {"e4 {best by test} e5", "1. e4 {best by test} 1... e5 *\n\n"},
        {"{  two\n\r words } e4", "{two words} 1. e4 *\n\n"},
        {"{} e4", "{} 1. e4 *\n\n"},
        {"e4 {[%eval 0.3]\n[%clk 0:01:00]} e5", "1. e4 {[%eval 0.3] [%clk 0:01:00]} 1... e5 *\n\n"},
        {"{aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaa %x} e4",
         "{aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaaa aaaaaaaa\n %x} 1. "
         "e4 *\n\n"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        PgnWriter writer;
        Position before, now;
        position_start(&before);
        now = before;
        text[0] = '\0';
        pgn_writer_open(&writer, append, NULL);
        write_words(&writer, &before, &now, rows[i].words);
        pgn_writer_end(&writer, PGN_UNKNOWN);
        ck_assert_str_eq(text, rows[i].expected);
    }
}
END_TEST

START_TEST(a_brace_in_a_comment_does_not_end_it)
{
    PgnWriter writer;
    text[0] = '\0';
    pgn_writer_open(&writer, append, NULL);
    pgn_writer_comment(&writer, "a } b", 5);
    pgn_writer_end(&writer, PGN_DRAW);
    ck_assert_str_eq(text, "{a ) b} 1/2-1/2\n\n");
}
END_TEST

START_TEST(results_have_their_texts)
{
    ck_assert_str_eq(pgn_result_text(PGN_UNKNOWN), "*");
    ck_assert_str_eq(pgn_result_text(PGN_WHITE_WINS), "1-0");
    ck_assert_str_eq(pgn_result_text(PGN_BLACK_WINS), "0-1");
    ck_assert_str_eq(pgn_result_text(PGN_DRAW), "1/2-1/2");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        an_empty_game_has_the_roster_and_an_asterisk,
        tags_are_in_the_order_of_the_standard,
        values_are_escaped_cleaned_and_cut_between_characters,
        a_custom_start_is_set_up,
        clocks_follow_their_moves,
        lines_are_filled_but_never_over_79_columns,
        a_small_buffer_gets_the_beginning_and_the_whole_length,
        variations_comments_and_nags_are_written_as_the_standard_has_them,
        a_brace_in_a_comment_does_not_end_it,
        results_have_their_texts,
    };
    return run_tests("pgn", tests, COUNT(tests));
}
