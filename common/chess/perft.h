/* perft.h - how many lines of legal moves there are to a depth: the generator's proof and its race.
 *
 * One thread, no table of earlier counts. Depth 0 counts 1. */
#pragma once

#include "position.h"

enum { PERFT_DEPTH_MAX = 30 };

/* Moves of the last ply are counted, not played: what Stockfish's 'go perft' does. */
uint64_t perft(const Position *pos, int depth);
/* Each line is played to its end: what playing a move costs. */
uint64_t perft_played(const Position *pos, int depth);

typedef struct {
    Move move;
    uint64_t nodes;
} PerftMove;

typedef struct {
    int count;
    uint64_t nodes; /* the sum */
    PerftMove at[MOVES_MAX];
} PerftSplit;

/* The count of each move of the position, in order of UCI text. Depth is at least 1. */
void perft_split(const Position *pos, int depth, PerftSplit *split);
