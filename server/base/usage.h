/* usage.h - how much each key has in use at the moment: an address's connections, its open challenges.
 *
 * A table of counts by a kind (a small number) and a text; an entry is removed when its count is zero again,
 * so memory grows only with what is in use. Keys may be chosen by an attacker: they are hashed by SipHash, and
 * only the 64-bit hash is kept. Embedded: usage_init, later usage_clear. */
#pragma once

#include "siphash.h"

#include <stdbool.h>

typedef struct {
    uint64_t sum;   /* of kind and key */
    uint32_t count; /* 0: a free slot */
} UsageEntry;

typedef struct {
    SipKey key;
    UsageEntry *slots;
    size_t size; /* a power of two, or 0 */
    size_t used;
} Usage;

void usage_init(Usage *usage, const SipKey *key);
/* Forgets all. */
void usage_clear(Usage *usage);

/* Counts one more; false, and nothing counted, when there are 'most' already. */
bool usage_take(Usage *usage, unsigned kind, const char *key, uint32_t most);
/* Counts one fewer, which was taken before. */
void usage_release(Usage *usage, unsigned kind, const char *key);
uint32_t usage_count(const Usage *usage, unsigned kind, const char *key);
/* The same in two steps, for callers that ask for the same key again and again. */
uint64_t usage_sum(const Usage *usage, unsigned kind, const char *key);
uint32_t usage_count_of(const Usage *usage, uint64_t sum);
