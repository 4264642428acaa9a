/* game_opening.h - which opening a stored game had. */
#pragma once

#include "openings.h"
#include "stored.h"

/* False when it had none that has a name, or began from another position than the usual one. */
bool game_opening(const StoredGame *game, Opening *opening);
/* Its key, to find the game by; 0 for none. */
uint32_t game_opening_key(const StoredGame *game);
