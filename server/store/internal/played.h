/* played.h - the index of finished games by player, and the search over it. The connection is borrowed. */
#pragma once

#include "search.h"

#include <sqlite3.h>

/* An SQLite result code. */
int played_search(sqlite3 *db, const StoreSearch *search, StoreFound *found);
int played_score(sqlite3 *db, const char *player, const char *opponent, StoreScore *score);
