#include "training_engine.h"

#include "chess_rig.h"

static TrainingEngine engine;

static void start(const char *fen)
{
    const Position pos = position_from(fen);
    if (!engine.engine)
        training_engine_init(&engine, TABLE_BYTES_MIN, 1);
    table_clear(&engine.table);
    engine_clear(engine.engine);
    line_init(&engine.line, &pos, engine.moves, LINE_PLIES_MAX);
}

static uint64_t nodes_to_depth(int depth)
{
    EngineResult result;
    start(KIWIPETE);
    table_age(&engine.table);
    engine_think(engine.engine, &engine.line, &(EngineLimits){.depth = depth}, NULL, &result);
    return result.nodes;
}

START_TEST(the_iteration_in_which_the_soft_limit_is_reached_is_the_last)
{
    static const uint64_t soft[] = {1, 300, 1000, 3000};
    for (size_t i = 0; i < COUNT(soft); i++) {
        start(KIWIPETE);
        const EngineResult result = training_engine_search_soft(&engine, soft[i], 1000000);
        ck_assert_uint_ge(result.nodes, soft[i]);
        ck_assert_uint_eq(result.nodes, nodes_to_depth(result.depth));
        if (result.depth > 1)
            ck_assert_uint_lt(nodes_to_depth(result.depth - 1), soft[i]);
    }
}
END_TEST

START_TEST(the_hard_limit_ends_an_iteration)
{
    start(KIWIPETE);
    const EngineResult result = training_engine_search_soft(&engine, 1000000, 1500);
    ck_assert_uint_eq(result.nodes, 1500);
    ck_assert(result.move != MOVE_NONE);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        the_iteration_in_which_the_soft_limit_is_reached_is_the_last,
        the_hard_limit_ends_an_iteration,
    };
    return run_tests("training_engine", tests, COUNT(tests));
}
