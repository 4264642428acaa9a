/* see.h - static exchange evaluation: what a series of captures on one square wins or loses, without a search.
 *
 * Both sides capture with the least valuable piece and stop when that is better. Pins and later promotions are
 * ignored. https://www.chessprogramming.org/Static_Exchange_Evaluation */
#pragma once

#include "position.h"

/* Rough values, in centipawns: for ordering and pruning, not for evaluation. */
int see_piece_value(PieceType type);

/* Whether the legal move wins at least the threshold, with best captures of both sides. */
bool see_ge(const Position *pos, Move move, int threshold);
