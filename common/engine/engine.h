/* engine.h - the chess engine: its public interface.
 *
 * Pure: no threads, no clock, no allocation, no I/O. The caller provides memory, a limit of nodes or depth, and
 * hooks that can end the search, for example by a clock. An Engine is one worker; workers that
 * share a Table and search the same line help each other (lazy SMP). The same line and limits with a cleared
 * engine and table give the same result on every machine, node for node, unless a hook stops the search. */
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
/* Needed before the first search: the net that evaluates positions from now on, borrowed until another is set. When
 * the net's contents have changed, call this again and clear the table. */
void engine_set_net(Engine *engine, const Nnue *net);
/* The same with a function instead of a net: for the programs that train the first net. */
void engine_set_evaluator(Engine *engine, EngineEvaluator *evaluator);
/* From now on positions that the tablebase has are played and scored by it; it is borrowed. NULL, as after
 * engine_init: there is none. Players of limited strength never use it. */
void engine_set_tablebase(Engine *engine, const Tablebase *tablebase);
/* Forgets all that was learned, as for a new game. The caller clears the table. */
void engine_clear(Engine *engine);

/* Searches the last position of the line; the moves before it count for repetitions. Call table_age first,
 * once for all workers that share the table. The line is only read. */
void engine_think(Engine *engine, const Line *line, const EngineLimits *limits,
                  const EngineHooks *hooks, EngineResult *result);

/* The nodes of the current or last search; may be called from another thread. */
uint64_t engine_nodes(const Engine *engine);
uint64_t engine_tablebase_hits(const Engine *engine);

/* The static evaluation of a position, in centipawns for the side to move. */
int engine_evaluate(const Nnue *net, const Position *position);
