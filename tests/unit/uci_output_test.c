#include "uci_output.h"

#include "chess_rig.h"
#include "engine.h"

static UciOutput read_line(const char *line)
{
    UciOutput said;
    uci_output_parse(line, strlen(line), &said);
    return said;
}

/* Lines that Stockfish 15.1, toga2 3.0 and gnuchess 6.2.7 print. */
START_TEST(output_of_engines_is_understood)
{
    ck_assert_int_eq(read_line("uciok").kind, UCI_SAYS_UCIOK);
    ck_assert_int_eq(read_line("readyok\r").kind, UCI_SAYS_READYOK);
    UciOutput said = read_line("id name Stockfish 15.1");
    ck_assert_int_eq(said.kind, UCI_SAYS_TITLE);
    ck_assert_str_eq(said.title, "Stockfish 15.1");
    said = read_line("option name Skill Level type spin default 20 min 0 max 20");
    ck_assert_int_eq(said.kind, UCI_SAYS_OPTION);
    ck_assert_str_eq(said.title, "Skill Level");
    ck_assert(said.spin);
    ck_assert_int_eq(said.least, 0);
    ck_assert_int_eq(said.most, 20);
    said = read_line("option name UCI_LimitStrength type check default false");
    ck_assert_str_eq(said.title, "UCI_LimitStrength");
    ck_assert(!said.spin);
    said = read_line("bestmove e7e8q ponder a2a3");
    ck_assert_int_eq(said.kind, UCI_SAYS_MOVE);
    ck_assert_str_eq(said.move, "e7e8q");
}
END_TEST

START_TEST(scores_are_those_of_the_first_line)
{
    static const struct {
        const char *line;
        bool scored;
        int score;
    } lines[] = {
        {"info depth 10 seldepth 12 multipv 1 score cp -34 nodes 5 pv e2e4", true, -34},
        {"info depth 10 score cp 12 lowerbound nodes 5", true, 12},
        {"info depth 10 multipv 2 score cp 50 pv d2d4", false, 0},
        {"info depth 3 score mate 2 pv a1a8", true, SCORE_MATE - 3},
        {"info depth 3 score mate -1 pv a1a8", true, 2 - SCORE_MATE},
        {"info depth 0 score mate 0", true, -SCORE_MATE},
        {"info score mate 999999999", true, SCORE_MATE_BOUND + 1},
        {"info score cp 99999999999999999999", false, 0},
        {"info score cp 31000", false, 0},
        {"info score", false, 0},
        {"info score cp", false, 0},
        {"info string score cp 5", false, 0},
        {"info depth 1 pv score cp 5", false, 0},
        {"info currmove e2e4 currmovenumber 1", false, 0},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        UciOutput said = read_line(lines[i].line);
        ck_assert_msg((said.kind == UCI_SAYS_SCORE) == lines[i].scored, "%s", lines[i].line);
        ck_assert_msg(said.score == lines[i].score, "%s: %d", lines[i].line, (int)said.score);
    }
}
END_TEST

START_TEST(nonsense_is_ignored)
{
    static const char *const lines[] = {
        "",
        " ",
        "\t\r",
        "Stockfish 15.1 by the Stockfish developers",
        "uciok!",
        "id",
        "id author me",
        "option",
        "option type spin",
        "registration error",
        "\x80\xff bestmove e2e4",
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        ck_assert_msg(read_line(lines[i]).kind == UCI_SAYS_NOTHING, "%s", lines[i]);
    ck_assert_str_eq(read_line("bestmove").move, "");
    ck_assert_str_eq(read_line("bestmove \x01\x80\xff"
                               "e2e4e2e4e2e4")
                         .move,
                     "???e2e4e");
    ck_assert(!read_line("option name A type spin min 5 max 4").spin);
    ck_assert(!read_line("option name A type spin min x max 4").spin);
}
END_TEST

/* Any bytes, checked by the sanitizers; results stay within bounds. */
START_TEST(random_bytes_do_no_harm)
{
    static const char *const words[] = {
        "info",     "score", "cp", "mate", "option",      "name",    "type", "spin", "min",  "max",
        "bestmove", "id",    "-1", "7",    "99999999999", "multipv", "pv",   "e2e4", "\xff", "  "};
    uint64_t seed = 99;
    for (int i = 0; i < 20000; i++) {
        char line[512] = "";
        size_t length = 0;
        for (unsigned w = (unsigned)(random_next(&seed) % 20); w > 0; w--)
            length += (size_t)snprintf(line + length, sizeof line - length, "%s ",
                                       words[random_next(&seed) % COUNT(words)]);
        char *exact = malloc(length ? length : 1);
        ck_assert_ptr_nonnull(exact);
        memcpy(exact, line, length);
        UciOutput said;
        uci_output_parse(exact, length, &said);
        HOLDS(strlen(said.title) <= UCI_TITLE_MAX && strlen(said.move) <= UCI_MOVE_MAX, "%s", line);
        HOLDS(said.score >= -SCORE_MATE && said.score <= SCORE_MATE, "%s", line);
        free(exact);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        output_of_engines_is_understood,
        scores_are_those_of_the_first_line,
        nonsense_is_ignored,
        random_bytes_do_no_harm,
    };
    return run_tests("uci_output", tests, COUNT(tests));
}
