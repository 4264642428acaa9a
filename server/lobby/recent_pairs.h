/* recent_pairs.h - pairs whom the lobby does not pair again for a while, because their game was aborted.
 *
 * They may still challenge each other, or take each other's open seek. lichess waits an hour; here it is ten
 * minutes, since in a small club there may be nobody else. A ring of fixed size. Embedded: a zeroed Apart
 * is empty, apart_clear gives its memory back. */
#pragma once

#include "person.h"

#include <stddef.h>

enum { APART_FOR = 10 * 60 * 1000 /* ms */, APART_PAIRS = 512 };

typedef struct {
    char one[PERSON_ID_MAX + 1], other[PERSON_ID_MAX + 1];
    int64_t at; /* the lobby's clock, ms, as 'now' below */
} Parting;

typedef struct {
    Parting *partings;
    size_t count, next;
} Apart;

void apart_clear(Apart *apart);
void apart_note(Apart *apart, const char *one, const char *other, int64_t now);
bool apart_are(const Apart *apart, const char *one, const char *other, int64_t now);
