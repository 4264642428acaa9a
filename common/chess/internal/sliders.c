#include "sliders.h"

#if defined(__x86_64__)

SliderTable rook_tables[64], bishop_tables[64];
static Bitboard rook_attacks[ROOK_ENTRIES], bishop_attacks[BISHOP_ENTRIES];

/* The edges of the board that do not matter to a slider here: all but those of its own rank and file. */
static Bitboard far_edges(Square square)
{
    Bitboard ranks = (RANK_1 | RANK_8) & ~rank_of(square_rank(square));
    return ranks | ((FILE_A | FILE_H) & ~file_of(square_file(square)));
}

/* Subsets of a mask in the order of their PEXT: subtracting it counts upwards (Carry-Rippler). */
static Bitboard *fill(SliderTable *table, Bitboard *out, Square square, SliderAttacks *attacks)
{
    table->mask = attacks(square, 0) & ~far_edges(square);
    table->attacks = out;
    Bitboard subset = 0;
    do {
        *out++ = attacks(square, subset);
        subset = (subset - table->mask) & table->mask;
    } while (subset);
    return out;
}

void slider_tables_init(SliderAttacks *rook_attacks_of, SliderAttacks *bishop_attacks_of)
{
    Bitboard *rook = rook_attacks, *bishop = bishop_attacks;
    for (Square square = SQ_A1; square <= SQ_H8; square++) {
        rook = fill(&rook_tables[square], rook, square, rook_attacks_of);
        bishop = fill(&bishop_tables[square], bishop, square, bishop_attacks_of);
    }
}

#else

typedef int sliders_are_not_tabled_here; /* ISO C wants a declaration in every file */

#endif
