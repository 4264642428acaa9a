#include "tablebase_root.h"

#include "engine_rig.h"
#include "outcome.h"
#include "tablebase_rig.h"
#include "worker.h"

static EngineResult think_knowing(const Line *line, EngineLimits limits)
{
    EngineResult result;
    engine_fresh();
    engine_set_tablebase(rig_engine, tablebase);
    engine_think(rig_engine, line, &limits, NULL, &result);
    return result;
}

static TablebaseResult verdict_of(const Position *pos)
{
    TablebaseResult verdict;
    ck_assert(tablebase_probe(tablebase, pos, &verdict));
    return verdict;
}

/* The engine plays both sides: mate comes on exactly the ply that the tables predict, and the score says so. */
START_TEST(won_endings_are_mated_as_fast_as_can_be)
{
    static const char *const fens[] = {
        "8/8/8/8/3k4/8/8/K1B1N3 w - - 0 1", "8/8/8/2k5/8/8/1r6/3K3Q w - - 0 1",
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",   "8/8/8/8/4k3/8/1Q6/K7 b - - 0 1",
        "8/1k6/8/8/8/8/6pp/3K4 b - - 0 1",
    };
    for (size_t i = 0; i < COUNT(fens); i++) {
        Line line = line_from(fens[i], "");
        TablebaseResult verdict = verdict_of(&line.now);
        for (int left = verdict.plies; left > 0; left--) {
            EngineResult result = think_knowing(&line, (EngineLimits){.depth = 4});
            ck_assert_int_eq(result.score, left % 2 ? SCORE_MATE - left : left - SCORE_MATE);
            ck_assert_uint_eq(result.nodes, 0);
            ck_assert(line_push(&line, result.move));
        }
        ck_assert_int_eq(line_outcome(&line), OUTCOME_CHECKMATE);
    }
}
END_TEST

START_TEST(the_fifty_moves_are_counted)
{
    static const struct {
        const char *fen;
        bool won;
    } counts[] = {
        {"7k/8/6K1/8/8/8/8/R7 w - - 99 80", true},  /* mate on the hundredth ply */
        {"k7/8/1K6/8/8/8/8/7R b - - 98 80", true},  /* forced, then mate */
        {"7k/8/5K2/8/8/8/8/R7 w - - 97 80", true},  /* mate in two */
        {"7k/8/5K2/8/8/8/8/R7 w - - 98 80", false}, /* the same, a ply too late */
        {"8/8/8/8/3k4/8/8/K1B1N3 w - - 60 80", false},
        {"8/8/8/4k3/8/8/8/K2R3n w - - 95 80",
         true}, /* the knight is captured, and the count starts again */
    };
    for (size_t i = 0; i < COUNT(counts); i++) {
        Line line = line_from(counts[i].fen, "");
        int score = think_knowing(&line, (EngineLimits){.depth = 8}).score;
        bool won = score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
        ck_assert_msg(won == counts[i].won, "%s: %d", counts[i].fen, score);
    }
}
END_TEST

/* Too late by the count if nobody errs: still, each move makes progress towards mate, by the tables. */
START_TEST(a_win_that_may_come_too_late_makes_progress)
{
    Line line = line_from("8/8/8/8/3k4/8/8/K1B1N3 w - - 60 80", "");
    for (int left = verdict_of(&line.now).plies; line.now.halfmove < 98; left -= 2) {
        ck_assert(line_push(&line, think_knowing(&line, (EngineLimits){.depth = 5}).move));
        ck_assert_int_eq(verdict_of(&line.now).plies, left - 1);
        Moves moves;
        movegen_legal(&line.now, &moves);
        for (int i = 0; i < moves.count; i++) {
            Position next = line.now;
            position_play(&next, moves.at[i]);
            if (verdict_of(&next).plies == left - 2 && line_push(&line, moves.at[i]))
                break;
        }
    }
}
END_TEST

/* The move in a drawn ending keeps the draw, whatever the search would prefer. */
START_TEST(a_drawn_ending_stays_drawn)
{
    static const char *const fens[] = {
        "4k3/8/8/8/3r4/8/4K3/4R3 w - - 0 1", "4k3/8/8/8/4PK2/8/8/8 b - - 0 1",
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",    "8/8/8/3k4/8/3K4/3p4/3R4 w - - 0 1",
        "8/8/8/4k3/8/8/8/2NNK3 w - - 0 1",
    };
    for (size_t i = 0; i < COUNT(fens); i++) {
        Line line = line_from(fens[i], "");
        if (verdict_of(&line.now).winner != 0)
            continue;
        for (int ply = 0; ply < 20 && line_outcome(&line) == OUTCOME_NONE; ply++) {
            EngineResult result = think_knowing(&line, (EngineLimits){.depth = 4});
            ck_assert_int_eq(result.score, 0);
            ck_assert(line_push(&line, result.move));
            if (line_outcome(&line) == OUTCOME_NONE)
                ck_assert_int_eq(verdict_of(&line.now).winner, 0);
        }
    }
}
END_TEST

/* A position that has occurred twice is no way to win: the third time allows a draw claim. */
START_TEST(a_third_repetition_is_no_win)
{
    static const char fen[] = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    Line line = line_from(fen, "");
    Move best = think_knowing(&line, (EngineLimits){.depth = 1}).move;
    line = line_from(fen, "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1 g8h8");
    EngineResult result = think_knowing(&line, (EngineLimits){.depth = 1});
    ck_assert_int_ge(result.score, SCORE_MATE_BOUND);
    ck_assert_uint_ne(best, MOVE_NONE);
    ck_assert(line_push(&line, result.move));
    ck_assert_int_lt(line_repetitions(&line), 3);
}
END_TEST

START_TEST(several_lines_come_in_order)
{
    Line line = line_from("8/8/8/2k5/8/8/1r6/3K3Q w - - 0 1", "");
    think_knowing(&line, (EngineLimits){.depth = 1, .multipv = 5});
    for (int i = 1; i < 5; i++)
        ck_assert_int_le(rig_engine->root[i].score, rig_engine->root[i - 1].score);
}
END_TEST

/* Five pieces: the search uses what the tables say about four. The pawn exchange leads to a won KPK or not. */
START_TEST(a_search_probes_the_tables)
{
    Line line = line_from("8/8/8/8/1k1p4/4P3/5K2/6N1 w - - 0 1", "");
    EngineResult result = think_knowing(&line, (EngineLimits){.depth = 10});
    ck_assert_uint_gt(engine_tablebase_hits(rig_engine), 0);
    ck_assert_int_ge(result.score, SCORE_MATE_BOUND);
}
END_TEST

/* A level plays the same with and without the file. */
START_TEST(players_of_limited_strength_do_not_probe)
{
    Line line = line_from("8/8/8/8/3k4/8/8/K1B1N3 w - - 0 1", "");
    SkillMove with, without, full;
    SkillRequest request = {.rating = 2600, .seed = 5};
    engine_fresh();
    skill_choose(rig_engine, &line, &request, &without);
    engine_fresh();
    engine_set_tablebase(rig_engine, tablebase);
    skill_choose(rig_engine, &line, &request, &with);
    ck_assert_uint_eq(with.move, without.move);
    ck_assert_uint_eq(with.nodes, without.nodes);
    ck_assert_uint_eq(engine_tablebase_hits(rig_engine), 0);
    request.rating = SKILL_RATING_FULL;
    line = line_from("8/8/8/8/3k4/8/8/K1B1N3 w - - 0 1",
                     "a1a2 d4d5 a2a1 d5d4 a1b1 d4d5 b1a1 d5d4 a1a2 d4d5 a2a1 d5d4");
    skill_choose(rig_engine, &line, &request, &full);
    ck_assert_int_ge(full.score, SCORE_MATE_BOUND);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        won_endings_are_mated_as_fast_as_can_be,
        the_fifty_moves_are_counted,
        a_win_that_may_come_too_late_makes_progress,
        a_drawn_ending_stays_drawn,
        a_third_repetition_is_no_win,
        several_lines_come_in_order,
        a_search_probes_the_tables,
        players_of_limited_strength_do_not_probe,
    };
    return run_tests_with_tablebase("tablebase_root", tests, COUNT(tests));
}
