/* helpmate.h - whether a side can mate at all, with its opponent's help: decides FIDE 6.9 and 5.2.2.
 *
 * First by material, then by where pieces can ever get to (mobility.h), then by a search of all positions that can
 * be reached, as far as the memory goes. Pure; the caller owns the memory, whose contents do not matter. */
#pragma once

#include "position.h"

/* The bounds: different positions, and moves tried. Of the 1,763 positions without a mate in CUA's test vector
 * these prove 89 %, half as many 82 %, twice as many 90 %; no search took more than 2 ms (tests/bench). */
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
    HELPMATE_UNKNOWN, /* the search reached its bounds */
} Helpmate;

/* The rules of 50 and 75 moves are ignored: they end a game, but make no move illegal. */
Helpmate helpmate_search(const Position *pos, Color winner, HelpmateMemory *memory);
