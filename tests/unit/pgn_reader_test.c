#include "pgn_reader.h"

#include "chess_rig.h"
#include "pgn_comment.h"

#include <stdarg.h>

/* Everything that a visitor is given, as text; games end with ';', errors with reason, line and column. */
typedef struct {
    char text[1 << 16];
    size_t length;
    bool tags_only;
} Transcript;

static void note(Transcript *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(t->text + t->length, sizeof t->text - t->length, format, arguments);
    va_end(arguments);
    t->length += (size_t)length;
    ck_assert_uint_lt(t->length, sizeof t->text);
}

static void on_tag(void *context, const char *name, size_t name_length, const char *value,
                   size_t length)
{
    note(context, "[%.*s=%.*s]", (int)name_length, name, (int)length, value);
}

static bool on_start(void *context, const Position *pos)
{
    char fen[FEN_MAX];
    fen_print(pos, fen);
    if (strcmp(fen, START_FEN) != 0)
        note(context, "<%s%s>", fen, pos->chess960 ? " 960" : "");
    return !((Transcript *)context)->tags_only;
}

static void on_move(void *context, const Position *before, Move move)
{
    char san[SAN_MAX] = "--";
    if (move != MOVE_NONE) {
        ck_assert(position_is_legal(before, move));
        san_print(before, move, san);
    }
    note(context, "%s ", san);
}

static void on_nag(void *context, int nag)
{
    note(context, "$%d ", nag);
}

static void on_comment(void *context, const char *text, size_t length)
{
    note(context, "{%.*s} ", (int)length, text);
}

static void on_variation_begin(void *context)
{
    note(context, "( ");
}

static void on_variation_end(void *context)
{
    note(context, ") ");
}

static void on_end(void *context, PgnResult result)
{
    note(context, "%s;", pgn_result_text(result));
}

static const PgnVisitor visitor = {
    .tag = on_tag,
    .start = on_start,
    .move = on_move,
    .nag = on_nag,
    .comment = on_comment,
    .variation_begin = on_variation_begin,
    .variation_end = on_variation_end,
    .end = on_end,
};

static void read_all(PgnReader *reader, Transcript *t)
{
    PgnError error;
    while ((error = pgn_reader_next(reader, &visitor, t)) != PGN_END)
        if (error)
            note(t, "!%d:%u %s;", (int)reader->fault.line, reader->fault.column,
                 error == PGN_BAD_FEN    ? fen_error_text(reader->fault.fen)
                 : error == PGN_BAD_MOVE ? notation_error_text(reader->fault.notation)
                                         : pgn_error_text(error));
}

typedef struct {
    const char *text;
    size_t left, step;
} Drip;

/* That many bytes at a time, as from a slow pipe. */
static size_t drip(void *context, char *buffer, size_t size)
{
    Drip *from = context;
    size_t length = from->left < from->step ? from->left : from->step;
    if (length > size)
        length = size;
    memcpy(buffer, from->text, length);
    from->text += length;
    from->left -= length;
    return length;
}

static Transcript whole, dripped;
static PgnReader reader;

static void check_length(const char *text, size_t length, const char *expected, bool tags_only)
{
    static const size_t steps[] = {1, 7, 4096};
    static char buffer[PGN_BUFFER_MIN];
    whole.length = 0;
    whole.tags_only = dripped.tags_only = tags_only;
    note(&whole, "");
    pgn_reader_open_text(&reader, text, length);
    read_all(&reader, &whole);
    ck_assert_str_eq(whole.text, expected);
    for (size_t i = 0; i < COUNT(steps); i++) {
        Drip from = {text, length, steps[i]};
        dripped.length = 0;
        note(&dripped, "");
        pgn_reader_open(&reader, buffer, sizeof buffer, drip, &from);
        read_all(&reader, &dripped);
        ck_assert_str_eq(dripped.text, expected);
    }
}

static void check(const char *text, const char *expected)
{
    check_length(text, strlen(text), expected, false);
}

typedef struct {
    const char *text, *expected;
} Row;

static const Row good[] = {
    {"", ""},
    {" \r\n\t\n", ""},
    {"*", "*;"},
    {"1. e4 e5 2. Nf3 *", "e4 e5 Nf3 *;"},
    {"1.e4 e5 2.Nf3 1-0", "e4 e5 Nf3 1-0;"},
    {"e4 e5 Nf3 0-1", "e4 e5 Nf3 0-1;"},
    {"1. e4 1... e5 1/2-1/2", "e4 e5 1/2-1/2;"},
    {"1 e4 e5 2 Nf3 1/2", "e4 e5 Nf3 1/2-1/2;"},
    {"1. e4 e5", "e4 e5 *;"},
    {"\xef\xbb\xbf[Event \"x\"]\r\n\r\n1. e4\r\n*\r\n", "[Event=x]e4 *;"},
    {"[Event \"a \\\"b\\\" \\\\\"]\n*", "[Event=a \"b\" \\]*;"},
    {"[ Event   \"x\"  ] [Site\t\"y\"]\n*", "[Event=x][Site=y]*;"},
    {"[Result \"1-0\"]\n\n1. e4\n\n[Event \"y\"]\n\n*", "[Result=1-0]e4 1-0;[Event=y]*;"},
    {"[Event \"x\"]\n\n[Event \"y\"]\n\n1. d4 *", "[Event=x]*;[Event=y]d4 *;"},
    {"[White \"w\"]\n[Event \"x\"]\n[Site \"s\"]\n\n1. d4 *\n\n[White \"v\"]\n[Event \"y\"]\n\n*",
     "[White=w][Event=x][Site=s]d4 *;[White=v][Event=y]*;"},
    {"[White \"w\"]\n[Event \"x\"]\n[Event \"y\"]\n\n*", "[White=w][Event=x]*;[Event=y]*;"},
    {"e4 * d4 *", "e4 *;d4 *;"},
    {"% escaped [\n1. e4\n%{\ne5 *", "e4 e5 *;"},
    {"1. e4 ; rest of line }\ne5 *", "e4 { rest of line }} e5 *;"},
    {"1. e4 ;no end", "e4 {no end} *;"},
    {"1. e4 {a (b) ; $3 [c] \n d} e5 *", "e4 {a (b) ; $3 [c] \n d} e5 *;"},
    {"{first} 1. e4 {} *", "{first} e4 {} *;"},
    {"1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *", "e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *;"},
    {"1. e4 ! $18 e5 $0 *", "e4 $1 $18 e5 $0 *;"},
    {"1. e4 $255 $256 $99999999999999999999 e5 *",
     "e4 $255 e5 *;"}, /* ChessBase has more than PGN */
    {"1. e4 N e5 = 2. Nf3 +- ( 2. Ke2 -+) 2... Nc6 +/= 3. Bb5 += a6 =+ -/+ *",
     "e4 e5 Nf3 ( Ke2 ) Nc6 Bb5 a6 *;"},
    {"1. \u2659e4 \u265fe5 2. \u2658f3 \u265ec6 3. \u2657b5 \u265bf6!? *",
     "e4 e5 Nf3 Nc6 Bb5 Qf6 $5 *;"},
    {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=\u2656+ \u265ad7 *",
     "[FEN=4k3/P7/8/8/8/8/8/4K3 w - - 0 1]"
     "<4k3/P7/8/8/8/8/8/4K3 w - - 0 1>a8=R+ Kd7 *;"},
    {"1. e4 \u00bd-\u00bd\n1. d4 \xbd-\xbd 1. c4 (1. c3 \u00bd-\u00bd) c5 *",
     "e4 1/2-1/2;d4 1/2-1/2;c4 ( c3 ) c5 *;"},
    {"1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 *", "e4 ( d4 d5 ( Nf6 ) c4 ) e5 *;"},
    {"1. e4 (1. d4 *) e5 *", "e4 ( d4 ) e5 *;"},
    {"1. e4 (1. -- e5) e5 *", "e4 ( -- e5 ) e5 *;"},
    {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 *;"},
    {"1. e2e4 e7-e5 2. Ng1f3 b8c6 *", "e4 e5 Nf3 Nc6 *;"},
    {"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8(Q)+ *",
     "[FEN=4k3/P7/8/8/8/8/8/4K3 w - - 0 1]"
     "<4k3/P7/8/8/8/8/8/4K3 w - - 0 1>a8=Q+ *;"},
    {"[FEN \"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1\"]\n1... exd3 e.p. 2. Kd2 *",
     "[FEN=4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1]<4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1>exd3 Kd2 *;"},
    {"[Variant \"Chess 960\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\nO-O *",
     "[Variant=Chess 960][FEN=4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1]<4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 "
     "960>O-O *;"},
    {"[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\nO-O-O *",
     "[Variant=From Position][FEN=4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1]"
     "<4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1>O-O-O *;"},
    {"[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n1. e1g1 *",
     "[FEN=4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1]<4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1>O-O *;"},
};

/* Each reason, its place, and the game after it. */
static const Row bad[] = {
    {"[Event x]\n\n*\n\n[Event \"y\"]\n\n*", "!1:8 the tag is not [Name \"value\"];[Event=y]*;"},
    {"[Event \"x]\n\n*\n\n[Event \"y\"]\n\n*", "!1:8 the tag is not [Name \"value\"];[Event=y]*;"},
    {"[Event \"x\"\n\n*\n\n[Event \"y\"]\n\n*", "!1:8 the tag is not [Name \"value\"];[Event=y]*;"},
    {"[\n*\n\n[Event \"y\"]\n\n*", "!1:2 the tag is not [Name \"value\"];[Event=y]*;"},
    {"[Site \"s\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[White \"w\"]\n\n1. e4 *\n\n[Event "
     "\"y\"]\n\n*",
     "[Site=s][FEN=8/8/8/8/8/8/8/8 w - - 0 1]!2:6 white has no king;[Event=y]*;"},
    {"[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"y\"]\n\n*",
     "[Variant=Atomic]!1:10 the variant is neither standard chess nor Chess960;[Event=y]*;"},
    {"1. e4 e5\n2. Ke3 Nf6 *\n\n[Event \"y\"]\n\nd4 *",
     "e4 e5 !2:4 no such piece can go there;[Event=y]d4 *;"},
    {"1. e4 e5 2. -- *\n\n[Event \"y\"]\n\nd4 *", "e4 e5 !1:13 there is something that is no move, "
                                                  "number, comment, NAG or result;[Event=y]d4 *;"},
    /* other characters that begin like figurines, and half of one */
    {"1. \u2660f3 *\n\n[Event \"y\"]\n\nd4 *",
     "!1:4 there is something that is no move, number, comment, NAG or result;[Event=y]d4 *;"},
    {"1. Nf3\xe2\x99 *\n\n[Event \"y\"]\n\nd4 *",
     "!1:4 there is something that is no move, number, comment, NAG or result;[Event=y]d4 *;"},
    {"1. \u00bd-\u00bdx *\n\n[Event \"y\"]\n\nd4 *",
     "!1:4 there is something that is no move, number, comment, NAG or result;[Event=y]d4 *;"},
    {"1. e4 }\n[Event \"y\"]\n\nd4 *",
     "e4 !1:7 there is something that is no move, number, comment, NAG or result;[Event=y]d4 *;"},
    {"1. e4++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++++ e5 *\n\n[Event "
     "\"y\"]\n\nd4 *",
     "!1:4 there is something that is no move, number, comment, NAG or result;[Event=y]d4 *;"},
    {"1. e4 $ *\n[Event \"y\"]\n\nd4 *", "e4 !1:7 the NAG is no number;[Event=y]d4 *;"},
    {"1. e4\n {never", "e4 {never} !2:2 the text ends inside a comment;"},
    {"1. e4 {never\n\n[Event \"y\"]\n\nd4 *",
     "e4 {never\n\n} !1:7 the text ends inside a comment;[Event=y]d4 *;"},
    {"1. e4 (1. d4\n", "e4 ( d4 !2:1 the game ends inside a variation;"},
    {"1. e4 (1. d4\n\n[Event \"y\"]\n\nd4 *",
     "e4 ( d4 !3:1 the game ends inside a variation;[Event=y]d4 *;"},
    {"1. e4 ) *\n[Event \"y\"]\n\nd4 *",
     "e4 !1:7 a variation is closed that was not opened;[Event=y]d4 *;"},
    {"(1. e4) *\n[Event \"y\"]\n\nd4 *", "!1:1 a variation comes before any move;[Event=y]d4 *;"},
    {"1. e4 (( *\n[Event \"y\"]\n\nd4 *",
     "e4 ( !1:8 a variation comes before any move;[Event=y]d4 *;"},
};

START_TEST(games_are_read_as_they_are_written)
{
    for (size_t i = 0; i < COUNT(good); i++)
        check(good[i].text, good[i].expected);
}
END_TEST

START_TEST(bad_games_give_reason_and_place_and_the_next_one_is_read)
{
    for (size_t i = 0; i < COUNT(bad); i++)
        check(bad[i].text, bad[i].expected);
}
END_TEST

START_TEST(every_reason_is_shown_and_has_a_text)
{
    for (int error = PGN_TAG_SYNTAX; error < PGN_ERROR_COUNT; error++) {
        const char *text = pgn_error_text((PgnError)error);
        bool shown = error == PGN_TAG_TOO_LONG || error == PGN_VARIATION_DEEP ||
                     error == PGN_BAD_FEN || error == PGN_BAD_MOVE; /* elsewhere in this file */
        for (size_t i = 0; i < COUNT(bad); i++)
            shown |= strstr(bad[i].expected, text) != NULL;
        ck_assert_msg(shown, "no row for: %s", text);
    }
    ck_assert_str_eq(pgn_error_text(PGN_ERROR_COUNT), "unknown");
}
END_TEST

START_TEST(a_tag_may_be_1023_bytes_long_and_no_longer)
{
    static char text[3000], expected[3000];
    char value[1025];
    memset(value, 'v', sizeof value);
    snprintf(text, sizeof text, "[Event \"%.1023s\"]\n*", value);
    snprintf(expected, sizeof expected, "[Event=%.1023s]*;", value);
    check(text, expected);
    snprintf(text, sizeof text, "[Event \"%.1024s\"]\n*\n\n[Event \"y\"]\n*", value);
    check(text, "!1:8 the tag is longer than 1023 bytes;[Event=y]*;");
}
END_TEST

START_TEST(variations_may_be_64_deep_and_no_deeper)
{
    char text[1024] = "e4 ", expected[1024] = "e4 ";
    for (int i = 0; i < PGN_DEPTH_MAX; i++) {
        strcat(text, "(e4 ");
        strcat(expected, "( e4 ");
    }
    char deeper[2048], refused[2048];
    snprintf(deeper, sizeof deeper, "%s(", text);
    snprintf(refused, sizeof refused, "%s!1:%d variations are nested deeper than 64;", expected,
             (int)strlen(text) + 1);
    check(deeper, refused);
    for (int i = 0; i < PGN_DEPTH_MAX; i++) {
        strcat(text, ")");
        strcat(expected, ") ");
    }
    strcat(text, "*");
    strcat(expected, "*;");
    check(text, expected);
}
END_TEST

START_TEST(long_comments_come_whole_or_in_pieces)
{
    static char text[30000], buffer[PGN_BUFFER_MIN];
    memset(text, 'c', sizeof text);
    for (int i = 100; i < 29000; i += 100)
        text[i] = '\n';
    memcpy(text, "e4 {", 4);
    memcpy(text + sizeof text - 4, "} *", 4);
    whole.length = dripped.length = 0;
    whole.tags_only = dripped.tags_only = false;
    pgn_reader_open_text(&reader, text, strlen(text));
    read_all(&reader, &whole);
    ck_assert_uint_eq(whole.length, strlen(text) + 1);
    Drip from = {text, strlen(text), 1000};
    pgn_reader_open(&reader, buffer, sizeof buffer, drip, &from);
    read_all(&reader, &dripped);
    size_t seams = 0;
    for (char *seam = dripped.text; (seam = strstr(seam, "} {")); seams++)
        memmove(seam, seam + 3, strlen(seam + 3) + 1);
    ck_assert_uint_gt(seams, 0);
    ck_assert_str_eq(dripped.text, whole.text);
}
END_TEST

START_TEST(moves_can_be_skipped)
{
    const char *text = "[Event \"x\"]\n\n1. e4 nonsense {\n[%clk 0:01:00]} (\n\n[Event "
                       "\"y\"]\n[Site \"s\"]\n\n1. e4 *\n"
                       "\n[Event \"z\"]\n";
    check_length(text, strlen(text), "[Event=x]*;[Event=y][Site=s]*;[Event=z]*;", true);
}
END_TEST

START_TEST(a_visitor_may_have_no_callbacks)
{
    static const PgnVisitor deaf = {.tag = NULL};
    const char text[] = "[Event \"x\"]\n1. e4! {c} (1. d4 $1) e5 1-0\n\n1. e5 *";
    pgn_reader_open_text(&reader, text, strlen(text));
    ck_assert_int_eq(pgn_reader_next(&reader, &deaf, NULL), PGN_OK);
    ck_assert_int_eq(pgn_reader_next(&reader, &deaf, NULL), PGN_BAD_MOVE);
    ck_assert_int_eq(reader.fault.notation, NOTATION_CANNOT_REACH);
    ck_assert_int_eq(pgn_reader_next(&reader, &deaf, NULL), PGN_END);
    ck_assert_int_eq(pgn_reader_next(&reader, &deaf, NULL), PGN_END);
}
END_TEST

START_TEST(nul_bytes_are_not_the_end)
{
    static const char text[] = "e4 \0 e5 *\n[Event \"y\"]\n*";
    check_length(
        text, sizeof text - 1,
        "e4 !1:4 there is something that is no move, number, comment, NAG or result;[Event=y]*;",
        false);
}
END_TEST

/* The reader gives back what our own writer prints. */
START_TEST(random_games_survive_print_and_read)
{
    static Move memory[1000];
    static int32_t clocks[1000];
    static char text[1 << 16], expected[1 << 16];
    uint64_t state = 64;
    for (int game = 0; game < 100; game++) {
        Position start;
        position_start960(&start, game % 2 ? CHESS960_STANDARD : game * 9);
        start.chess960 = game % 2 == 0;
        Line line;
        line_init(&line, &start, memory, COUNT(memory));
        Position pos = start;
        Move move;
        size_t length = 0;
        while (line.plies < 200 && random_move(&pos, &state, &move)) {
            char san[SAN_MAX];
            san_print(&line.now, move, san);
            clocks[line.plies] = (int32_t)(random_next(&state) % 100000000);
            line_push(&line, move);
            length += (size_t)snprintf(expected + length, sizeof expected - length, "%s ", san);
        }
        PgnResult result = (PgnResult)(game % 4);
        pgn_print(&(PgnGame){.line = &line, .clocks = game % 3 ? NULL : clocks, .result = result},
                  text, sizeof text);
        whole.length = 0;
        whole.tags_only = false;
        pgn_reader_open_text(&reader, text, strlen(text));
        read_all(&reader, &whole);
        if (game % 3 == 0)
            continue; /* with clocks: read without a fault */
        snprintf(expected + length, sizeof expected - length, "%s;", pgn_result_text(result));
        ck_assert(strlen(whole.text) >= strlen(expected));
        ck_assert_str_eq(whole.text + strlen(whole.text) - strlen(expected), expected);
        ck_assert_ptr_null(strchr(whole.text, '!'));
    }
}
END_TEST

START_TEST(clocks_and_evaluations_are_found_in_comments)
{
    static const struct {
        const char *text;
        bool has_clock, has_eval;
        int32_t ms;
        PgnEval eval;
    } rows[] = {
        {"[%clk 0:05:00]", true, false, 300000, {false, 0}},
        {"[%clk 1:02:03.4]", true, false, 3723400, {false, 0}},
        {" text [%eval -0.31] [%clk 0:00:01]", true, true, 1000, {false, -31}},
        {"[%eval #-3]", false, true, 0, {true, -3}},
        {"[%eval #12]", false, true, 0, {true, 12}},
        {"[%eval +2.5,20]", false, true, 0, {false, 250}},
        {"[%eval 7]", false, true, 0, {false, 700}},
        {"[%clk 0:60:00]", false, false, 0, {false, 0}},
        {"[%clk 0:05]", false, false, 0, {false, 0}},
        {"[%clk ", false, false, 0, {false, 0}},
        {"[%clk 99999999999:00:00]", false, false, 0, {false, 0}},
        {"[%eval x]", false, false, 0, {false, 0}},
        {"[%eval #", false, false, 0, {false, 0}},
        {"[%eval ", false, false, 0, {false, 0}},
        {"", false, false, 0, {false, 0}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        int32_t ms;
        PgnEval eval;
        size_t length = strlen(rows[i].text);
        ck_assert_msg(pgn_comment_clock(rows[i].text, length, &ms) == rows[i].has_clock, "%s",
                      rows[i].text);
        ck_assert_msg(pgn_comment_eval(rows[i].text, length, &eval) == rows[i].has_eval, "%s",
                      rows[i].text);
        if (rows[i].has_clock)
            ck_assert_int_eq(ms, rows[i].ms);
        if (rows[i].has_eval) {
            ck_assert_int_eq(eval.is_mate, rows[i].eval.is_mate);
            ck_assert_int_eq(eval.value, rows[i].eval.value);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        games_are_read_as_they_are_written,
        bad_games_give_reason_and_place_and_the_next_one_is_read,
        every_reason_is_shown_and_has_a_text,
        a_tag_may_be_1023_bytes_long_and_no_longer,
        variations_may_be_64_deep_and_no_deeper,
        long_comments_come_whole_or_in_pieces,
        moves_can_be_skipped,
        a_visitor_may_have_no_callbacks,
        nul_bytes_are_not_the_end,
        random_games_survive_print_and_read,
        clocks_and_evaluations_are_found_in_comments,
    };
    return run_tests("pgn_reader", tests, COUNT(tests));
}
