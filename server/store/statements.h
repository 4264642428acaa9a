/* statements.h - how each kind of write is put into the tables: its SQL, and what of its value goes where.
 * Private to the store. */
#pragma once

#include "batch.h"

#include <sqlite3.h>

const char *statement_sql(PutKind kind);
/* Texts and blobs are borrowed until the bindings are cleared. Of a PUT_IMPORT nothing: import_write does it. */
void statement_bind(sqlite3_stmt *s, PutKind kind, const void *value);
