/* event_rows.h - the events of a batch as three arrays, in PostgreSQL's text of them, so that one statement inserts them all.
 *
 * Zeroed it is empty; event_rows_free gives the memory back. */
#pragma once

#include "db.h"
#include "write_batch.h"

enum { EVENT_ROWS_ARRAYS = 3 };

typedef struct {
    char *text[EVENT_ROWS_ARRAYS]; /* games' numbers, events' numbers, bytes */
    size_t length[EVENT_ROWS_ARRAYS], capacity[EVENT_ROWS_ARRAYS];
} EventRows;

/* Its checksum follows the bytes, as in SQLite. */
void event_rows_add(EventRows *rows, const WrittenEvent *event);
bool event_rows_are_empty(const EventRows *rows);
/* Keeps the memory. */
void event_rows_clear(EventRows *rows);
/* Runs put_events with them. */
DbResult event_rows_run(EventRows *rows, DbStatement *put_events);
void event_rows_free(EventRows *rows);
