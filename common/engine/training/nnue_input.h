/* nnue_input.h - the inputs of the net for a position: which of the 1002 are 1, for each side's view.
 *
 * An input is a threat (nnue_threats.h), or (own or enemy piece, type, square), as a side sees it: Black's board is turned upside down, and
 * in a mirrored net left and right are exchanged while the side's own king stands on the files e to h
 * (https://www.chessprogramming.org/NNUE; the numbering is that of nnue_row in nnue.h). What the
 * engine makes of moves, this makes of samples, for learning. */
#pragma once

#include "nnue.h"
#include "sample.h"

enum { NNUE_INPUT_MAX = 32 + NNUE_THREATS_MOST };

typedef struct {
    unsigned pieces; /* come first */
    unsigned count;
    uint16_t at[2]
               [NNUE_INPUT_MAX]; /* [0]: as the side to move sees it; [1]: as the other side does */
} NnueInput;

/* The input of one piece, as seen by a side with its king on 'king'. */
unsigned nnue_input_index(Color side, Square king, bool mirrored, Piece piece, Square square);
/* The sample must be one that sample_unpack accepts. */
void nnue_input_of(const Sample *sample, bool mirrored, NnueInput *input);
