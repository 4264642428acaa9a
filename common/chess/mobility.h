/* mobility.h - where pieces can ever get to, whatever both sides play: an upper bound, without a search.
 *
 * Pieces that can neither move nor be captured are walls; what the others can reach between them is extended until
 * nothing changes. Too large a result does no harm: a dead position then only seems alive. The idea is from M.
 * Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022). */
#pragma once

#include "position.h"

/* Whether no pawn can move or capture and neither side can ever mate: a dead position (FIDE 5.2.2) behind walls.
 * Cheap enough to be asked after each move: most positions are not locked. */
bool mobility_is_dead(const Position *pos);
/* False: 'winner' cannot mate by any series of legal moves. True: it may. */
bool mobility_allows_mate(const Position *pos, Color winner);
