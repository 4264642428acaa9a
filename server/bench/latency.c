#include "latency.h"

enum { STEPS = 32 };

static unsigned step_of(uint64_t us)
{
    unsigned power = 0;
    if (us < STEPS)
        return (unsigned)us;
    while (us >= 2 * STEPS) {
        us >>= 1;
        power++;
    }
    unsigned step = (power + 1) * STEPS + (unsigned)(us - STEPS);
    return step < LATENCY_STEPS ? step : LATENCY_STEPS - 1;
}

static double value_of(unsigned step)
{
    if (step < 2 * STEPS)
        return step;
    return (double)(UINT64_C(1) << (step / STEPS - 1)) * (STEPS + step % STEPS + 0.5);
}

void latency_add(Latency *latency, uint64_t us)
{
    latency->at[step_of(us)]++;
    latency->count++;
    if (us > latency->longest)
        latency->longest = us;
}

double latency_at(const Latency *latency, double share)
{
    uint64_t wanted = (uint64_t)(share * (double)latency->count), seen = 0;
    for (unsigned step = 0; step < LATENCY_STEPS; step++) {
        seen += latency->at[step];
        if (seen > wanted || (seen && seen == latency->count))
            return value_of(step);
    }
    return 0;
}
