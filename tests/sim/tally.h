/* tally.h - what has happened in simulated worlds, in memory that outlives the process in which it did. */
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t seed, worlds, ended, events, rated, crashes, starts, syncs, steps;
    uint64_t hash; /* of all that happened: the same for the same seeds */
    char failure[512];
} Tally;
