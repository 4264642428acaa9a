/* exchange.h - what a series of captures on one square wins or loses, without searching it.
 *
 * Both sides capture with the least valuable piece and stop when it pays. Pins and promotions on the way
 * are not seen. https://www.chessprogramming.org/Static_Exchange_Evaluation */
#pragma once

#include "position.h"

/* Rough values, in centipawns: for ordering and pruning, not for judging positions. */
int see_piece_value(PieceType type);

/* Whether the legal move wins at least so much, the best answers considered. */
bool see_ge(const Position *pos, Move move, int threshold);
