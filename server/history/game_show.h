/* game_show.h - what an export shows of a game: the parameters of the Lichess API. */
#pragma once

#include <stdbool.h>

/* Where a game was played, for PGN's tags; lent. NULL: not known. */
typedef struct {
    const char *event, *round, *white_team, *black_team;
} GameOccasion;

typedef struct {
    bool moves, clocks, opening;
    bool tags;                    /* PGN's */
    bool pgn;                     /* in JSON */
    const GameOccasion *occasion; /* NULL: none */
} GameShow;
