/* worker.h - the state of one worker's search. Inside the engine only; engine.h is the interface.
 *
 * A Node is one ply of the line being searched: the Position, and what the search stores beside it. */
#pragma once

#include <stdatomic.h>

#include "accumulator.h"
#include "checks.h"
#include "engine_types.h"
#include "history.h"
#include "line.h"
#include "score.h"
#include "tablebase.h"

enum {
    STACK_PLIES = ENGINE_DEPTH_MAX + 8,
    STACK_BEFORE = 4, /* nodes before the root, so that looking back needs no bounds check */
    STACK_NODES = STACK_BEFORE + STACK_PLIES + 1,
};

typedef struct {
    Position pos;
    bool in_check;
    int ply;
    int reversible; /* how many plies back a repetition can be */
    int eval;       /* corrected, or SCORE_NONE */
    Move move;      /* the one being tried here */
    Move excluded;  /* excluded in a singular search */
    Move killers[2];
    HistoryContext context;     /* while its moves are tried */
    Checks checks;              /* likewise */
    Continuation *continuation; /* for the move that led here */
    PieceTo piece_to;           /* the move that led here */
    int16_t *move_correction;   /* the correction history of the last two moves */
    Move *counter;              /* the countermove of the last move; NULL after none */
    int double_extensions;
    int count;   /* which of its moves is being tried, counted from 1 */
    int cutoffs; /* at this ply, since the node two plies before was entered */
    int pv_length;
    Move pv[ENGINE_PV_MAX];
} Node;

typedef struct {
    Move move;
    int score; /* of this iteration: -SCORE_INFINITE until searched */
    int last_score;
    int selective_depth;
    uint64_t nodes;
    int pv_length;
    Move pv[ENGINE_PV_MAX];
} RootMove;

struct Handicap;

typedef struct Engine {
    Table *table;
    _Atomic uint64_t nodes, tablebase_hits;
    EngineLimits limits;
    EngineHooks hooks;
    const Tablebase *tablebase; /* NULL: none */
    const Nnue *net;
    EngineEvaluator *evaluator;      /* used instead when the net is NULL */
    const struct Handicap *handicap; /* NULL: full strength */
    Move tablebase_plan; /* the move to the shortest mate, where a win may come too late */
    bool stopped;
    int selective_depth;
    int null_verified_ply; /* no null move before this ply: a null move is being verified */
    int root_depth;

    /* Keys of the game before the root, the newest last, as far back as a repetition can be. */
    uint64_t game_keys[SEVENTYFIVE_PLIES];
    int game_key_count;

    int root_count;
    int multipv_index; /* root moves before it are the better lines of this iteration */
    RootMove root[MOVES_MAX];
    Node stack[STACK_NODES];
    History history;
    int8_t reductions[64][64]; /* in quarters of a ply, by depth and number of the move */

    /* The net's hidden layer for the nodes of the stack when they were last evaluated; and what to start from where
     * a king's move has mirrored the board. */
    Accumulator views[STACK_NODES];
    BoardLayers layers;
} Engine;

/* May be asked from another thread. */
static inline uint64_t worker_nodes(const Engine *engine)
{
    return atomic_load_explicit(&engine->nodes, memory_order_relaxed);
}
static inline uint64_t worker_tablebase_hits(const Engine *engine)
{
    return atomic_load_explicit(&engine->tablebase_hits, memory_order_relaxed);
}
