#include "uci_command.h"

#include "chess_rig.h"

static Move moves[LINE_PLIES_MAX];

static UciText text_of(const char *text)
{
    return (UciText){.at = text, .length = strlen(text)};
}

static const struct {
    const char *line;
    UciKind kind;
    const char *rest;
} commands[] = {
    {"uci", UCI_UCI, ""},
    {"  isready \r\n", UCI_ISREADY, ""},
    {"go depth 3", UCI_GO, "depth 3"},
    {"\tposition\tstartpos ", UCI_POSITION, "startpos"},
    {"quit", UCI_QUIT, ""},
    {"", UCI_EMPTY, ""},
    {"   ", UCI_EMPTY, ""},
    {"UCI", UCI_UNKNOWN, ""},
    {"gone", UCI_UNKNOWN, ""},
    {"setoption name Hash value 1", UCI_SETOPTION, "name Hash value 1"},
};

START_TEST(the_first_word_is_the_command)
{
    UciText rest;
    ck_assert_int_eq(uci_command(text_of(commands[_i].line), &rest), commands[_i].kind);
    ck_assert_msg(uci_text_is(rest, commands[_i].rest), "%.*s", (int)rest.length, rest.at);
}
END_TEST

/* FENs after the moves, by hand. */
static const struct {
    const char *text, *fen;
} positions[] = {
    {"startpos", START_FEN},
    {"startpos moves", START_FEN},
    {"startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
    {"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
    {"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"fen 4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
};

START_TEST(positions_are_read)
{
    Line line;
    Position before;
    UciComplaint complaint = {.text = ""};
    char fen[FEN_MAX];
    position_start(&before);
    line_init(&line, &before, NULL, 0);
    bool read = uci_read_position(text_of(positions[_i].text), false, &line, moves, &complaint);
    ck_assert(read);
    fen_print(&line.now, fen);
    ck_assert_str_eq(fen, positions[_i].fen);
    ck_assert_str_eq(complaint.text, "");
}
END_TEST

static const struct {
    const char *text, *says;
} refused[] = {
    {"", "startpos or fen"},
    {"startposition", "startpos or fen"},
    {"fen", "rank"},
    {"fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"},
    {"fen xyz w - - 0 1", "board"},
    {"startpos moves e2e5", "can go there"},
    {"startpos moves e2e4 e2e4", "no such piece"},
    {"startpos e2e4", "expected moves"},
    {"startpos moves \x01\xff\x7f", "???"},
};

START_TEST(what_cannot_be_set_up_is_refused_by_name_and_changes_nothing)
{
    Line line;
    Position before;
    UciComplaint complaint = {.text = ""};
    position_start(&before);
    line_init(&line, &before, NULL, 0);
    ck_assert(!uci_read_position(text_of(refused[_i].text), false, &line, moves, &complaint));
    ck_assert_msg(strstr(complaint.text, refused[_i].says), "%s", complaint.text);
    ck_assert_uint_eq(line.now.key, before.key);
    ck_assert_uint_eq(line.plies, 0);
}
END_TEST

static UciGo go_of(const char *text, UciComplaint *complaint)
{
    UciGo go;
    Position pos;
    position_start(&pos);
    complaint->text[0] = '\0';
    uci_read_go(text_of(text), &pos, &go, complaint);
    return go;
}

START_TEST(all_limits_are_read)
{
    UciComplaint complaint;
    UciGo go = go_of("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 depth 7 nodes 99 mate 3 "
                     "movetime 50 infinite ponder searchmoves e2e4 d2d4",
                     &complaint);
    ck_assert_str_eq(complaint.text, "");
    ck_assert(go.has_clock[WHITE] && go.has_clock[BLACK] && go.infinite && go.ponder);
    ck_assert_int_eq(go.clock[WHITE].remaining, 1000);
    ck_assert_int_eq(go.clock[BLACK].remaining, 2000);
    ck_assert_int_eq(go.clock[WHITE].increment, 10);
    ck_assert_int_eq(go.clock[BLACK].increment, 20);
    ck_assert_int_eq(go.clock[BLACK].moves_to_go, 5);
    ck_assert_int_eq(go.depth, 7);
    ck_assert_uint_eq(go.nodes, 99);
    ck_assert_int_eq(go.mate, 3);
    ck_assert_int_eq(go.movetime, 50);
    ck_assert_int_eq(go.only_count, 2);
    ck_assert_int_eq(go_of("perft 4", &complaint).perft, 4);
    ck_assert_int_eq(go_of("wtime -5", &complaint).clock[WHITE].remaining, -5);
    ck_assert_str_eq(complaint.text, "");
}
END_TEST

START_TEST(searchmoves_end_at_the_next_limit)
{
    UciComplaint complaint;
    UciGo go = go_of("searchmoves e2e4 g1f3 depth 4", &complaint);
    ck_assert_int_eq(go.only_count, 2);
    ck_assert_int_eq(go.depth, 4);
    ck_assert_str_eq(complaint.text, "");
}
END_TEST

static const char *const faulty[] = {
    "depth",        "depth x",    "depth 0",     "depth 99999999999999999999",
    "nodes -1",     "wtime",      "winc -1",     "perft 99",
    "movetime 1.5", "frobnicate", "searchmoves", "searchmoves e2e5 depth 1",
};

START_TEST(a_faulty_limit_is_reported_and_left_out)
{
    UciComplaint complaint;
    UciGo go = go_of(faulty[_i], &complaint);
    ck_assert_str_ne(complaint.text, "");
    ck_assert_int_eq(go.only_count, 0);
    ck_assert_uint_eq(go.nodes, 0);
    /* What follows is still read. */
    char longer[128];
    snprintf(longer, sizeof longer, "%s infinite", faulty[_i]);
    ck_assert(go_of(longer, &complaint).infinite);
}
END_TEST

START_TEST(option_names_and_values_may_contain_blanks)
{
    UciText name, value;
    ck_assert(uci_read_option(text_of("name Clear Hash"), &name, &value));
    ck_assert(uci_text_is(name, "clear hash"));
    ck_assert_uint_eq(value.length, 0);
    ck_assert(uci_read_option(text_of(" name  Move Overhead  value  10 20 "), &name, &value));
    ck_assert(uci_text_is(name, "Move Overhead"));
    ck_assert(uci_text_is(value, "10 20"));
    ck_assert(!uci_read_option(text_of("Hash 3"), &name, &value));
    ck_assert(!uci_read_option(text_of("name value 3"), &name, &value));
}
END_TEST

START_TEST(numbers_are_whole_and_within_bounds)
{
    int64_t number = 77;
    ck_assert(uci_read_number(text_of("0"), 0, 9, &number) && number == 0);
    ck_assert(uci_read_number(text_of("-12"), -20, 9, &number) && number == -12);
    ck_assert(!uci_read_number(text_of("10"), 0, 9, &number));
    ck_assert(!uci_read_number(text_of(""), 0, 9, &number));
    ck_assert(!uci_read_number(text_of("-"), -9, 9, &number));
    ck_assert(!uci_read_number(text_of("1e3"), 0, 9999, &number));
    ck_assert(!uci_read_number(text_of("99999999999999999999999"), 0, INT64_MAX, &number));
    ck_assert_int_eq(number, -12);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("uci_command");
    TCase *tcase = tcase_create("uci_command");
    tcase_add_loop_test(tcase, the_first_word_is_the_command, 0, COUNT(commands));
    tcase_add_loop_test(tcase, positions_are_read, 0, COUNT(positions));
    tcase_add_loop_test(tcase, what_cannot_be_set_up_is_refused_by_name_and_changes_nothing, 0,
                        COUNT(refused));
    tcase_add_test(tcase, all_limits_are_read);
    tcase_add_test(tcase, searchmoves_end_at_the_next_limit);
    tcase_add_loop_test(tcase, a_faulty_limit_is_reported_and_left_out, 0, COUNT(faulty));
    tcase_add_test(tcase, option_names_and_values_may_contain_blanks);
    tcase_add_test(tcase, numbers_are_whole_and_within_bounds);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
