#include "think.h"

#include "checks.h"
#include "engine_rig.h"
#include "movegen.h"
#include "processor.h"

static const char *const positions[] = {
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/1p1k1p1p/p1p2P1P/P1P1K3/1P6/8/8 w - - 0 1",
};

/* Two builds of one source have no right to differ: what is searched may not depend on the machine. */
START_TEST(builds_search_the_same_nodes)
{
#if defined(THINK_HAS_BMI2)
    if (processor != PROCESSOR_BMI2)
        return;
    Line line = line_from(positions[_i], "");
    const EngineLimits limits = {.depth = 9};
    EngineResult one, other;
    engine_fresh();
    think_base(rig_engine, &line, &limits, NULL, &one);
    engine_fresh();
    think_bmi2(rig_engine, &line, &limits, NULL, &other);
    ck_assert_uint_gt(one.nodes, 1000);
    ck_assert_uint_eq(one.nodes, other.nodes);
    ck_assert_int_eq(one.score, other.score);
    ck_assert_uint_eq(one.move, other.move);
    ck_assert_uint_eq(one.ponder, other.ponder);
#endif
}
END_TEST

/* What the search knows of all moves of a position beforehand agrees with the rules, move by move. */
START_TEST(checks_are_those_of_the_rules)
{
    Position pos = position_from(positions[_i]);
    Moves moves;
    movegen_legal(&pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = pos;
        position_play(&next, moves.at[i]);
        const Checks own = checks_of(&pos);
        ck_assert_int_eq(checks_gives(&own, &pos, moves.at[i]), position_is_check(&next));
        const Checks checks = checks_of(&next);
        Moves answers;
        movegen_legal(&next, &answers);
        for (int j = 0; j < answers.count; j++) {
            Position last = next;
            position_play(&last, answers.at[j]);
            ck_assert_int_eq(checks_gives(&checks, &next, answers.at[j]), position_is_check(&last));
        }
    }
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("think");
    TCase *tcase = tcase_create("think");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, builds_search_the_same_nodes, 0, COUNT(positions));
    tcase_add_loop_test(tcase, checks_are_those_of_the_rules, 0, COUNT(positions));
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
