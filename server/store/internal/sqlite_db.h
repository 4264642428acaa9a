/* sqlite_db.h - a connection to SQLite as a Db. */
#pragma once

#include "db.h"

#include <sqlite3.h>

typedef struct Checkpointer Checkpointer;

/* Takes the connection, which db_close closes. 'epoch': that of the server that writes by it (database_own); 0 for one
 * that only reads. */
Db *sqlite_db_new(sqlite3 *handle, int64_t epoch);
/* The connection of such a Db. */
sqlite3 *sqlite_db_handle(const Db *db);
/* From now on db_idle has the log moved by that thread, which is closed after the connection is used for the last time. */
void sqlite_db_share_log(Db *db, Checkpointer *checkpointer);
