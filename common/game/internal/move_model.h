/* move_model.h - how likely each legal move is to be played, by its looks alone.
 *
 * A guess for coding games shortly, no judgement of chess: a sum of small fitted numbers (where from and to,
 * what is taken, guarded, attacked) as the exponent of two. It is part of the archive's format: a change
 * needs a new version there. Pure; the order of the moves is its own. */
#pragma once

#include "position.h"

enum { MOVE_MODEL_LEAST = 1, MOVE_MODEL_MOST = 1 << 12 };

/* The legal moves in an order that depends on the position alone, and the weight of each. 'last' is the
 * opponent's move before, 'own' the side's own before that; MOVE_NONE where there is none. */
void move_model_weigh(const Position *pos, Move last, Move own, Moves *moves,
                      uint32_t weights[MOVES_MAX]);
