/* history_update.h - what a searched node adds to the histories, which order and prune the moves of later nodes.
 * Inside the engine only. */
#pragma once

#include "worker.h"

/* The moves of a node that were searched, as far as there is room: later ones matter little. */
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

/* Once the static evaluation is known: a bonus or malus for the move that led here, by how the evaluation changed
 * (Stockfish pull requests 3253 and 3265, "static history"). */
void history_update_swing(const Node *node);

/* A move caused a cutoff: it gets a bonus, those tried before it a malus (CPW History_Heuristic, Killer_Heuristic,
 * Countermove_Heuristic). A malus also for the move that led here, if it was quiet and the first one tried
 * (Stockfish pull request 3106). */
void history_update_cutoff(Engine *engine, Node *node, Move best, int depth,
                           const SearchedMoves *tried);
/* The table's score caused a cutoff without a search: its move, if it is quiet, gets another bonus (Stormphrax pull
 * request 182). */
void history_update_table_cutoff(Engine *engine, Node *node, Move move, int depth);
/* No move raised alpha: the move before gets a bonus (Stockfish pull request 1599, "prior counter move
 * that caused a fail low"). */
void history_update_fail_low(Engine *engine, const Node *node, int depth);

/* The difference between the search's score and the static evaluation, where the bound allows it (CPW
 * Static_Evaluation_Correction_History). */
void history_update_correction(Engine *engine, const Node *node, const TableEntry *found);
