/* recoder.h - brings rows of the archive that an older castled wrote into the newest format, a few at a time.
 *
 * Used by the write thread when it has nothing else to do; the connection is borrowed. Rows of every version can be
 * read, so nothing waits for this; but what has been rewritten has a checksum. A row that cannot be read, or would not
 * come back as it is, is left alone and told once. How far it got is kept in the database. */
#pragma once

#include "store_error.h"

#include "db.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    RECODER_STATEMENTS = 6,
    RECODER_ROWS = 64, /* of one transaction, unless something more urgent comes */
};

typedef struct {
    Db *db;
    const char *path;
    const unsigned char *id_key;
    int64_t at; /* the number of the last row that was looked at */
    bool done;  /* all rows are of the newest format */
    DbStatement *statements[RECODER_STATEMENTS];
} Recoder;

/* 'id_key' is lent as long as it is used. */
StoreError recoder_init(Recoder *recoder, Db *db, const char *path, const unsigned char *id_key,
                        char *line);
void recoder_clear(Recoder *recoder);

/* In one transaction, until there are no more rows, or they are RECODER_ROWS, or is_urgent says so. *count: how many
 * were looked at, 0 when all is done. 'line' is set also with STORE_OK when a row was left, else empty. */
StoreError recoder_work(Recoder *recoder, bool (*is_urgent)(void *context), void *context,
                        int *count, char *line);
