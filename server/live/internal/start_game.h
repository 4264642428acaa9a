/* start_game.h - starting games: from a pairing or a challenge (live.h), or as a rematch. */
#pragma once

#include "games.h"

/* Starts the same game with colours reversed, and tells both players. */
void start_rematch(Live *live, const Game *before, const GameId *next);
