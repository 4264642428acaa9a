/* accumulator.h - the hidden layer of the network for one side's view of one board, and how to come from one
 * board to another by adding and taking away what differs.
 *
 * An Accumulator knows which board it stands for, so it can never be wrong, only far away: any one can be made
 * from any other that sees the squares the same way. A plain value; memory that is all zero stands for nothing. */
#pragma once

#include "nnue.h"

typedef struct {
    _Alignas(64) int16_t values[NNUE_HIDDEN_MAX];
    Bitboard plane[3], black; /* as in a Position */
    unsigned orientation;
} Accumulator;

/* Stands for the empty board. */
void accumulator_empty(Accumulator *accumulator, const Nnue *net, unsigned orientation);

/* 'to' stands for the position; from 'from', which sees the squares as 'to' is to see them. They may be the same. */
void accumulator_follow(Accumulator *to, const Accumulator *from, const Nnue *net, Color view,
                        const Position *pos);

static inline bool accumulator_holds(const Accumulator *accumulator, const Position *pos,
                                     unsigned orientation)
{
    return accumulator->plane[0] == pos->plane[0] && accumulator->plane[1] == pos->plane[1] &&
           accumulator->plane[2] == pos->plane[2] && accumulator->black == pos->black &&
           accumulator->orientation == orientation;
}
