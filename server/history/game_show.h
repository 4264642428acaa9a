/* game_show.h - what of a game is told when it is exported, as the parameters of the Lichess API ask. */
#pragma once

#include <stdbool.h>

typedef struct {
    bool moves, clocks, opening;
    bool tags; /* PGN's */
    bool pgn;  /* in JSON */
} GameShow;
