/* run.h - one simulated world from beginning to end: server, network and players, and the faults that happen to them. */
#pragma once

#include "settings.h"
#include "tally.h"

/* Gives libsodium the world's random numbers; to be called once. */
void run_begin_chance(void);
/* Runs the world of those settings and adds to the tally, whose failure says what did not hold. After a failure the
 * process is of no more use. */
void run_world(const Settings *settings, Tally *tally);
