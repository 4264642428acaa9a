#include "pools.h"

#include <assert.h>

#define MINUTES(minutes, seconds)                                                                  \
    {                                                                                              \
        .timed = true, .initial = (minutes)*60000, .increment = (seconds)*1000                     \
    }

const TimeControl POOL_CONTROLS[POOLS] = {
    MINUTES(1, 0),  MINUTES(2, 1),  MINUTES(3, 0),   MINUTES(3, 2),  MINUTES(5, 0),   MINUTES(5, 3),
    MINUTES(10, 0), MINUTES(10, 5), MINUTES(15, 10), MINUTES(30, 0), MINUTES(30, 20),
};

bool pool_of(const Seek *seek, int *pool)
{
    const TimeControl *control = &seek->terms.control;
    for (int i = 0; i < POOLS && seek->terms.variant == VARIANT_STANDARD; i++)
        if (control->timed && !control->moves && control->initial == POOL_CONTROLS[i].initial &&
            control->increment == POOL_CONTROLS[i].increment) {
            *pool = i;
            return true;
        }
    return false;
}

void pools_note(Pools *pools, const Seek *seek, int64_t waited, int64_t now)
{
    int pool;
    if (!pool_of(seek, &pool))
        return;
    uint32_t place = pools->count[pool]++ % POOL_WAITS;
    pools->waits[pool][place] = waited < INT32_MAX ? (int32_t)waited : INT32_MAX;
    pools->at[pool][place] = now;
}

int32_t pools_typical_wait(const Pools *pools, int pool, int64_t now)
{
    int32_t waits[POOL_WAITS];
    assert(pool >= 0 && pool < POOLS);
    int count = 0;
    for (uint32_t i = 0; i < POOL_WAITS && i < pools->count[pool]; i++) {
        if (now - pools->at[pool][i] > POOL_LATELY)
            continue;
        int place = count++;
        for (; place > 0 && waits[place - 1] > pools->waits[pool][i]; place--)
            waits[place] = waits[place - 1];
        waits[place] = pools->waits[pool][i];
    }
    return count ? waits[count / 2] : -1;
}
