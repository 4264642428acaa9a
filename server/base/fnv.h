/* fnv.h - FNV-1a, 64 bits (draft-eastlake-fnv): quick sums of short things, not against an attacker. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define FNV_START UINT64_C(14695981039346656037)

/* The sum of all before and these; begun with FNV_START. */
static inline uint64_t fnv_on(uint64_t sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(1099511628211);
    return sum;
}
