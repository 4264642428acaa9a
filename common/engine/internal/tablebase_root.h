/* tablebase_root.h - the root of a search where the endings' tables know all: no search is needed then.
 *
 * The tables count to mate and don't think of the fifty moves (endings.h); here the counter is thought of. Inside
 * the engine only. */
#pragma once

#include "worker.h"

/* True: the root moves stand in order, the best first, the first 'lines' of them with score and line to the end.
 * False: there is something to search: more pieces than the tables know, or a win that takes longer than the fifty
 * moves leave, unless something is taken or a pawn moves on the way; then only such moves are left at the root, and
 * engine->tablebase_plan is the one to play when the search finds no way for sure: it does not stall. */
bool tablebase_root_settles(Engine *engine, int lines);
