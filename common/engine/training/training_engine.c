#include "training_engine.h"

#include "classical_eval.h"
#include "nnue_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Zeroed, at the start of a cache line. */
static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    memset(memory, 0, bytes);
    return memory;
}

void training_engine_init(TrainingEngine *training_engine, size_t table_bytes, uint64_t seed)
{
    table_init(&training_engine->table, allocate(table_bytes), table_bytes);
    training_engine->engine = engine_init(allocate(engine_size()), &training_engine->table);
    engine_set_evaluator(training_engine->engine, classical_evaluate);
    training_engine->moves = allocate(LINE_PLIES_MAX * sizeof(Move));
    training_engine->random_state = seed * 0x9e3779b97f4a7c15ull | 1;
}

const char *training_engine_use_net(TrainingEngine *training_engine, const char *path)
{
    Nnue *net = allocate(sizeof *net);
    const char *wrong = nnue_file_read(path, net);
    if (!wrong)
        engine_set_net(training_engine->engine, net);
    return wrong;
}

uint64_t training_engine_random(TrainingEngine *training_engine)
{
    uint64_t *state = &training_engine->random_state;
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dull;
}

unsigned training_engine_below(TrainingEngine *training_engine, size_t bound)
{
    return (unsigned)((training_engine_random(training_engine) >> 32) % bound);
}

EngineResult training_engine_search(TrainingEngine *training_engine, uint64_t nodes)
{
    EngineResult result;
    table_age(&training_engine->table);
    engine_think(training_engine->engine, &training_engine->line, &(EngineLimits){.nodes = nodes},
                 NULL, &result);
    return result;
}

static bool is_enough(void *context, const EngineInfo *info)
{
    const uint64_t *soft = context;
    return info->nodes >= *soft;
}

EngineResult training_engine_search_soft(TrainingEngine *training_engine, uint64_t soft,
                                         uint64_t hard)
{
    EngineResult result;
    const EngineHooks hooks = {.context = &soft, .iterated = is_enough};
    table_age(&training_engine->table);
    engine_think(training_engine->engine, &training_engine->line, &(EngineLimits){.nodes = hard},
                 &hooks, &result);
    return result;
}
