/* quiesce.h - the quiescence search. Inside the engine only. */
#pragma once

#include "worker.h"

/* The score of a node by a search of captures. alpha < beta. */
int quiesce(Engine *engine, Node *node, int alpha, int beta);
