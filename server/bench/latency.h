/* latency.h - how long things took: counted in steps of about three percent, so that nothing is kept for each.
 *
 * Zeros are an empty one. */
#pragma once

#include <stdint.h>

enum { LATENCY_STEPS = 32 * 24 }; /* for each power of two: up to 2^24 µs, some seventeen seconds */

typedef struct {
    uint64_t count;
    uint32_t at[LATENCY_STEPS];
    uint64_t longest; /* µs */
} Latency;

void latency_add(Latency *latency, uint64_t us);
/* In µs, what this share (0 to 1) of them did not exceed; 0 when there are none. */
double latency_at(const Latency *latency, double share);
