/* search.h - the main search. Inside the engine only; engine.c iterates it. */
#pragma once

#include "worker.h"

/* The score of the root for the window, from the side to move; the root moves' scores are set. */
int search_root(Engine *engine, int alpha, int beta, int depth);
/* Fills in what depends on nothing but the depth and the move's number. */
void search_init(Engine *engine);
