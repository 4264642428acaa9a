/* peek.h - reads one game of a database that a server may be using at this moment, and changes nothing. */
#pragma once

#include "store.h"

/* *game is NULL when there is none, else the caller's to stored_game_free. 'line' as in store_open. */
StoreError peek_game(const char *directory, const GameId *id, StoredGame **game, char *line);
