/* quiesce.h - the quiescence search. Inside the engine only. */
#pragma once

#include "worker.h"

/* The score of a node by captures alone. The window is alpha < beta. */
int quiesce(Engine *engine, Node *node, int alpha, int beta);
