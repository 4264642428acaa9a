/* game_opening.h - which opening a stored game had. */
#pragma once

#include "openings.h"
#include "stored.h"

/* False when its opening has no name, or it did not begin from the standard position. */
bool game_opening(const StoredGame *game, Opening *opening);
/* Its key, to search for the game by; 0 for none. */
uint32_t game_opening_key(const StoredGame *game);
