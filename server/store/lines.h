/* lines.h - what people may want to read of the database, as lines of text made by SQLite itself.
 *
 * Used by one thread at a time; the connection is borrowed. */
#pragma once

#include "database.h"

enum {
    LINES_SHOWN = 200, /* the newest acts or reports */
};

/* 'text' is malloc's, the caller's to free; NULL on an error. */
typedef struct {
    char *text;
    size_t length;
} Lines;

StoreError lines_read(sqlite3 *db, StoreLines what, const char *key, Lines *lines);
