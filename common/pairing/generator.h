/* generator.h - random tournaments, for testing engines against each other (as FIDE's C.04.A asks for).
 *
 * Pure: all chance is drawn from the seed. Rounds are paired by dutch.h, so a tournament may end early when no pairing
 * is left. */
#pragma once

#include "dutch.h"

typedef struct {
    uint64_t seed;
    int players, rounds;
    /* In thousandths. */
    int draws; /* of games between equals; the stronger player wins the more often, the greater the difference */
    int forfeits;                        /* of games; a tenth of them double ones */
    int half_byes, full_byes, zero_byes; /* of players, each round */
    int withdrawals;                     /* of players, after each round */
    int late;                            /* of players, who come after a few rounds */
    int forbidden;                       /* pairs per player */
    bool accelerated;
} GeneratorOptions;

TournamentSize generator_size(const GeneratorOptions *options);
/* Makes a tournament in 't', opened with that size. 'memory' is for dutch_pair. */
void generator_make(const GeneratorOptions *options, Tournament *t, void *memory, RoundPair *pairs);
/* Options of all kinds, drawn from the seed, with players between the two. */
GeneratorOptions generator_draw(uint64_t seed, int players_min, int players_max);
