/* accumulator.h - the hidden layer of the network for a position as both sides see it, and its update by moves.
 *
 * An Accumulator knows the key of the position that it belongs to, so it is never wrong, only up to date or not. Plain
 * values; all zero bytes belong to no position. */
#pragma once

#include "nnue.h"

typedef struct {
    _Alignas(64) int16_t values[2][NNUE_HIDDEN_MAX]; /* by view: white's, black's */
    uint64_t key;
    unsigned orientation[2]; /* by view, as nnue_orientation says */
} Accumulator;

/* The hidden layer of one view of some board, to start from when a king has turned the board around for that view:
 * it is updated by adding and subtracting what differs between two boards. */
typedef struct {
    _Alignas(64) int16_t values[NNUE_HIDDEN_MAX];
    Bitboard plane[3], black; /* as in a Position */
} BoardLayer;

/* For each view the board as it is and mirrored. */
typedef struct {
    BoardLayer layers[2][2];
} BoardLayers;

/* Makes them those of the empty board. */
void accumulator_clear_layers(BoardLayers *layers, const Nnue *net);

/* Makes it that of the position. */
void accumulator_start(Accumulator *to, BoardLayers *layers, const Nnue *net, const Position *pos);
/* Makes 'to' that of 'after', from that of 'before', on which 'move' was played, or MOVE_NONE for a null move. */
void accumulator_play(Accumulator *to, const Accumulator *from, BoardLayers *layers,
                      const Nnue *net, const Position *before, Move move, const Position *after);

static inline bool accumulator_is_of(const Accumulator *accumulator, const Position *pos)
{
    return accumulator->key == pos->key;
}
