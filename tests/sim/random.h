/* random.h - numbers drawn from a seed: the same on every machine (SplitMix64, by Steele, Lea and Flood). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} Random;

static inline uint64_t random_next(Random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Independent streams of one seed: drawing from one does not change the numbers of another. */
static inline Random random_stream(uint64_t seed, uint64_t stream)
{
    Random random = {seed ^ stream * UINT64_C(0xd1342543de82ef95)};
    random_next(&random);
    return random;
}

/* 0 to below - 1; 0 when below is 0. */
static inline uint64_t random_below(Random *random, uint64_t below)
{
    return below ? (uint64_t)((random_next(random) >> 32) * (below & UINT32_MAX) >> 32) : 0;
}

static inline int64_t random_between(Random *random, int64_t least, int64_t most)
{
    return least + (int64_t)(random_next(random) % (uint64_t)(most - least + 1));
}

/* True once in 'times' times on average; never when 'times' is 0. */
static inline bool random_once_in(Random *random, uint64_t times)
{
    return times != 0 && random_next(random) % times == 0;
}

/* About 'mean', now and then much more: how long something takes on a shared machine. */
static inline int64_t random_about(Random *random, int64_t mean)
{
    int64_t time = random_between(random, mean / 4, mean * 7 / 4);
    return random_once_in(random, 32) ? time * 8 : time;
}
