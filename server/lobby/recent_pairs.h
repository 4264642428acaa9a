/* recent_pairs.h - pairs of people whom the lobby does not pair again for a while, because their game was
 * aborted.
 *
 * They may still challenge each other, or take each other's open seek. lichess waits an hour; here it is ten
 * minutes, since in a small club there may be nobody else. A ring of fixed size. Embedded: a zeroed RecentPairs
 * is empty, recent_pairs_clear gives its memory back. */
#pragma once

#include "person.h"

#include <stddef.h>

enum { RECENT_PAIRS_FOR = 10 * 60 * 1000 /* ms */, RECENT_PAIRS_MAX = 512 };

typedef struct {
    char one[PERSON_ID_MAX + 1], other[PERSON_ID_MAX + 1];
    int64_t at; /* the lobby's clock, ms, as 'now' below */
} RecentPair;

typedef struct {
    RecentPair *pairs;
    size_t count, next;
} RecentPairs;

void recent_pairs_clear(RecentPairs *recent);
void recent_pairs_note(RecentPairs *recent, const char *one, const char *other, int64_t now);
bool recent_pairs_has(const RecentPairs *recent, const char *one, const char *other, int64_t now);
