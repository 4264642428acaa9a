/* nnue_input.h - what the net sees of a position: of 768 inputs those that are one, for each side's view.
 *
 * An input is (own or other man, type, square), as a side sees it: Black's board is turned upside down, and
 * in a mirrored net left and right are exchanged while the side's own king stands on the files e to h
 * (https://www.chessprogramming.org/NNUE; the numbering is nnue_row's in net.h). What the
 * engine makes of moves, this makes of samples, for learning. */
#pragma once

#include "sample.h"

enum { NNUE_INPUTS = 768, NNUE_INPUT_MAX = 32 };

typedef struct {
    unsigned count;
    uint16_t at[2]
               [NNUE_INPUT_MAX]; /* [0]: as the side to move sees it; [1]: as the other side does */
} NnueInput;

/* Of one man: as a side sees it, whose own king stands on 'king'. */
unsigned nnue_input_index(Color side, Square king, bool mirrored, Piece piece, Square square);
/* The sample must be one that sample_unpack takes. */
void nnue_input_of(const Sample *sample, bool mirrored, NnueInput *input);
