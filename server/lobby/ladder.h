/* ladder.h - ranks by rating: a search tree that knows the sizes of its branches.
 *
 * A treap (Seidel and Aragon 1996): adding, removing, and finding a rank or whoever has it take a time that grows
 * with the logarithm of their number, expected over priorities that nobody can foresee. It owns nothing: rungs
 * are embedded in what they stand for. */
#pragma once

#include "siphash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of equal ratings the smaller id is higher up. Neither may change while the rung is on the ladder. */
typedef struct Rung Rung;
struct Rung {
    int32_t rating;
    const char *id;
    Rung *higher, *lower;
    uint32_t size; /* of the branch: this one and all below it in the tree */
    uint64_t priority;
};

typedef struct {
    Rung *root;
    SipKey sip;
    uint64_t added; /* so far: what priorities are drawn from */
} Ladder;

void ladder_init(Ladder *ladder, const SipKey *sip);

/* No other of that rating and id may be there. */
void ladder_add(Ladder *ladder, Rung *rung);
/* It must be there. */
void ladder_remove(Ladder *ladder, Rung *rung);

size_t ladder_count(const Ladder *ladder);
/* 1 for the highest. It must be there. */
size_t ladder_rank(const Ladder *ladder, const Rung *rung);
/* Whoever has that rank, from 1 to ladder_count. */
Rung *ladder_at(const Ladder *ladder, size_t rank);
