/* wdl.h - what a score foretells: chances to win, draw and lose, in thousandths.
 *
 * For showing only; no search looks at it. The two logistic curves were fitted to the engine's own games by
 * training/wdl_fit.c; README.md has the figures. */
#pragma once

#include "engine.h"

enum { WDL_TOTAL = 1000 };

typedef struct {
    int win, draw, loss; /* together WDL_TOTAL */
} Wdl;

/* For a score in centipawns, or a mate, of the side to move. */
Wdl wdl_of(int score, const Position *pos);
