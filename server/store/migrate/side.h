/* side.h - one of the two databases of a migration: its rows, in the order of their keys, and the way to write them.
 *
 * No server can use the database until side_close. What was made and not kept is gone then. On an error 'line'
 * (STORE_LINE_MAX) says what is wrong, and only side_close may follow. */
#pragma once

#include "db.h"
#include "moved_tables.h"

typedef struct {
    bool is_null;
    int64_t number;    /* in a column of numbers */
    const void *bytes; /* in the others; lent until the next row */
    size_t size;
} MovedValue;

typedef struct Side Side;

typedef struct {
    StoreError (*list)(Side *side, ListedColumns *list, char *line);
    StoreError (*ask)(Side *side, const MovedTable *table, bool counts, char *line);
    StoreError (*next)(Side *side, MovedValue *values, bool *is_row, char *line);
    StoreError (*begin)(Side *side, const MovedTable *table, char *line);
    bool (*can_hold)(const MovedColumn *column, const MovedValue *value);
    StoreError (*put)(Side *side, const MovedValue *values, char *line);
    StoreError (*end)(Side *side, char *line);
    StoreError (*settle)(Side *side, const MovedTables *tables, char *line);
    StoreError (*open_games)(Side *side, char *line);
    StoreError (*keep)(Side *side, char *line);
    void (*close)(Side *side);
} SideKind;

struct Side {
    const SideKind *kind;
    Db *db;           /* the connection */
    const char *path; /* of the database's file, or the server's address without its password */
    const char *file; /* where that file is for now; NULL: there is none */
    const MovedTable *table; /* that is being read or written */
};

/* What the database has. */
StoreError side_list(Side *side, ListedColumns *list, char *line);
/* How many rows a table has; and all of them, in the order of their keys: *is_row is false behind the last. */
StoreError side_count(Side *side, const MovedTable *table, uint64_t *rows, char *line);
StoreError side_ask(Side *side, const MovedTable *table, char *line);
StoreError side_next(Side *side, MovedValue values[MOVED_COLUMNS_MAX], bool *is_row, char *line);
/* Of a new database: rows into a table, which the end waits for. */
StoreError side_begin(Side *side, const MovedTable *table, char *line);
bool side_can_hold(const Side *side, const MovedColumn *column, const MovedValue *value);
StoreError side_put(Side *side, const MovedValue *values, char *line);
StoreError side_end(Side *side, char *line);
/* Behind all rows: what is drawn goes on behind the greatest number. */
StoreError side_settle(Side *side, const MovedTables *tables, char *line);
/* From now on 'db' takes statements, and rows are no longer read. */
StoreError side_open_games(Side *side, char *line);
/* A new database is there from now on, as a whole and on the disk. */
StoreError side_keep(Side *side, char *line);
void side_close(Side *side); /* NULL is none */

/* Opens the database of a server, or makes an empty one where there is none. *side is NULL on an error. The texts are
 * lent until side_close. */
StoreError sqlite_side_open(Side **side, const char *directory, char *line);
StoreError sqlite_side_make(Side **side, const char *directory, char *line);
StoreError postgres_side_open(Side **side, const char *address, char *line);
StoreError postgres_side_make(Side **side, const char *address, char *line);
