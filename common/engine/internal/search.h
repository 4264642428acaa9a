/* search.h - the main search. Inside the engine only; engine.c iterates it. */
#pragma once

#include "worker.h"

/* Searches the root with the window: its score for the side to move; sets the scores of the root moves. */
int search_root(Engine *engine, int alpha, int beta, int depth);
/* Fills in the table of reductions. */
void search_init(Engine *engine);
