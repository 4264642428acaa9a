/* tablebase_class.h - the endings of three and four pieces, by their material, and the index of every position.
 *
 * A class is the material of an ending, with the stronger side as white: KQ v KR. Positions that are the same by
 * the board's symmetry have one index: without pawns the white king is in the triangle a1-d1-d4, with pawns on the
 * files a-d. Impossible positions (two pieces on one square) have an index, too. Pure; nothing to free. */
#pragma once

#include <stddef.h>

#include "types.h"

enum {
    TABLEBASE_CLASSES = 35, /* 5 with three pieces, 15 of two against none, 15 of one against one */
    TABLEBASE_PIECES_MAX = 2, /* without the kings */
    TABLEBASE_NAME_MAX = 8,   /* "KQKR" */
    TABLEBASE_PAIRS = 462,    /* of king squares, without pawns */
    TABLEBASE_PAIRS_PAWN = 1806,
};

/* The value of a position as a byte: 0 is a draw, otherwise the plies to mate plus one; so odd values are lost for
 * the side to move, and even ones are won. */
enum {
    TABLEBASE_DRAW = 0,
    TABLEBASE_MATED = 1,
    TABLEBASE_UNUSED = 255, /* an impossible or illegal position */
};
static inline bool tablebase_is_win(int value)
{
    return value != TABLEBASE_DRAW && value % 2 == 0;
}

/* The pieces of a position; those from 'count' on are undefined. */
typedef struct {
    uint8_t king[2]; /* by Color */
    uint8_t count;
    uint8_t type[TABLEBASE_PIECES_MAX]; /* PieceType */
    uint8_t color[TABLEBASE_PIECES_MAX];
    uint8_t square[TABLEBASE_PIECES_MAX];
} TablebasePieces;

/* For each pair of king squares its number and how to turn the board; filled once, then only read. */
typedef struct {
    uint16_t pair[2][64][64]; /* [with pawns][white][black] */
    uint8_t turned[8][64];    /* squares under the eight symmetries */
    uint8_t king[2][TABLEBASE_PAIRS_PAWN][2];
} TablebaseGeometry;

void tablebase_geometry_init(TablebaseGeometry *geometry);

/* Puts the pieces into the order of their class; swaps colours and flips the board if black is stronger: *flipped.
 * Returns the number of the class, -1 for kings alone. */
int tablebase_normalise(TablebasePieces *pieces, bool *flipped);

/* The pieces of a class; their squares are not changed. */
void tablebase_class_pieces(int number, TablebasePieces *pieces);
bool tablebase_class_has_pawns(int number);
/* White and black have the same material: one side to move is enough. */
bool tablebase_class_is_even(int number);
void tablebase_class_name(int number, char name[TABLEBASE_NAME_MAX]);
/* The number of indices of its positions, for one side to move. */
size_t tablebase_class_size(int number);

/* The index of a normalised position, whose kings must not touch. *own: the position is its own mirror image in the
 * long diagonal. */
size_t tablebase_index(const TablebaseGeometry *geometry, int number, const TablebasePieces *pieces,
                       bool *own);
bool tablebase_kings_touch(const TablebaseGeometry *geometry, int white, int black);
/* The position of an index: types and colours as in tablebase_class_pieces. */
void tablebase_place(const TablebaseGeometry *geometry, int number, size_t index,
                     TablebasePieces *pieces);
