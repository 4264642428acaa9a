/* attacks.h - which squares a piece on a given square attacks, and the lines between squares.
 *
 * attacks_init fills the tables; everything else in this library reads them, so every program calls it
 * first: once, before it starts other threads. Calling it again does no harm. */
#pragma once

#include "bitboard.h"
#if defined(CHESS_PEXT)
#include <immintrin.h>

#include "sliders.h"
#endif

void attacks_init(void);

/* For each line through a square (rank, file, two diagonals) its squares below and above it. */
typedef struct {
    Bitboard lower[4];
    Bitboard upper[4];
} AttackLines;

typedef struct {
    Bitboard pawn[2][64];
    Bitboard knight[64];
    Bitboard king[64];
    AttackLines lines[64];
    Bitboard between[64][64];
    Bitboard line[64][64];
} AttackTables;

extern AttackTables attack_tables; /* constant after attacks_init */

static inline Bitboard attacks_pawn(Color color, Square square)
{
    return attack_tables.pawn[color][square];
}
/* What a set of pawns attacks. */
static inline Bitboard attacks_of_pawns(Color color, Bitboard pawns)
{
    return shift_forward(color, shift_east(pawns) | shift_west(pawns));
}
static inline Bitboard attacks_knight(Square square)
{
    return attack_tables.knight[square];
}
static inline Bitboard attacks_king(Square square)
{
    return attack_tables.king[square];
}

/* Obstruction difference (Chess Programming Wiki): subtracting the nearest blocker below from twice
 * the nearest above sets all bits in between. */
static inline Bitboard attacks_along(const AttackLines *lines, int line, Bitboard occupied)
{
    Bitboard lower = lines->lower[line] & occupied;
    Bitboard upper = lines->upper[line] & occupied;
    Bitboard nearest = 0x8000000000000000ull >> __builtin_clzll(lower | 1);
    return (2 * (upper & (0 - upper)) - nearest) & (lines->lower[line] | lines->upper[line]);
}
/* Sliders see up to and onto the first occupied square of each direction, whatever piece is on it. Builds for processors
 * with a fast PEXT (CHESS_PEXT) look that up. */
#if defined(CHESS_PEXT)
static inline Bitboard attacks_rook(Square square, Bitboard occupied)
{
    const SliderTable *table = &rook_tables[square];
    return table->attacks[_pext_u64(occupied, table->mask)];
}
static inline Bitboard attacks_bishop(Square square, Bitboard occupied)
{
    const SliderTable *table = &bishop_tables[square];
    return table->attacks[_pext_u64(occupied, table->mask)];
}
#else
static inline Bitboard attacks_rook(Square square, Bitboard occupied)
{
    const AttackLines *lines = &attack_tables.lines[square];
    return attacks_along(lines, 0, occupied) | attacks_along(lines, 1, occupied);
}
static inline Bitboard attacks_bishop(Square square, Bitboard occupied)
{
    const AttackLines *lines = &attack_tables.lines[square];
    return attacks_along(lines, 2, occupied) | attacks_along(lines, 3, occupied);
}
#endif
static inline Bitboard attacks_queen(Square square, Bitboard occupied)
{
    return attacks_rook(square, occupied) | attacks_bishop(square, occupied);
}

/* The squares strictly between two squares of one rank, file or diagonal; otherwise none. */
static inline Bitboard attacks_between(Square a, Square b)
{
    return attack_tables.between[a][b];
}
/* The whole rank, file or diagonal through two different squares, edge to edge; otherwise none. */
static inline Bitboard attacks_line(Square a, Square b)
{
    return attack_tables.line[a][b];
}

/* By type; pawns not included: their attacks depend on the colour. */
static inline Bitboard attacks_of(PieceType type, Square square, Bitboard occupied)
{
    switch (type) {
    case KNIGHT: return attacks_knight(square);
    case BISHOP: return attacks_bishop(square, occupied);
    case ROOK: return attacks_rook(square, occupied);
    case QUEEN: return attacks_queen(square, occupied);
    case KING: return attacks_king(square);
    default: return 0;
    }
}
