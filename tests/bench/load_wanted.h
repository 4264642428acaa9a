/* load_wanted.h - the figures that are wanted of the server under load (tests/RELIABILITY.md, "Load"). */
#pragma once

#include <stdbool.h>

typedef enum {
    WANTED_FLAT,
    WANTED_ECHOES,
    WANTED_POWER,
    WANTED_P99,
    WANTED_CORE,
    WANTED_RESUMED,
    WANTED_READY,
    WANTED_CROWD,
    WANTED_CONNECTION,
    WANTED_GAME,
    WANTED_IDLE,
    WANTED_GROWTH,
} Wanted;

/* What the figure may be at most, or must be at least; 'beside' is what was measured beside it, for those that depend on
 * such a thing (load_wanted.c says on what), else 0. */
double wanted_bound(Wanted wanted, double beside);
/* Prints the figure, what is wanted, and "kept" or "MISSED"; whether it is kept. */
bool wanted_print(Wanted wanted, double figure, double beside);
