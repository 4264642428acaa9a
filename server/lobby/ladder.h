/* ladder.h - ranks by rating: a search tree whose nodes know the sizes of their subtrees.
 *
 * A treap (Seidel and Aragon 1996): adding, removing and looking up by rung or by rank take logarithmic time, in
 * expectation over priorities that nobody can predict. It owns nothing: rungs are embedded in what they rank. */
#pragma once

#include "siphash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of two equal ratings the smaller id ranks higher. Neither may change while the rung is on the
 * ladder. */
typedef struct Rung Rung;
struct Rung {
    int32_t rating;
    const char *id;
    Rung *higher, *lower;
    uint32_t size; /* of the subtree: this one and all below it */
    uint64_t priority;
};

typedef struct {
    Rung *root;
    SipKey sip;
    uint64_t added; /* so far: priorities are hashes of it */
} Ladder;

void ladder_init(Ladder *ladder, const SipKey *sip);

/* No other rung may have the same rating and id. */
void ladder_add(Ladder *ladder, Rung *rung);
/* It must be there. */
void ladder_remove(Ladder *ladder, Rung *rung);

size_t ladder_count(const Ladder *ladder);
/* 1 for the highest. The rung must be on the ladder. */
size_t ladder_rank(const Ladder *ladder, const Rung *rung);
/* Whoever has that rank, from 1 to ladder_count. */
Rung *ladder_at(const Ladder *ladder, size_t rank);
