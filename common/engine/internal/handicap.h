/* handicap.h - how a player of limited strength sees: what it overlooks, and by how much it misjudges positions.
 *
 * Inside the engine only; skill.c sets it by the rating. Everything is drawn from a hash of seed and position, so
 * the same player plays the same moves on every machine. */
#pragma once

#include "worker.h"

typedef struct Handicap {
    uint64_t seed;
    int noise;     /* the largest error of an evaluation, in centipawns */
    int blindness; /* the probability of overlooking a quiet move, in thousandths */
    int foresight; /* in quarters of a ply: how far it sees without loss; less and less beyond */
} Handicap;

/* Whether the player overlooks a move at that node. */
bool handicap_overlooks(const Handicap *handicap, const Node *node, Move move);
/* The player's error in evaluating a position, in centipawns. */
int handicap_eval_error(const Handicap *handicap, const Position *pos);
