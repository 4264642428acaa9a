#include "demand.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Two people with the same hash count as one, which does no harm. */
static uint64_t hash(const Demand *demand, const char *text)
{
    return siphash(&demand->sip, text, strlen(text));
}

void demand_init(Demand *demand, const SipKey *sip)
{
    *demand = (Demand){.sip = *sip};
}

void demand_clear(Demand *demand)
{
    free(demand->arrivals);
    demand_init(demand, &(SipKey){{0}});
}

void demand_note(Demand *demand, const Seek *seek, int64_t now)
{
    if (!demand->arrivals)
        demand->arrivals = memory_array(DEMAND_ARRIVALS, sizeof *demand->arrivals);
    demand->arrivals[demand->next] = (Arrival){seek_key(seek), hash(demand, seek->person.id), now};
    demand->next = (demand->next + 1) % DEMAND_ARRIVALS;
    if (demand->count < DEMAND_ARRIVALS)
        demand->count++;
}

unsigned demand_count(const Demand *demand, uint64_t key, int64_t now)
{
    uint64_t seen[NEAR_CROWD];
    unsigned count = 0;
    for (size_t back = 1; back <= demand->count && count < NEAR_CROWD; back++) {
        const Arrival *arrival =
            &demand->arrivals[(demand->next + DEMAND_ARRIVALS - back) % DEMAND_ARRIVALS];
        if (now - arrival->at > DEMAND_LATELY)
            break;
        unsigned i = 0;
        while (i < count && seen[i] != arrival->whom)
            i++;
        if (arrival->key == key && i == count)
            seen[count++] = arrival->whom;
    }
    return count;
}
