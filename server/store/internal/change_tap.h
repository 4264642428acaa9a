/* change_tap.h - what a transaction changes, for the copier: noted by SQLite's session extension, which Debian's SQLite has.
 *
 * For the writer's thread. Zeroed it is off. */
#pragma once

#include "copier.h"

typedef struct {
    sqlite3 *db;
    Copier *copier; /* NULL: there is no second place */
    struct sqlite3_session *session;
} ChangeTap;

/* Between transactions: gives the copier a base, if it wants one. */
void change_tap_look(ChangeTap *tap);
/* Before a transaction. */
void change_tap_begin(ChangeTap *tap);
/* It was committed, and others are told of it before change_tap_end, which takes longer. */
void change_tap_committed(ChangeTap *tap);
/* After it: it was committed, or not. */
void change_tap_end(ChangeTap *tap, bool is_committed);
