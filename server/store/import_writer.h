/* import_writer.h - writes an imported game into the archive and the index. Private to the writer. */
#pragma once

#include "batch.h"

#include <sqlite3.h>

/* 'archive' is the prepared insertion; an SQLite result code. */
int import_write(sqlite3 *db, sqlite3_stmt *archive, const PutImport *put);
