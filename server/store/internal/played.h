/* played.h - the index of finished games by player, and the search over it. The connection is borrowed. */
#pragma once

#include "search.h"

#include "db.h"

/* An SQLite result code. */
DbResult played_search(Db *db, const StoreSearch *search, StoreFound *found);
DbResult played_score(Db *db, const char *player, const char *opponent, StoreScore *score);
