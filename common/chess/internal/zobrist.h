/* zobrist.h - the random numbers of the position key: one for each fact that counts for repetition.
 *
 * Filled by attacks_init, constant afterwards. Private to this library. The numbers must never change: databases hold
 * the upper half of the keys of named openings (openings.h), and a golden file of the tests holds the numbers. */
#pragma once

#include "types.h"

typedef struct {
    /* By Piece; all 0 for no piece, so that capturing nothing costs no branch. */
    uint64_t piece[16][64];
    uint64_t castling[64]; /* by the rook's square */
    uint64_t ep[8];        /* by file */
    uint64_t black;        /* black to move */
} Zobrist;

extern Zobrist zobrist;

void zobrist_init(void);
