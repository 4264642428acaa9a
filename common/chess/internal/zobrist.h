/* zobrist.h - the numbers of the position key: one for each fact that repetition asks about.
 *
 * Filled by attacks_init, constant afterwards. Private to this library: keys are never stored. */
#pragma once

#include "types.h"

typedef struct {
    uint64_t
        piece[16][64]; /* by Piece; all 0 for no piece, so that capturing nothing costs no branch */
    uint64_t castling[64]; /* by the rook's square */
    uint64_t ep[8];        /* by file */
    uint64_t black;        /* black to move */
} Zobrist;

extern Zobrist zobrist;

void zobrist_init(void);
