/* tablebase_root.h - root positions that the tablebase knows: no search is needed then.
 *
 * The tablebase counts plies to mate and ignores the rule of fifty moves (tablebase.h); here it is respected. Inside
 * the engine only. */
#pragma once

#include "worker.h"

/* True: the root moves are sorted, the best first, and the first 'lines' of them have scores and lines to the end.
 * False: a search is needed. Either the position has too many pieces, or a win takes longer than the fifty moves
 * leave, unless a capture or a pawn move comes on the way: then only such moves are left at the root, and
 * engine->tablebase_plan is the move to play when the search finds no certain win, so that it makes progress. */
bool tablebase_root_is_decided(Engine *engine, int lines);
