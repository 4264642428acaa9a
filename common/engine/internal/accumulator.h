/* accumulator.h - the hidden layer of the network for one side's view of a board, and its update from one board to
 * another by adding and subtracting what differs.
 *
 * An Accumulator knows the board that it belongs to, so it is never wrong, only more or less far away: it can be
 * updated to any board that sees the squares the same way. A plain value; all zero bytes belong to no board. */
#pragma once

#include "nnue.h"

typedef struct {
    _Alignas(64) int16_t values[NNUE_HIDDEN_MAX];
    Bitboard plane[3], black; /* as in a Position */
    unsigned orientation;
} Accumulator;

/* Makes it that of the empty board. */
void accumulator_clear(Accumulator *accumulator, const Nnue *net, unsigned orientation);

/* Makes 'to' that of the position, from 'from', which sees the squares as 'to' shall. They may be the same. */
void accumulator_update(Accumulator *to, const Accumulator *from, const Nnue *net, Color view,
                        const Position *pos);

static inline bool accumulator_is_of(const Accumulator *accumulator, const Position *pos,
                                     unsigned orientation)
{
    return accumulator->plane[0] == pos->plane[0] && accumulator->plane[1] == pos->plane[1] &&
           accumulator->plane[2] == pos->plane[2] && accumulator->black == pos->black &&
           accumulator->orientation == orientation;
}
