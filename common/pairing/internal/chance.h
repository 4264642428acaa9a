/* chance.h - lots: the same seed draws the same on every machine. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* splitmix64 (Steele, Lea, Flood 2014) */
static inline uint64_t draw(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static inline int draw_below(uint64_t *state, int limit)
{
    return (int)(draw(state) % (uint64_t)limit);
}

static inline bool happens(uint64_t *state, int thousandths)
{
    return draw_below(state, 1000) < thousandths;
}
