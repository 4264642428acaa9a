/* bitboard.h - sets of squares as 64 bits: counting, walking, shifting.
 *
 * All inline, all pure. Without the processor's population count (x86-64's base) bits are counted by
 * arithmetic, so that nothing is called from the compiler's support library. */
#pragma once

#include "types.h"

#define FILE_A 0x0101010101010101ull
#define FILE_H 0x8080808080808080ull
#define RANK_1 0x00000000000000ffull
#define RANK_8 0xff00000000000000ull

static inline Bitboard bit(Square square)
{
    return 1ull << square;
}
static inline Bitboard file_of(int file)
{
    return FILE_A << file;
}
static inline Bitboard rank_of(int rank)
{
    return RANK_1 << 8 * rank;
}

static inline int bit_count(Bitboard set)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & 0x5555555555555555ull;
    set = (set & 0x3333333333333333ull) + (set >> 2 & 0x3333333333333333ull);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (int)(set * 0x0101010101010101ull >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

/* The lowest and the highest square of a set that is not empty. */
static inline Square bit_first(Bitboard set)
{
    return (Square)__builtin_ctzll(set);
}
static inline Square bit_last(Bitboard set)
{
    return (Square)(63 ^ __builtin_clzll(set));
}
/* Removes the lowest square from a set that is not empty, and returns it. */
static inline Square bit_pop(Bitboard *set)
{
    Square square = bit_first(*set);
    *set &= *set - 1;
    return square;
}
static inline bool bit_many(Bitboard set)
{
    return (set & (set - 1)) != 0;
}

/* Moves every square of the set by one step; those that leave the board are dropped. */
static inline Bitboard shift_north(Bitboard set)
{
    return set << 8;
}
static inline Bitboard shift_south(Bitboard set)
{
    return set >> 8;
}
/* As the pawns of that colour move. */
static inline Bitboard shift_forward(Color color, Bitboard set)
{
    return color == WHITE ? shift_north(set) : shift_south(set);
}
/* All squares in front of the set, as seen by that colour, without the set itself
 * (https://www.chessprogramming.org/Fill_Algorithms). */
static inline Bitboard front_of(Color color, Bitboard set)
{
    set = shift_forward(color, set);
    for (int squares = 8; squares <= 32; squares *= 2)
        set |= color == WHITE ? set << squares : set >> squares;
    return set;
}
static inline Bitboard shift_east(Bitboard set)
{
    return set << 1 & ~FILE_A;
}
static inline Bitboard shift_west(Bitboard set)
{
    return set >> 1 & ~FILE_H;
}
