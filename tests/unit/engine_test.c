#include "engine_rig.h"

/* Moves to mate as Stockfish 15.1 found them at 400,000 nodes; positions of the Win At Chess suite. */
static const struct {
    int moves;
    const char *fen;
} mates[] = {
    {1, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"},
    {2, "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"},
    {2, "r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1"},
    {2, "5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - 0 1"},
    {2, "4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - - 0 1"},
    {2, "7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - - 0 1"},
    {3, "k4r2/1R4pb/1pQp1n1p/3P4/5p1P/3P2P1/r1q1R2K/8 w - - 0 1"},
    {2, "r3kr2/1pp4p/1p1p4/7q/4P1n1/2PP2Q1/PP4P1/R1BB2K1 b q - 0 1"},
    {2, "rn1qr1k1/1p2np2/2p3p1/8/1pPb4/7Q/PB1P1PP1/2KR1B1R w - - 0 1"},
    {3, "8/6pp/3q1p2/3n1k2/1P6/3NQ2P/5PP1/6K1 w - - 0 1"},
    {2, "r1bq1r1k/1pp1Np1p/p2p2pQ/4R3/n7/8/PPPP1PPP/R1B3K1 w - - 0 1"},
    {3, "2Q2n2/2R4p/1p1qpp1k/8/3P3P/3B2P1/5PK1/r7 w - - 0 1"},
    {4, "3r2k1/p6p/2Q3p1/4q3/2P1p3/P3Pb2/1P3P1P/2K2BR1 b - - 0 1"},
    {3, "6kr/1q2r1p1/1p2N1Q1/5p2/1P1p4/6R1/7P/2R3K1 w - - 0 1"},
    {2, "r1b2rk1/2p2ppp/p7/1p6/3P3q/1BP3bP/PP3QP1/RNB1R1K1 w - - 0 1"},
    {3, "5r1k/p5pp/8/1P1pq3/P1p2nR1/Q7/5BPP/6K1 b - - 0 1"},
};

START_TEST(mates_are_found)
{
    Line line = line_from(mates[_i].fen, "");
    EngineResult result = think(&line, (EngineLimits){.nodes = 2000000, .mate = mates[_i].moves});
    ck_assert_int_eq(result.score, SCORE_MATE - 2 * mates[_i].moves + 1);
}
END_TEST

START_TEST(a_mated_and_a_stalemated_side_have_no_move)
{
    Line mated = line_from("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "");
    Line stale = line_from("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    ck_assert_uint_eq(think(&mated, (EngineLimits){.depth = 5}).move, MOVE_NONE);
    ck_assert_uint_eq(think(&stale, (EngineLimits){.depth = 5}).move, MOVE_NONE);
}
END_TEST

/* Rook and king against king from a far position: the engine must make progress to mate by itself. */
START_TEST(a_bare_king_is_mated_within_fifty_moves)
{
    static const char *const starts[] = {"8/8/8/8/3k4/8/8/R3K3 w - - 0 1",
                                         "8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1",
                                         "8/8/8/4k3/8/8/8/2B1KB2 w - - 0 1"};
    for (size_t i = 0; i < COUNT(starts); i++) {
        Line line = line_from(starts[i], "");
        engine_fresh();
        while (line_outcome(&line) == OUTCOME_NONE && line.plies < 100) {
            EngineResult result;
            EngineLimits limits = {.nodes = 30000};
            table_age(&rig_table);
            engine_think(rig_engine, &line, &limits, NULL, &result);
            ck_assert(line_push(&line, result.move));
        }
        ck_assert_msg(line_outcome(&line) == OUTCOME_CHECKMATE, "%s", starts[i]);
    }
}
END_TEST

START_TEST(nodes_are_the_same_each_time)
{
    Line line = line_from(KIWIPETE, "");
    EngineResult first = think(&line, (EngineLimits){.depth = 9});
    EngineResult second = think(&line, (EngineLimits){.depth = 9});
    ck_assert_uint_eq(first.nodes, second.nodes);
    ck_assert_uint_eq(first.move, second.move);
    ck_assert_int_eq(first.score, second.score);
}
END_TEST

START_TEST(a_budget_of_nodes_is_kept_exactly)
{
    static const uint64_t budgets[] = {1, 2, 100, 1000, 1023, 1024, 1025, 77777};
    Line line = line_from(KIWIPETE, "");
    for (size_t i = 0; i < COUNT(budgets); i++) {
        EngineResult result = think(&line, (EngineLimits){.nodes = budgets[i]});
        ck_assert_uint_eq(result.nodes, budgets[i]);
        ck_assert(!result.stopped);
        ck_assert(position_is_legal(&line.now, result.move));
    }
}
END_TEST

static bool stop_at_once(void *context, uint64_t nodes)
{
    *(uint64_t *)context = nodes;
    return true;
}

START_TEST(a_hook_is_told_of_progress_and_stops_the_search)
{
    uint64_t asked = 0;
    EngineHooks hooks = {.context = &asked, .poll = stop_at_once};
    Line line = line_from(KIWIPETE, "");
    EngineResult result;
    engine_fresh();
    engine_think(rig_engine, &line, &(EngineLimits){.depth = 0}, &hooks, &result);
    ck_assert(result.stopped);
    ck_assert_uint_gt(asked, 0);
    ck_assert_uint_le(result.nodes, 2048);
    ck_assert(position_is_legal(&line.now, result.move));
}
END_TEST

START_TEST(only_the_moves_asked_for_are_searched)
{
    Line line = line_from(START_FEN, "");
    Move only[2] = {move_from_uci(&line.now, "a2a3"), move_from_uci(&line.now, "h2h4")};
    EngineResult result = think(&line, (EngineLimits){.depth = 6, .only = only, .only_count = 2});
    ck_assert(result.move == only[0] || result.move == only[1]);
}
END_TEST

/* White is far behind, but the queen checks on d8 and g5 for ever (Stockfish 15.1: 0.00). */
START_TEST(the_losing_side_takes_a_repetition)
{
    Line line = line_from("6k1/5p1p/8/8/3Q4/7P/rrn3PK/8 w - - 0 1", "");
    EngineResult result = think(&line, (EngineLimits){.depth = 10});
    ck_assert_int_eq(result.score, 0);
}
END_TEST

START_TEST(the_winning_side_avoids_one)
{
    /* After Ra2 a position would occur for the third time. */
    Line line = line_from("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 10 30",
                          "a1a2 g8f8 a2a1 f8g8 a1a2 g8f8 a2a1 f8g8");
    EngineResult result = think(&line, (EngineLimits){.depth = 8});
    ck_assert_int_gt(result.score, 300);
    ck_assert_uint_ne(result.move, move_from_uci(&line.now, "a1a2"));
}
END_TEST

START_TEST(a_dead_position_and_the_fifty_moves_score_nothing)
{
    Line dead = line_from("8/8/8/4k3/8/8/4N3/4K3 w - - 0 1", "");
    EngineResult result = think(&dead, (EngineLimits){.depth = 8});
    ck_assert_int_eq(result.score, 0);
    /* A rook ahead, but any move that keeps it completes the hundred plies, and mate is far. */
    Line fifty = line_from("8/8/8/4k3/8/8/8/R3K3 w - - 99 90", "");
    ck_assert_int_eq(think(&fifty, (EngineLimits){.depth = 8}).score, 0);
}
END_TEST

typedef struct {
    unsigned lines;
    int scores[8];
    Move moves[8];
} Seen;

static void note_line(void *context, const EngineInfo *info)
{
    Seen *seen = context;
    if (info->multipv > seen->lines)
        seen->lines = info->multipv;
    seen->scores[info->multipv] = info->score;
    seen->moves[info->multipv] = info->pv[0];
    ck_assert_uint_ge(info->pv_length, 1);
}

START_TEST(several_lines_come_in_order_and_differ)
{
    Seen seen = {.lines = 0};
    EngineHooks hooks = {.context = &seen, .info = note_line};
    Line line = line_from(KIWIPETE, "");
    EngineResult result;
    engine_fresh();
    engine_think(rig_engine, &line, &(EngineLimits){.depth = 7, .multipv = 4}, &hooks, &result);
    ck_assert_uint_eq(seen.lines, 4);
    for (int i = 1; i < 4; i++) {
        ck_assert_int_ge(seen.scores[i], seen.scores[i + 1]);
        for (int j = i + 1; j <= 4; j++)
            ck_assert_uint_ne(seen.moves[i], seen.moves[j]);
    }
    ck_assert_uint_eq(result.move, seen.moves[1]);
}
END_TEST

static void assert_playable(void *context, const EngineInfo *info)
{
    Position pos = *(const Position *)context;
    for (unsigned i = 0; i < info->pv_length; i++) {
        ck_assert(position_is_legal(&pos, info->pv[i]));
        position_play(&pos, info->pv[i]);
    }
}

START_TEST(every_reported_line_can_be_played)
{
    static const char *const fens[] = {START_FEN, KIWIPETE,
                                       "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                                       "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1"};
    for (size_t i = 0; i < COUNT(fens); i++) {
        Line line = line_from(fens[i], "");
        EngineHooks hooks = {.context = &line.now, .info = assert_playable};
        EngineResult result;
        engine_fresh();
        engine_think(rig_engine, &line, &(EngineLimits){.depth = 10, .multipv = 2}, &hooks,
                     &result);
        ck_assert(position_is_legal(&line.now, result.move));
        Position after = line.now;
        position_play(&after, result.move);
        ck_assert(result.ponder == MOVE_NONE || position_is_legal(&after, result.ponder));
    }
}
END_TEST

START_TEST(the_smallest_table_and_the_deepest_search_do_no_harm)
{
    Line line = line_from("8/8/8/8/3k4/3p4/8/3K4 w - - 0 1", "");
    EngineResult result;
    engine_fresh();
    table_init(&rig_table, rig_table_memory, TABLE_BYTES_MIN);
    engine_think(rig_engine, &line, &(EngineLimits){.depth = 1000, .nodes = 200000}, NULL, &result);
    ck_assert(position_is_legal(&line.now, result.move));
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("engine");
    TCase *tcase = tcase_create("engine");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, mates_are_found, 0, COUNT(mates));
    tcase_add_test(tcase, a_mated_and_a_stalemated_side_have_no_move);
    tcase_add_test(tcase, a_bare_king_is_mated_within_fifty_moves);
    tcase_add_test(tcase, nodes_are_the_same_each_time);
    tcase_add_test(tcase, a_budget_of_nodes_is_kept_exactly);
    tcase_add_test(tcase, a_hook_is_told_of_progress_and_stops_the_search);
    tcase_add_test(tcase, only_the_moves_asked_for_are_searched);
    tcase_add_test(tcase, the_losing_side_takes_a_repetition);
    tcase_add_test(tcase, the_winning_side_avoids_one);
    tcase_add_test(tcase, a_dead_position_and_the_fifty_moves_score_nothing);
    tcase_add_test(tcase, several_lines_come_in_order_and_differ);
    tcase_add_test(tcase, every_reported_line_can_be_played);
    tcase_add_test(tcase, the_smallest_table_and_the_deepest_search_do_no_harm);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
