/* start_game.h - games begin: from a pairing or a challenge (live.h), or as a rematch. */
#pragma once

#include "games.h"

/* The same game with the colours changed; both are told. */
void start_rematch(Live *live, const Game *before, const GameId *next);
