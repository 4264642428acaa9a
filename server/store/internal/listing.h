/* listing.h - what people may want to read in the database, as lines of text that SQLite itself
 * prints.
 *
 * Used by one thread at a time; the connection is borrowed. */
#pragma once

#include "store.h"

#include "db.h"

enum {
    LISTING_ROWS = 200, /* the newest acts or reports */
};

/* 'text' is malloc's, the caller's to free; NULL on an error, of which 'line' (STORE_LINE_MAX) tells. */
typedef struct {
    char *text;
    size_t length;
} Listing;

StoreError listing_read(Db *db, const char *path, StoreListing what, const char *key,
                        Listing *listing, char *line);
