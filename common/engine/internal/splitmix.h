/* splitmix.h - random numbers without state: a hash, the same on every machine. Pure. */
#pragma once

#include <stdint.h>

/* splitmix64's finalizer (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static inline uint64_t splitmix64(uint64_t seed, uint64_t index)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15ull * (index | 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
