/* dutch.h - pairs a round by FIDE's Dutch system, as in force from 1 February 2026 (C.04.3), with the basic rules for
 * Swiss systems (C.04.1) of the same date.
 *
 * Pure. The pairing is the one that the rules define, not one that is nearly as good: each bracket is a matching of
 * greatest weight in which each criterion is a group of bits, and the order of candidates (articles 3 and 4) decides
 * between those that are equally good. */
#pragma once

#include "round_pair.h"
#include "tournament.h"

enum { DUTCH_PLAYERS_MAX = 3000 };

typedef enum {
    DUTCH_OK,
    DUTCH_NO_PAIRING, /* the players cannot be paired without breaking C1 to C3 */
    DUTCH_TOO_LARGE,  /* more than DUTCH_PLAYERS_MAX, or too many different scores in one bracket */
    DUTCH_NO_COLOUR   /* nobody has had a colour, and the initial one is not given */
} DutchError;

/* Bytes for pairing a round of that many players, aligned as for max_align_t; they grow with the square: 2 MB for 500. */
size_t dutch_memory(int players);

/* Pairs 'round' (from 0) from the rounds before it; players are present by tournament_is_present. 'pairs' has room for
 * (players + 1) / 2. They come in the order in which they are published: by the higher score, the sum of both, the
 * higher player; the bye last. */
DutchError dutch_pair(const Tournament *tournament, int round, void *memory, RoundPair *pairs,
                      int *count);

/* The same, with the whole field weighed in each bracket and no short cuts: slower, for tests. */
DutchError dutch_pair_plainly(const Tournament *tournament, int round, void *memory,
                              RoundPair *pairs, int *count);
