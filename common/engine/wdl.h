/* wdl.h - the chances to win, draw and lose that a score means, in thousandths.
 *
 * For display only; no search uses it. The two logistic curves were fitted to the engine's own games by
 * training/wdl_fit.c; README.md has the figures. */
#pragma once

#include "engine.h"

enum { WDL_TOTAL = 1000 };

typedef struct {
    int win, draw, loss; /* their sum is WDL_TOTAL */
} Wdl;

/* For a score in centipawns, or a mate, of the side to move. */
Wdl wdl_of(int score, const Position *pos);
