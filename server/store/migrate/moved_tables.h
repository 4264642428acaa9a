/* moved_tables.h - which tables and columns move between SQLite and PostgreSQL, by what both databases list.
 *
 * A column that only one of them has stops everything, unless it is one of those that moved_tables.c names: so nothing
 * that is added to one schema alone can be forgotten. Pure. */
#pragma once

#include <stdbool.h>

enum {
    MOVED_TABLES_MAX = 64,
    MOVED_COLUMNS_MAX = 48,   /* of one table */
    LISTED_COLUMNS_MAX = 640, /* of a database, and as many references */
    MOVED_NAME_MAX = 64,      /* bytes, with the NUL */
    MOVED_WHY_MAX = 2 * MOVED_NAME_MAX + 80,
};

typedef enum { MOVED_NUMBER, MOVED_TEXT, MOVED_BLOB, MOVED_UNKNOWN } MovedType;

typedef struct {
    char table[MOVED_NAME_MAX], name[MOVED_NAME_MAX];
    MovedType type;
    int key;          /* its place in the primary key, from 1; 0: it is not part of it */
    bool is_identity; /* PostgreSQL draws it */
} ListedColumn;

/* The first one's rows refer to the second one's. */
typedef struct {
    char table[MOVED_NAME_MAX], of[MOVED_NAME_MAX];
} ListedReference;

/* What a database has: its columns in the order of their tables' and then their own names. */
typedef struct {
    int count;
    ListedColumn columns[LISTED_COLUMNS_MAX];
    int references;
    ListedReference reference[LISTED_COLUMNS_MAX];
} ListedColumns;

/* False when there are too many. */
bool listed_columns_add(ListedColumns *list, const char *table, const char *name,
                        const ListedColumn *about);
bool listed_columns_refer(ListedColumns *list, const char *table, const char *of);

typedef struct {
    char name[MOVED_NAME_MAX]; /* in PostgreSQL */
    MovedType type;
    int key;
    bool is_identity;
    bool is_rowid; /* SQLite numbers these rows without a column of that name */
} MovedColumn;

typedef struct {
    char name[MOVED_NAME_MAX];
    int count, keys;
    MovedColumn columns[MOVED_COLUMNS_MAX];
} MovedTable;

typedef struct {
    int count;
    MovedTable tables[MOVED_TABLES_MAX];
} MovedTables;

/* Each table comes behind those that its rows refer to. False when the lists do not agree, and 'why' (MOVED_WHY_MAX) says
 * about what. */
bool moved_tables_agree(MovedTables *tables, const ListedColumns *sqlite,
                        const ListedColumns *postgres, char *why);
/* The index of the column at that place of the primary key, from 1. */
int moved_table_key(const MovedTable *table, int place);
