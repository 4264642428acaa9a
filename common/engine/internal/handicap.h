/* handicap.h - how a player of limited strength sees: what it overlooks, and by how much it misjudges positions.
 *
 * Inside the engine only; skill.c sets it by the rating. All is drawn from a hash of seed and position, so that the same
 * player plays the same moves on every machine. */
#pragma once

#include "worker.h"

typedef struct Handicap {
    uint64_t seed;
    int noise;     /* largest error of an evaluation, in centipawns */
    int blindness; /* chance to overlook a quiet move, in thousandths */
    int foresight; /* quarters of a ply seen without loss; beyond, less and less is seen */
} Handicap;

/* Does a player with that eyesight overlook a move, so many plies from the root? (skill.c) */
bool handicap_overlooks(const Handicap *handicap, const Node *node, Move move);
/* His error in judging a position. */
int handicap_eval_error(const Handicap *handicap, const Position *pos);
