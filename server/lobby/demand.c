#include "demand.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Two people who share it are counted as one: no harm. */
static uint64_t hash(const Crowd *crowd, const char *text)
{
    return siphash(&crowd->sip, text, strlen(text));
}

void crowd_init(Crowd *crowd, const SipKey *sip)
{
    *crowd = (Crowd){.sip = *sip};
}

void crowd_clear(Crowd *crowd)
{
    free(crowd->arrivals);
    crowd_init(crowd, &(SipKey){{0}});
}

void crowd_note(Crowd *crowd, const Seek *seek, int64_t now)
{
    if (!crowd->arrivals)
        crowd->arrivals = memory_array(CROWD_ARRIVALS, sizeof *crowd->arrivals);
    crowd->arrivals[crowd->next] = (Arrival){seek_key(seek), hash(crowd, seek->person.id), now};
    crowd->next = (crowd->next + 1) % CROWD_ARRIVALS;
    if (crowd->count < CROWD_ARRIVALS)
        crowd->count++;
}

unsigned crowd_count(const Crowd *crowd, uint64_t key, int64_t now)
{
    uint64_t seen[NEAR_CROWD];
    unsigned count = 0;
    for (size_t back = 1; back <= crowd->count && count < NEAR_CROWD; back++) {
        const Arrival *arrival =
            &crowd->arrivals[(crowd->next + CROWD_ARRIVALS - back) % CROWD_ARRIVALS];
        if (now - arrival->at > CROWD_LATELY)
            break;
        unsigned i = 0;
        while (i < count && seen[i] != arrival->whom)
            i++;
        if (arrival->key == key && i == count)
            seen[count++] = arrival->whom;
    }
    return count;
}
