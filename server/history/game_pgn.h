/* game_pgn.h - a stored game as PGN, with its clock times, for downloads and bots.
 *
 * Only what is durable goes in: it is made from what the store has read. */
#pragma once

#include "game_show.h"
#include "stored.h"
#include "text.h"

/* Appends the game's PGN with everything that is known. False when the game cannot be replayed. */
bool game_pgn(const StoredGame *game, Text *text);
bool game_pgn_of(const StoredGame *game, const GameShow *show, Text *text);
