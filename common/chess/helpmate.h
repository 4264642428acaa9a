/* helpmate.h - whether a side could mate at all, its opponent helping: FIDE 6.9 and 5.2.2, decided.
 *
 * Material first, then where pieces could ever get to (mobility.h), then a search of all positions that can
 * come, as far as the memory goes. Pure; the memory is the caller's, and may be anything before. */
#pragma once

#include "position.h"

/* The bounds: different positions, and moves tried. Of the 1,763 positions without a mate in CUA's test vector
 * these prove 89 %, half as many 82 %, twice as many 90 %; no question took more than 2 ms (tests/bench). */
enum {
    HELPMATE_POSITIONS = 8192,
    HELPMATE_MOVES = 12 * HELPMATE_POSITIONS,
    HELPMATE_SLOTS = 2 * HELPMATE_POSITIONS,
};

typedef struct {
    Bitboard plane[3], black, key;
    uint32_t rights; /* castling on ranks 1 and 8, en passant, turn */
} HelpmatePosition;

/* 416 KiB. */
typedef struct {
    HelpmatePosition positions[HELPMATE_POSITIONS];
    uint16_t slots[HELPMATE_SLOTS]; /* by key: the number of its position, from 1 */
} HelpmateMemory;

typedef enum {
    HELPMATE_NONE,    /* proven: no series of legal moves mates */
    HELPMATE_FOUND,   /* there is one */
    HELPMATE_UNKNOWN, /* the bounds came first */
} Helpmate;

/* Fifty and 75 moves are left aside: they end a game, but make no move illegal. */
Helpmate helpmate_search(const Position *pos, Color winner, HelpmateMemory *memory);
