/* engine_types.h - the values that go into a search and come out of it: limits, hooks, results. Plain values;
 * engine.h has the functions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "position.h"
#include "transposition.h"

enum {
    ENGINE_DEPTH_MAX = 120,
    ENGINE_PV_MAX = ENGINE_DEPTH_MAX + 8,
    ENGINE_MULTIPV_MAX = MOVES_MAX,
};

/* The state of a search after an iteration, or after a fail high or low at the root. Valid during the call. */
typedef struct {
    int depth;
    int selective_depth;
    unsigned multipv; /* 1 is the best line */
    int score;
    Bound bound; /* BOUND_EXACT, or the side on which the window failed */
    uint64_t nodes;
    unsigned hash_permille;
    uint64_t tablebase_hits; /* positions that were found in the tablebase */
    unsigned best_share; /* the share of this search's nodes below the best move, in thousandths */
    unsigned choices;    /* the number of root moves */
    unsigned steady;     /* iterations for which the best move has stayed the same */
    const Move *pv;
    unsigned pv_length;
} EngineInfo;

/* Any member may be NULL. */
typedef struct {
    void *context;
    /* Called every thousand nodes or so; true stops the search at once. */
    bool (*poll)(void *context, uint64_t nodes);
    void (*info)(void *context, const EngineInfo *info);
    /* Called after each finished iteration, with its best line; true: do not start another one. */
    bool (*iterated)(void *context, const EngineInfo *info);
    /* A root move is about to be searched; number counts from 1. */
    void (*move)(void *context, int depth, Move move, unsigned number);
} EngineHooks;

/* Zero means no limit. The limit of nodes is exact: no search counts more. */
typedef struct {
    uint64_t nodes;
    int depth;
    int mate;         /* in moves: stop when a mate in so many is found */
    unsigned multipv; /* lines wanted; 0 is 1 */
    const Move
        *only; /* if only_count > 0, the only root moves to search; illegal ones are ignored */
    unsigned only_count;
    /* Of several workers on one table: 0 is the one that answers, others vary their depths. */
    unsigned helper;
} EngineLimits;

typedef struct {
    Move move;   /* MOVE_NONE only when there is no legal move (among those asked for) */
    Move ponder; /* the expected answer, or MOVE_NONE */
    int score;
    int depth; /* of the last finished iteration */
    uint64_t nodes;
    bool stopped; /* by a hook, before it reached its limits */
} EngineResult;

/* A function in place of a net: centipawns for the side to move. */
typedef int EngineEvaluator(const Position *pos);
