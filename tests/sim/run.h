/* run.h - one simulated world from beginning to end: server, network and players, and the faults that happen to them. */
#pragma once

#include "settings.h"

#include <stdint.h>

/* What happened, in memory that outlives the process in which it did. */
typedef struct {
    uint64_t seed, worlds, ended, events, rated, crashes, starts, syncs, steps;
    uint64_t hash; /* of all that happened: the same for the same seeds */
    char failure[512];
} Tally;

/* Gives libsodium the world's random numbers; to be called once. */
void run_begin_chance(void);
/* Runs the world of those settings and adds to the tally, whose failure says what did not hold. After a failure the
 * process is of no more use. */
void run_world(const Settings *settings, Tally *tally);
