/* game_occasions.h - the tournament of which games are, for the tags of their PGN: its name, their rounds, the players' teams. */
#pragma once

#include "command.h"
#include "game_show.h"

#include <stddef.h>
#include <stdint.h>

enum { OCCASION_NAME_SIZE = 240 };

typedef struct {
    GameId game;
    uint32_t round, table; /* 0: none */
    uint32_t teams[2];     /* of White and Black, from 1; 0: none */
} OccasionGame;

/* Made with game_occasions_new, filled in, then sorted; game_occasions_free frees all of it. */
typedef struct {
    char event[OCCASION_NAME_SIZE + 1];
    char (*team)[OCCASION_NAME_SIZE + 1]; /* [number - 1] */
    OccasionGame *games;
    size_t count;
} GameOccasions;

GameOccasions *game_occasions_new(size_t games, size_t teams);
void game_occasions_free(GameOccasions *occasions); /* may be NULL */
void game_occasions_sort(GameOccasions *occasions);
/* What is known of a game; false: nothing. The texts are lent by the occasions, but for 'round', which is written into 'place'. */
enum { OCCASION_ROUND_SIZE = 24 };
bool game_occasions_find(const GameOccasions *occasions, const char *game,
                         char place[OCCASION_ROUND_SIZE], GameOccasion *found);
