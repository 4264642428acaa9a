#include "accumulator.h"

#include <string.h>

#include "nnue_kernel.h"

void accumulator_clear(Accumulator *accumulator, const Nnue *net, unsigned orientation)
{
    memcpy(accumulator->values, net->bias, (size_t)net->hidden * sizeof net->bias[0]);
    memset(accumulator->plane, 0, sizeof accumulator->plane);
    accumulator->black = 0;
    accumulator->orientation = orientation;
}

static Piece piece_there(const Accumulator *accumulator, Square square)
{
    return (Piece)((accumulator->plane[0] >> square & 1) |
                   (accumulator->plane[1] >> square & 1) << 1 |
                   (accumulator->plane[2] >> square & 1) << 2 |
                   (accumulator->black >> square & 1) << 3);
}

void accumulator_update(Accumulator *to, const Accumulator *from, const Nnue *net, Color view,
                        const Position *pos)
{
    const unsigned orientation = from->orientation;
    NnueChange change;
    change.added_count = change.removed_count = 0;
    Bitboard differ = (from->plane[0] ^ pos->plane[0]) | (from->plane[1] ^ pos->plane[1]) |
                      (from->plane[2] ^ pos->plane[2]) | (from->black ^ pos->black);
    while (differ) {
        Square square = bit_pop(&differ);
        Piece before = piece_there(from, square), after = position_piece_on(pos, square);
        if (before != NO_PIECE)
            change.removed[change.removed_count++] =
                nnue_row(net, view, orientation, before, square);
        if (after != NO_PIECE)
            change.added[change.added_count++] = nnue_row(net, view, orientation, after, square);
    }
    net->kernel->update(to->values, from->values, &change, net->hidden);
    memcpy(to->plane, pos->plane, sizeof to->plane);
    to->black = pos->black;
    to->orientation = orientation;
}
