/* demand.h - how many different people have recently sought the same game.
 *
 * A ring of fixed size that forgets the oldest. It counts up to NEAR_CROWD, which is all that pairing needs.
 * Embedded: demand_init, later demand_clear. */
#pragma once

#include "seek.h"
#include "siphash.h"

#include <stddef.h>

enum { DEMAND_LATELY = 5 * 60 * 1000, DEMAND_ARRIVALS = 1024 };

typedef struct {
    uint64_t key;  /* seek_key */
    uint64_t whom; /* the person's id, hashed */
    int64_t at;
} Arrival;

typedef struct {
    Arrival *arrivals;
    size_t count, next;
    SipKey sip;
} Demand;

void demand_init(Demand *demand, const SipKey *sip);
void demand_clear(Demand *demand);
void demand_note(Demand *demand, const Seek *seek, int64_t now);
/* At most NEAR_CROWD. */
unsigned demand_count(const Demand *demand, uint64_t key, int64_t now);
