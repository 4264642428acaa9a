#include "accumulator.h"

#include <string.h>

#include "nnue_kernel.h"

static void copy_values(int16_t *to, const int16_t *from, const Nnue *net)
{
    memcpy(to, from, (size_t)net->hidden * sizeof *to);
}

void accumulator_clear_layers(BoardLayers *layers, const Nnue *net)
{
    memset(layers, 0, sizeof *layers);
    for (int i = 0; i < 4; i++)
        copy_values(layers->layers[i / 2][i % 2].values, net->bias, net);
}

static Piece piece_there(const BoardLayer *layer, Square square)
{
    return (Piece)((layer->plane[0] >> square & 1) | (layer->plane[1] >> square & 1) << 1 |
                   (layer->plane[2] >> square & 1) << 2 | (layer->black >> square & 1) << 3);
}

static void update_layer(BoardLayer *layer, const Nnue *net, Color view, unsigned orientation,
                         const Position *pos)
{
    NnueChange change;
    change.added_count = change.removed_count = 0;
    Bitboard differ = (layer->plane[0] ^ pos->plane[0]) | (layer->plane[1] ^ pos->plane[1]) |
                      (layer->plane[2] ^ pos->plane[2]) | (layer->black ^ pos->black);
    while (differ) {
        Square square = bit_pop(&differ);
        Piece before = piece_there(layer, square), after = position_piece_on(pos, square);
        if (before != NO_PIECE)
            change.removed[change.removed_count++] =
                nnue_row(net, view, orientation, before, square);
        if (after != NO_PIECE)
            change.added[change.added_count++] = nnue_row(net, view, orientation, after, square);
    }
    net->kernel->update(layer->values, layer->values, &change, net->hidden);
    memcpy(layer->plane, pos->plane, sizeof layer->plane);
    layer->black = pos->black;
}

static void start_view(Accumulator *to, BoardLayers *layers, const Nnue *net, Color view,
                       const Position *pos)
{
    const unsigned orientation = nnue_orientation(net, pos, view);
    BoardLayer *layer = &layers->layers[view][(orientation & 7) != 0];
    update_layer(layer, net, view, orientation, pos);
    copy_values(to->values[view], layer->values, net);
    to->orientation[view] = orientation;
}

void accumulator_start(Accumulator *to, BoardLayers *layers, const Nnue *net, const Position *pos)
{
    start_view(to, layers, net, WHITE, pos);
    start_view(to, layers, net, BLACK, pos);
    to->key = pos->key;
}

/* What a move takes off its squares, and what it puts on others; NO_PIECE: no second one. */
typedef struct {
    Piece removed[2], added[2];
    Square from[2], to[2];
} Changes;

static Changes changes_of(const Position *before, Move move)
{
    const Square from = move_from(move), to = move_to(move);
    const Piece piece = position_piece_on(before, from);
    const Color us = position_turn(before);
    if (move_kind(move) == MOVE_CASTLE)
        return (Changes){.removed = {piece, piece_of(us, ROOK)},
                         .added = {piece, piece_of(us, ROOK)},
                         .from = {from, to},
                         .to = {castling_king_to(from, to), castling_rook_to(from, to)}};
    const Square there = move_kind(move) == MOVE_EN_PASSANT ? (Square)(to ^ 8) : to;
    return (Changes){
        .removed = {piece, position_piece_on(before, there)},
        .added = {move_is_promotion(move) ? piece_of(us, move_promotion(move)) : piece, NO_PIECE},
        .from = {from, there},
        .to = {to}};
}

static void play_view(int16_t *to, const int16_t *from, const Nnue *net, Color view,
                      unsigned orientation, const Changes *changes)
{
    NnueStep step = {
        .added = {nnue_row(net, view, orientation, changes->added[0], changes->to[0])},
        .removed = {nnue_row(net, view, orientation, changes->removed[0], changes->from[0])}};
    if (changes->removed[1] != NO_PIECE)
        step.removed[1] = nnue_row(net, view, orientation, changes->removed[1], changes->from[1]);
    if (changes->added[1] != NO_PIECE)
        step.added[1] = nnue_row(net, view, orientation, changes->added[1], changes->to[1]);
    net->kernel->step(to, from, &step, net->hidden);
}

void accumulator_play(Accumulator *to, const Accumulator *from, BoardLayers *layers,
                      const Nnue *net, const Position *before, Move move, const Position *after)
{
    if (move == MOVE_NONE) {
        for (Color view = WHITE; view <= BLACK; view++) {
            copy_values(to->values[view], from->values[view], net);
            to->orientation[view] = from->orientation[view];
        }
        to->key = after->key;
        return;
    }
    const Changes changes = changes_of(before, move);
    const Color us = position_turn(before), them = color_other(us);
    to->key = after->key;
    to->orientation[them] = from->orientation[them];
    play_view(to->values[them], from->values[them], net, them, to->orientation[them], &changes);
    /* A king that goes to the other half of the board mirrors it for its own side. */
    if (piece_type(changes.added[0]) == KING &&
        nnue_orientation(net, after, us) != from->orientation[us]) {
        start_view(to, layers, net, us, after);
        return;
    }
    to->orientation[us] = from->orientation[us];
    play_view(to->values[us], from->values[us], net, us, to->orientation[us], &changes);
}
