/* writer.h - applies batches, each as one transaction or not at all.
 *
 * Used by one thread at a time; the connection is borrowed. */
#pragma once

#include "db.h"
#include "event_rows.h"
#include "write_batch.h"

enum { WRITER_STATEMENTS = WRITE_KINDS + 2 };

typedef struct {
    Db *db;
    const char *path;
    EventRows events; /* of the batch, where one statement takes them all */
    DbStatement *statements[WRITER_STATEMENTS];
} Writer;

/* path is borrowed until writer_clear. */
StoreError writer_init(Writer *writer, Db *db, const char *path, char *line);
void writer_clear(Writer *writer);

/* STORE_OK: durable. Otherwise nothing has changed and the same batch may be tried again; 'line' says
 * why. A row that contradicts the tables (an event twice, a game without its players) is a bug in the
 * caller and ends the process. */
StoreError writer_commit(Writer *writer, const WriteBatch *batch, char *line);
