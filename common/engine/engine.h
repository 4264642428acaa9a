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

#include "line.h"
#include "nnue.h"
#include "tablebase.h"
#include "transposition.h"

/* Scores are centipawns for the side to move. A mate in n plies is ENGINE_MATE - n. */
enum {
    ENGINE_MATE = 32000,
    ENGINE_MATE_BOUND = 31000, /* beyond it a score is a forced mate */
    ENGINE_DEPTH_MAX = 120,
    ENGINE_PV_MAX = ENGINE_DEPTH_MAX + 8,
    ENGINE_MULTIPV_MAX = MOVES_MAX,
};

typedef struct Engine Engine;

/* What is known after an iteration, or after a fail high or low at the root. Valid during the call. */
typedef struct {
    int depth;
    int selective_depth;
    unsigned multipv; /* 1 is the best line */
    int score;
    Bound bound; /* BOUND_EXACT, or the side on which the window failed */
    uint64_t nodes;
    unsigned hash_permille;
    uint64_t tablebase_hits; /* questions that the endings answered */
    unsigned best_share;     /* of this search's nodes, those below the best move, in thousandths */
    unsigned choices;        /* root moves there are */
    unsigned steady;         /* iterations for which the best move has stayed the same */
    const Move *pv;
    unsigned pv_length;
} EngineInfo;

/* Any member may be NULL. */
typedef struct {
    void *context;
    /* Every thousand nodes or so; true stops the search at once. */
    bool (*poll)(void *context, uint64_t nodes);
    void (*info)(void *context, const EngineInfo *info);
    /* After each finished iteration, with its best line; true: enough, don't begin another. */
    bool (*iterated)(void *context, const EngineInfo *info);
    /* A root move is about to be searched; number counts from 1. */
    void (*move)(void *context, int depth, Move move, unsigned number);
} EngineHooks;

/* Zero means no limit. The budget of nodes is kept exactly: no search counts more. */
typedef struct {
    uint64_t nodes;
    int depth;
    int mate;         /* moves: stop when a mate in so many is found */
    unsigned multipv; /* lines wanted; 0 is 1 */
    const Move *only; /* if only_count > 0 the root moves to look at; illegal ones are ignored */
    unsigned only_count;
    unsigned
        helper; /* of several workers on one table: 0 is the one that answers, others vary their depths */
} EngineLimits;

typedef struct {
    Move move;   /* MOVE_NONE only when the side to move has no legal move (of those asked for) */
    Move ponder; /* the expected answer, or MOVE_NONE */
    int score;
    int depth; /* of the last finished iteration */
    uint64_t nodes;
    bool stopped; /* a hook ended it before its limits did */
} EngineResult;

/* Memory for one worker, without the table; aligned to 64 bytes. */
size_t engine_size(void);
Engine *engine_init(void *memory, Table *table);
/* Before the first search: judges positions by that net from now on, which is borrowed until another is set. Call
 * it again when the net's contents have changed, and clear the table. */
void engine_set_net(Engine *engine, const Nnue *net);
/* The same with a function in a net's place, centipawns for the side to move: for what teaches the first net. */
typedef int EngineEvaluator(const Position *pos);
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
