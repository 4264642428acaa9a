/* ending_class.h - which endings of three and four men there are, and the number of each of their positions.
 *
 * A class is named by what stands beside the kings, the stronger side white: KQ v KR. What the board's symmetry
 * makes alike has one number: without pawns the white king stands on a1-d1-d4, with pawns on the files a-d.
 * Positions that cannot be (two men on a square) have numbers, too. Pure; nothing to free. */
#pragma once

#include <stddef.h>

#include "types.h"

enum {
    ENDING_CLASSES = 35, /* 5 with three men, 15 of two against none, 15 of one against one */
    ENDING_MEN = 2,      /* beside the kings */
    ENDING_NAME_MAX = 8, /* "KQKR" */
    ENDING_PAIRS = 462,  /* of kings, without pawns */
    ENDING_PAIRS_PAWN = 1806,
};

/* What is known of a position, as a byte: 0 is a draw, else the plies to mate and one; so odd bytes are lost for
 * who moves and even ones won. */
enum {
    ENDING_DRAW = 0,
    ENDING_MATED = 1,
    ENDING_UNUSED = 255, /* no position, or an illegal one */
};
static inline bool ending_is_win(int value)
{
    return value != ENDING_DRAW && value % 2 == 0;
}

/* The men of a position. Those after 'count' mean nothing. */
typedef struct {
    uint8_t king[2]; /* by Color */
    uint8_t count;
    uint8_t type[ENDING_MEN]; /* PieceType */
    uint8_t color[ENDING_MEN];
    uint8_t square[ENDING_MEN];
} EndingMen;

/* For each pair of kings' squares its number and how to turn the board; filled once, then only read. */
typedef struct {
    uint16_t pair[2][64][64]; /* [with pawns][white][black] */
    uint8_t turned[8][64];    /* squares under the eight symmetries */
    uint8_t king[2][ENDING_PAIRS_PAWN][2];
} EndingGeometry;

void ending_geometry_init(EndingGeometry *geometry);

/* Brings men into the order of their class, colours and board turned if black is the stronger: *flipped. Returns
 * the class's number, -1 for kings alone. */
int ending_normalise(EndingMen *men, bool *flipped);

/* What the class holds; squares are left alone. */
void ending_class_men(int number, EndingMen *men);
bool ending_class_has_pawns(int number);
/* White's and black's men are alike: one side to move tells all. */
bool ending_class_is_even(int number);
void ending_class_name(int number, char name[ENDING_NAME_MAX]);
/* How many numbers its positions have, for one side to move. */
size_t ending_class_size(int number);

/* The number of a normalised position; its kings must not touch. *own: the board's mirror image in the long
 * diagonal is the position itself. */
size_t ending_index(const EndingGeometry *geometry, int number, const EndingMen *men, bool *own);
bool ending_kings_touch(const EndingGeometry *geometry, int white, int black);
/* The position of a number: types and colours as ending_class_men. */
void ending_place(const EndingGeometry *geometry, int number, size_t index, EndingMen *men);
