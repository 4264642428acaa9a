#include "thinker.h"

#include "eval.h"
#include "netfile.h"

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

void thinker_init(Thinker *thinker, size_t table_bytes, uint64_t seed)
{
    table_init(&thinker->table, allocate(table_bytes), table_bytes);
    thinker->engine = engine_init(allocate(engine_size()), &thinker->table);
    engine_set_judge(thinker->engine, eval_position);
    thinker->moves = allocate(LINE_PLIES_MAX * sizeof(Move));
    thinker->chance = seed * 0x9e3779b97f4a7c15ull | 1;
}

const char *thinker_use_net(Thinker *thinker, const char *path)
{
    Net *net = allocate(sizeof *net);
    const char *wrong = netfile_read(path, net);
    if (!wrong)
        engine_set_net(thinker->engine, net);
    return wrong;
}

uint64_t thinker_draw(Thinker *thinker)
{
    uint64_t *state = &thinker->chance;
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dull;
}

EngineResult thinker_think(Thinker *thinker, uint64_t nodes)
{
    EngineResult result;
    table_age(&thinker->table);
    engine_think(thinker->engine, &thinker->line, &(EngineLimits){.nodes = nodes}, NULL, &result);
    return result;
}
