/* move_model.h - how likely each legal move is to be played, by simple features of the move.
 *
 * For coding games in few bytes, not for playing chess: two to the power of a sum of small fitted numbers (squares of
 * origin and target, what is captured, guarded, attacked). It is part of the archive's format: a change needs a new
 * version there. Pure; it has an order of moves of its own. */
#pragma once

#include "position.h"

enum { MOVE_MODEL_LEAST = 1, MOVE_MODEL_MOST = 1 << 12 };

/* The legal moves in an order that depends on the position only, and the weight of each. 'last' is the opponent's
 * last move, 'own' the player's move before that; MOVE_NONE where there is none. */
void move_model_weigh(const Position *pos, Move last, Move own, Moves *moves,
                      uint32_t weights[MOVES_MAX]);
