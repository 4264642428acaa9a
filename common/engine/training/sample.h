/* sample.h - a position with its score and result: what evaluations are trained on. 32 bytes, little-endian.
 *
 * Only what an evaluation sees: no castling rights, no en passant, no counters. */
#pragma once

#include "position.h"

typedef struct {
    uint64_t occupied;
    uint8_t pieces[16]; /* a Piece in four bits for each piece, in the order of the squares */
    int16_t score;      /* of the search, in centipawns for White */
    uint8_t result;     /* of the game: 0, 1, 2 half points for White */
    uint8_t turn;       /* Color */
    uint16_t ply;
    uint16_t unused;
} Sample;

_Static_assert(sizeof(Sample) == 32, "samples are written as they are");

/* Score for the side to move. */
void sample_pack(const Position *pos, int score, unsigned ply, Sample *sample);
/* False when the bytes are not a position with a king on each side. */
bool sample_unpack(const Sample *sample, Position *pos);
