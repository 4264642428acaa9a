/* perft.h - counts the lines of legal moves up to a depth: a test of the move generator, and of its speed.
 *
 * One thread, no table of earlier counts. Depth 0 counts 1. */
#pragma once

#include "position.h"

enum { PERFT_DEPTH_MAX = 30 };

/* The moves of the last ply are counted, not played: what Stockfish's 'go perft' does. */
uint64_t perft(const Position *pos, int depth);
/* Every move is played, those of the last ply too: measures what playing a move costs. */
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
