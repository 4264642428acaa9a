/* sliders.h - slider attacks looked up by PEXT, for the builds with BMI2.
 *
 * Private to this library and to what is built with it (CHESS_PEXT, attacks.h). The relevant blockers of a square, packed by PEXT, are the index into its table; all
 * tables take 841 KB. */
#pragma once

#include "bitboard.h"

#if defined(__x86_64__)

enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };

typedef struct {
    Bitboard mask; /* the squares whose occupancy matters; those at the edge do not */
    const Bitboard *attacks;
} SliderTable;

extern SliderTable rook_tables[64], bishop_tables[64]; /* constant after slider_tables_init */

typedef Bitboard SliderAttacks(Square square, Bitboard occupied);

/* The tables are filled from these two functions, which may be slow. */
void slider_tables_init(SliderAttacks *rook_attacks_of, SliderAttacks *bishop_attacks_of);

#endif
