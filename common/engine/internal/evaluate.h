/* judge.h - what a node is worth without looking ahead: by the engine's net.
 *
 * Inside the engine only. The net's hidden layer is brought up to date here, and only for nodes that are asked
 * about. What is known of endings is added to what the net says. */
#pragma once

#include "worker.h"

/* The nodes from the root to this one are as the search left them. */
int evaluate_node(Engine *engine, const Node *node);
/* The same value from scratch. */
int evaluate_position(const Nnue *net, const Position *pos);
/* Another net: what was made by the last one is worth nothing. */
void evaluate_reset(Engine *engine);
