/* mobility.h - where pieces could ever get to, whatever both sides play: an upper bound, without searching.
 *
 * Pieces that can neither move nor be captured are walls; where the others could go between them is spread until
 * nothing changes. What comes out too large does no harm: it only lets a position seem alive that is dead.
 * After M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (FUN 2022), whose idea this is. */
#pragma once

#include "position.h"

/* Whether no pawn can move or capture and neither side can ever mate: a dead position (FIDE 5.2.2) behind walls.
 * Cheap enough to be asked after each move: most positions are not locked. */
bool mobility_is_dead(const Position *pos);
/* False: 'winner' cannot mate by any series of legal moves. True: he may. */
bool mobility_allows_mate(const Position *pos, Color winner);
