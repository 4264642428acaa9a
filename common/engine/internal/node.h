/* node.h - what the main search and the quiescence search share: entering nodes, the node limit, draws, static
 * evaluation. Inside the engine only. */
#pragma once

#include "worker.h"

static inline int min(int a, int b)
{
    return a < b ? a : b;
}
static inline int max(int a, int b)
{
    return a > b ? a : b;
}

static inline int mate_in(int ply)
{
    return SCORE_MATE - ply;
}
static inline int mated_in(int ply)
{
    return ply - SCORE_MATE;
}
static inline bool is_mate(int score)
{
    return score >= SCORE_MATE_BOUND || score <= -SCORE_MATE_BOUND;
}

/* Before a move is played: is the node limit reached, or the search stopped? */
bool node_must_stop(Engine *engine);
/* Reads the table's entry of a child ahead, as soon as its move is chosen: memory takes longer than entering the child. For
 * the few moves that have another key than the likely one node_enter does it. */
static inline void node_read_ahead(const Engine *engine, const Node *node, Move move)
{
    table_prefetch(engine->table, position_likely_key(&node->pos, move));
}
/* The node after a legal move, that gives check or not, or after a null move. Sets all but its ply, which the parent has
 * set. */
Node *node_enter(Engine *engine, Node *node, Move move, bool check);
Node *node_enter_null(Engine *engine, Node *node);

/* By fifty moves, repetition, or insufficient material. */
bool node_is_draw(const Engine *engine, const Node *node);

/* Is the position's score in the tablebase? Not where the fifty moves may come first, as it only counts plies to
 * mate. */
bool node_probe_tablebase(Engine *engine, const Node *node, int *score);
void node_count_tablebase_hit(Engine *engine);

/* The static evaluation, with the error of a player of limited strength: what the table stores. */
int node_evaluate(Engine *engine, const Node *node);
/* The same, corrected by the correction history. */
int node_correct_eval(const Engine *engine, const Node *node, int raw);
/* The score from the table where it is a better estimate than the evaluation, else the evaluation. */
int node_refine_eval(int eval, bool known, const TableEntry *entry);

/* Sets the node's context for the histories. */
void node_set_context(Engine *engine, Node *node);
/* The node's PV becomes the move and the child's PV. */
void node_update_pv(Node *node, Move move);
/* Is the table's score enough for a cutoff with this window? */
bool node_allows_cutoff(const TableEntry *entry, int alpha, int beta);
/* Stores an entry in the table, unless the search was stopped, when scores mean nothing. */
void node_store(Engine *engine, const Node *node, TableEntry entry);
