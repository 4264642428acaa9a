/* rows.h - all rows of a statement, one after the other. */
#pragma once

#include "database.h"

/* False when the row makes no sense. */
typedef bool (*TakeRow)(void *context, DbStatement *row);

/* Of a statement without parameters. STORE_DAMAGED, and 'line' has 'nonsense', when a row makes no sense; those before it were taken. */
StoreError rows_read(Db *db, const char *path, const char *sql, TakeRow take, void *context,
                     const char *nonsense, char *line);
/* The same, of one whose parameters are bound; takes it over. */
StoreError rows_take(Db *db, const char *path, DbStatement *row, TakeRow take, void *context,
                     const char *nonsense, char *line);
