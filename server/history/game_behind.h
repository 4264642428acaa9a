/* game_behind.h - a game in progress as exports show it: without its newest plies, so that programs which read exports are no
 * help to somebody who plays. */
#pragma once

#include "stored.h"

enum { GAME_BEHIND_PLIES = 3 }; /* as on lichess.org */

/* Drops what happened from the move on after which so many plies less had been played. Nothing of a game that is over, nor
 * for 'viewer' (an id, or "") when they are one of its players. A damaged game stays as it is. */
void game_fall_behind(StoredGame *game, uint32_t plies, const char *viewer);
/* Drops what happened after 'until', an instant of the axis that 'created' is on: a game that ended later is still in progress. Nothing
 * for its players. */
void game_hide_after(StoredGame *game, int64_t until, const char *viewer);
