/* finding.h - runs a search over the index of finished games. The connection is borrowed. */
#pragma once

#include "database.h"
#include "search.h"

/* An SQLite result code. */
int finding_run(sqlite3 *db, const StoreSearch *search, StoreFound *found);
