/* bench.h - fixed searches whose sum of nodes is the engine's signature: it changes when play changes. */
#pragma once

#include "engine.h"

enum { BENCH_DEPTH = 12 };

typedef struct {
    uint64_t nodes;
    int positions;
} BenchResult;

/* Searches each position to that depth from a cleared engine and table. */
void bench_run(Engine *engine, Table *table, int depth, BenchResult *result);
