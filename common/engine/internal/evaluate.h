/* evaluate.h - the static evaluation of a node, by the engine's net.
 *
 * Inside the engine only. The net's hidden layer is updated here, and only for nodes that are evaluated.
 * Endgame knowledge is added to the output of the net. */
#pragma once

#include "worker.h"

/* The nodes from the root to this one must be as the search left them. */
int evaluate_node(Engine *engine, const Node *node);
/* The same value from scratch. */
int evaluate_position(const Nnue *net, const Position *pos);
/* After a change of the net: forgets the hidden layers of the last one. */
void evaluate_reset(Engine *engine);
