/* tablebase_class.h - which endings of three and four pieces there are, and the number of each of their positions.
 *
 * A class is named by what stands beside the kings, the stronger side white: KQ v KR. What the board's symmetry
 * makes alike has one number: without pawns the white king stands on a1-d1-d4, with pawns on the files a-d.
 * Positions that cannot be (two pieces on a square) have numbers, too. Pure; nothing to free. */
#pragma once

#include <stddef.h>

#include "types.h"

enum {
    TABLEBASE_CLASSES = 35, /* 5 with three pieces, 15 of two against none, 15 of one against one */
    TABLEBASE_PIECES_MAX = 2, /* beside the kings */
    TABLEBASE_NAME_MAX = 8,   /* "KQKR" */
    TABLEBASE_PAIRS = 462,    /* of kings, without pawns */
    TABLEBASE_PAIRS_PAWN = 1806,
};

/* What is known of a position, as a byte: 0 is a draw, else the plies to mate and one; so odd bytes are lost for
 * who moves and even ones won. */
enum {
    TABLEBASE_DRAW = 0,
    TABLEBASE_MATED = 1,
    TABLEBASE_UNUSED = 255, /* no position, or an illegal one */
};
static inline bool tablebase_is_win(int value)
{
    return value != TABLEBASE_DRAW && value % 2 == 0;
}

/* The pieces of a position. Those after 'count' mean nothing. */
typedef struct {
    uint8_t king[2]; /* by Color */
    uint8_t count;
    uint8_t type[TABLEBASE_PIECES_MAX]; /* PieceType */
    uint8_t color[TABLEBASE_PIECES_MAX];
    uint8_t square[TABLEBASE_PIECES_MAX];
} TablebasePieces;

/* For each pair of kings' squares its number and how to turn the board; filled once, then only read. */
typedef struct {
    uint16_t pair[2][64][64]; /* [with pawns][white][black] */
    uint8_t turned[8][64];    /* squares under the eight symmetries */
    uint8_t king[2][TABLEBASE_PAIRS_PAWN][2];
} TablebaseGeometry;

void tablebase_geometry_init(TablebaseGeometry *geometry);

/* Brings pieces into the order of their class, colours and board turned if black is the stronger: *flipped. Returns
 * the class's number, -1 for kings alone. */
int tablebase_normalise(TablebasePieces *pieces, bool *flipped);

/* What the class holds; squares are left alone. */
void tablebase_class_pieces(int number, TablebasePieces *pieces);
bool tablebase_class_has_pawns(int number);
/* White's and black's pieces are alike: one side to move tells all. */
bool tablebase_class_is_even(int number);
void tablebase_class_name(int number, char name[TABLEBASE_NAME_MAX]);
/* How many numbers its positions have, for one side to move. */
size_t tablebase_class_size(int number);

/* The number of a normalised position; its kings must not touch. *own: the board's mirror image in the long
 * diagonal is the position itself. */
size_t tablebase_index(const TablebaseGeometry *geometry, int number, const TablebasePieces *pieces,
                       bool *own);
bool tablebase_kings_touch(const TablebaseGeometry *geometry, int white, int black);
/* The position of a number: types and colours as tablebase_class_pieces. */
void tablebase_place(const TablebaseGeometry *geometry, int number, size_t index,
                     TablebasePieces *pieces);
