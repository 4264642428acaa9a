/* engine.h - the computer's search: the one door to it.
 *
 * Pure: no threads, no clock, no allocation, no I/O. The caller hands in memory, a budget of nodes or depth,
 * and hooks that can end the search: a clock is theirs to look at. An Engine is one worker; workers that
 * share a Table and search the same line help each other (lazy SMP). The same line, limits and a cleared
 * engine give the same answer on every machine, node for node, unless a hook cuts it short. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine_types.h"
#include "line.h"
#include "nnue.h"
#include "score.h"
#include "tablebase.h"
#include "transposition.h"

typedef struct Engine Engine;

/* Memory for one worker, without the table; aligned to 64 bytes. */
size_t engine_size(void);
Engine *engine_init(void *memory, Table *table);
/* Before the first search: judges positions by that net from now on, which is borrowed until another is set. Call
 * it again when the net's contents have changed, and clear the table. */
void engine_set_net(Engine *engine, const Nnue *net);
/* The same with a function in a net's place, centipawns for the side to move: for what teaches the first net. */
void engine_set_evaluator(Engine *engine, EngineEvaluator *evaluator);
/* Where it knows them it plays and scores endings by those tables from now on, which are borrowed; NULL, as after
 * engine_init: it has none. A player of limited strength never looks there. */
void engine_set_tablebase(Engine *engine, const Tablebase *tablebase);
/* Forget all that was learned, as for a new game. The table is the caller's to clear. */
void engine_clear(Engine *engine);

/* Searches the last position of the line; all that led to it counts for repetitions. Call table_age before,
 * once for all workers that share the table. The line is only read. */
void engine_think(Engine *engine, const Line *line, const EngineLimits *limits,
                  const EngineHooks *hooks, EngineResult *result);

/* Nodes of the search that runs or ran last; may be read from another thread. */
uint64_t engine_nodes(const Engine *engine);
uint64_t engine_tablebase_hits(const Engine *engine);

/* The static evaluation of a position, in centipawns for the side to move. */
int engine_evaluate(const Nnue *net, const Position *position);
