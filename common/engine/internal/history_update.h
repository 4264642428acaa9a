/* lessons.h - what a node of the main search teaches the histories, which order and prune the nodes to come.
 * Inside the engine only. */
#pragma once

#include "worker.h"

/* The moves of a node that were searched, as far as there is room: later ones teach little. */
typedef struct {
    Move quiets[64];
    int quiet_count;
    Move captures[32];
    int capture_count;
} SearchedMoves;

static inline void searched_add(SearchedMoves *tried, Move move, bool capture)
{
    if (capture && tried->capture_count < 32)
        tried->captures[tried->capture_count++] = move;
    if (!capture && tried->quiet_count < 64)
        tried->quiets[tried->quiet_count++] = move;
}

/* The static evaluation is known: did the move that led here make things worse for its side, as both sides'
 * evaluations see it? Then it comes later next time (Stockfish pull requests 3253 and 3265, "static
 * history"). */
void history_update_swing(const Node *node);

/* A move has refuted the one before: it is remembered as good, those tried in vain as bad
 * (CPW History_Heuristic, Killer_Heuristic, Countermove_Heuristic). */
void history_update_cutoff(Engine *engine, Node *node, Move best, int depth,
                           const SearchedMoves *tried);
/* The table has refuted the one before without a search: its move, if it has a quiet one, is good once more
 * (Stormphrax pull request 182). */
void history_update_table_cutoff(Engine *engine, Node *node, Move move, int depth);
/* Nothing was found against the move before: it was good (Stockfish pull request 1599, "prior counter move
 * that caused a fail low"). */
void history_update_fail_low(Engine *engine, const Node *node, int depth);

/* What the search found beyond the static evaluation, where the bound says something about it
 * (CPW Static_Evaluation_Correction_History). */
void history_update_correction(Engine *engine, const Node *node, const TableEntry *found);
