/* game_behind.h - a game in progress as exports show it: without its newest plies, so that programs which read exports are no
 * help to somebody who plays. A tournament may want more of its games, also of those that are over. */
#pragma once

#include "stored.h"

enum { GAME_BEHIND_PLIES = 3 }; /* as on lichess.org */

/* Drops what happened from the move on after which so many plies less had been played. Nothing of a game that is over, nor
 * for 'viewer' (an id, or "") when they are one of its players. A damaged game stays as it is. */
void game_fall_behind(StoredGame *game, uint32_t plies, const char *viewer);
/* Drops what happened after 'until', an instant of the axis that 'created' is on: a game that ended later is still in progress. Nothing
 * for its players. */
void game_hide_after(StoredGame *game, int64_t until, const char *viewer);

/* What a tournament wants of its games; all zero: nothing. */
typedef struct {
    uint32_t plies; /* as in game_fall_behind */
    bool has_until; /* nothing is shown that happened later: */
    int64_t until;  /* as in game_hide_after */
} GameDelay;
/* Both, and 'plies' where it wants less. */
void game_delay(StoredGame *game, const GameDelay *delay, uint32_t plies, const char *viewer);

/* The games for which that is something, for the read thread. game_delays_free frees. */
typedef struct {
    GameId id;
    GameDelay delay;
} DelayedGame;
typedef struct {
    size_t count;
    DelayedGame games[]; /* by id */
} GameDelays;
GameDelays *game_delays_new(size_t most);
void game_delays_free(GameDelays *delays);
/* When all have been put in, in any order. */
void game_delays_sort(GameDelays *delays);
/* Of a game that is not among them: nothing. */
GameDelay game_delays_find(const GameDelays *delays, const GameId *id);
