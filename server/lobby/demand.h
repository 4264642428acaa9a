/* demand.h - how many different people sought the same game lately.
 *
 * A ring of fixed size; who is pushed out of it is forgotten, and nobody is counted above NEAR_CROWD, which
 * is all that pairing wants to know. Embedded: crowd_init, later crowd_clear. */
#pragma once

#include "seek.h"
#include "siphash.h"

#include <stddef.h>

enum { CROWD_LATELY = 5 * 60 * 1000, CROWD_ARRIVALS = 1024 };

typedef struct {
    uint64_t key;  /* seek_key */
    uint64_t whom; /* the person's id, hashed */
    int64_t at;
} Arrival;

typedef struct {
    Arrival *arrivals;
    size_t count, next;
    SipKey sip;
} Crowd;

void crowd_init(Crowd *crowd, const SipKey *sip);
void crowd_clear(Crowd *crowd);
void crowd_note(Crowd *crowd, const Seek *seek, int64_t now);
/* At most NEAR_CROWD. */
unsigned crowd_count(const Crowd *crowd, uint64_t key, int64_t now);
