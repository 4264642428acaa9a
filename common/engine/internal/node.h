/* node.h - steps in the tree that the main search and the quiescence share: in and out of nodes, budget,
 * draws, static evaluation. Inside the engine only. */
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

/* Before a move is played: is the budget spent, or the search stopped? */
bool node_must_stop(Engine *engine);
/* The node after a legal move, or after passing. All but its ply, which the parent has set. */
Node *node_enter(Engine *engine, Node *node, Move move);
Node *node_enter_null(Engine *engine, Node *node);

/* Fifty moves, repetition, or no mate possible. */
bool node_is_draw(const Engine *engine, const Node *node);

/* Do the endings' tables know the score? Near the fifty moves they do not: what they count is plies to mate. */
bool node_probe_tablebase(Engine *engine, const Node *node, int *score);
void node_count_tablebase_hit(Engine *engine);

/* The static evaluation as the engine's player sees it: what the table keeps. */
int node_evaluate(Engine *engine, const Node *node);
/* The same, corrected by what searches of like positions have found. */
int node_correct_eval(const Engine *engine, const Node *node, int raw);
/* A score from the table that says more than the evaluation does, or the evaluation. */
int node_refine_eval(int eval, bool known, const TableEntry *entry);

/* Fills in the node's context, for the histories. */
void node_set_context(Engine *engine, Node *node);
/* The move and the child's line become the node's. */
void node_update_pv(Node *node, Move move);
/* Can the table's score stand for a search with this window? */
bool node_allows_cutoff(const TableEntry *entry, int alpha, int beta);
/* Into the table, unless the search was stopped and the score means nothing. */
void node_store(Engine *engine, const Node *node, TableEntry entry);
