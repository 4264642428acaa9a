/* worker.h - what one worker's search keeps: inside the engine only; the outside sees engine.h.
 *
 * A Node is one ply of the line being searched; the engine's increments stand beside the Position. */
#pragma once

#include <stdatomic.h>

#include "accumulator.h"
#include "engine_types.h"
#include "history.h"
#include "line.h"
#include "score.h"
#include "tablebase.h"

enum {
    STACK_PLIES = ENGINE_DEPTH_MAX + 8,
    STACK_BEFORE = 4, /* nodes before the root, so that looking back needs no test */
    STACK_NODES = STACK_BEFORE + STACK_PLIES + 1,
};

typedef struct {
    Position pos;
    bool in_check;
    int ply;
    int reversible; /* plies back to which a repetition can reach */
    int eval;       /* corrected, or SCORE_NONE */
    Move move;      /* the one being tried here */
    Move excluded;  /* left out by a singular search */
    Move killers[2];
    HistoryContext context;     /* while its moves are tried */
    Continuation *continuation; /* of the move that led here */
    Arrival arrival;            /* the same */
    int16_t *after;             /* where the evaluation's error after the last two is kept */
    Move *counter;              /* where the answer to it is kept, NULL after none */
    int double_extensions;
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
    EngineEvaluator *evaluator;      /* instead, where the net is NULL */
    const struct Handicap *handicap; /* NULL: nothing is overlooked */
    Move tablebase_plan; /* of a win that may come too late: the way to the shortest mate */
    bool stopped;
    int selective_depth;
    int null_verified_ply; /* no null move before this ply: a null move is being verified */
    int root_depth;

    /* Keys of the game before the root, the newest last, as far back as a repetition can reach. */
    uint64_t game_keys[SEVENTYFIVE_PLIES];
    int game_key_count;

    int root_count;
    int multipv_index; /* root moves before it are already this iteration's best lines */
    RootMove root[MOVES_MAX];
    Node stack[STACK_NODES];
    History history;
    int8_t reductions[64][64]; /* in quarters of a ply, by depth and number of the move */

    /* The net's hidden layer: of the stack's nodes as they were last judged, by view; and one for each side's
     * view and way to see the squares, from which any other is made when a king's move turned the board. */
    Accumulator views[STACK_NODES][2];
    Accumulator turned[2][2];
} Engine;

/* May be asked from another thread. */
static inline uint64_t worker_nodes(const Engine *engine)
{
    return atomic_load_explicit(&engine->nodes, memory_order_relaxed);
}
