/* game_show.h - what an export shows of a game: the parameters of the Lichess API. */
#pragma once

#include <stdbool.h>

typedef struct {
    bool moves, clocks, opening;
    bool tags; /* PGN's */
    bool pgn;  /* in JSON */
} GameShow;
