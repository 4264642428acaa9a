/* transposition.h - of all ways to give each of one side (uppers) one of the other side (lowers) by allowed pairs, the first in
 * lexicographic order: the first upper has the earliest lower that it can have, then the second …
 *
 * Pure; arrays are the caller's. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Uppers and lowers are counted from 0. Where there are fewer uppers than lowers, the rest are dummies: as many as lowers in
 * all. 'mate' and 'owner' come with some way to give each upper an allowed lower. */
typedef struct {
    int uppers, lowers;
    int words;         /* of a row of 'allowed': lowers / 64 + 1 */
    uint64_t *allowed; /* [lower][word]: bits of uppers */
    uint16_t *mate;    /* by upper: lower */
    uint16_t *owner;   /* by lower: upper */
    uint16_t *towards; /* by upper: the lower that it takes on the way to the freed one */
    uint16_t *queue;   /* [lowers] */
    uint8_t *fixed;    /* by upper */
} Transposition;

/* Changes 'mate' and 'owner' into the first way. */
void transposition_find_first(Transposition *transposition);
