#include "engine.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "evaluate.h"
#include "processor.h"
#include "search.h"
#include "think.h"

size_t engine_size(void)
{
    return (sizeof(Engine) + 63) / 64 * 64;
}

Engine *engine_init(void *memory, Table *table)
{
    assert(memory && (uintptr_t)memory % 64 == 0 && table);
    Engine *engine = memory;
    memset(engine, 0, sizeof *engine);
    engine->table = table;
    search_init(engine);
    return engine;
}

void engine_set_net(Engine *engine, const Nnue *net)
{
    assert(net);
    engine->net = net;
    evaluate_reset(engine);
}

void engine_set_evaluator(Engine *engine, EngineEvaluator *evaluator)
{
    assert(evaluator);
    engine->net = NULL;
    engine->evaluator = evaluator;
}

void engine_set_tablebase(Engine *engine, const Tablebase *tablebase)
{
    engine->tablebase = tablebase;
}

void engine_clear(Engine *engine)
{
    history_clear(&engine->history);
}

uint64_t engine_nodes(const Engine *engine)
{
    return worker_nodes(engine);
}

int engine_evaluate(const Nnue *net, const Position *position)
{
    return evaluate_position(net, position);
}

uint64_t engine_tablebase_hits(const Engine *engine)
{
    return worker_tablebase_hits(engine);
}

void engine_think(Engine *engine, const Line *line, const EngineLimits *limits,
                  const EngineHooks *hooks, EngineResult *result)
{
#if defined(THINK_HAS_BMI2)
    if (processor == PROCESSOR_BMI2) {
        think_bmi2(engine, line, limits, hooks, result);
        return;
    }
#endif
    think_base(engine, line, limits, hooks, result);
}
