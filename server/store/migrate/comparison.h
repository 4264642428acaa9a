/* comparison.h - two databases of castled, row by row and game by game. */
#pragma once

#include "migrate.h"
#include "side.h"

typedef struct {
    const MigrateTerms *terms;
    Migrated *migrated;
    char *line; /* STORE_LINE_MAX */
} Migration;

/* One sentence for whoever migrates. */
void migration_tell(Migration *migration, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The key of a row, for people. */
enum { ROW_NAME_MAX = 200 };
void migration_name_row(const MovedTable *table, const MovedValue *values, char name[ROW_NAME_MAX]);

/* Each tells of what differs, and fails only when it cannot read. */
StoreError compare_tables(Migration *migration, const MovedTables *tables, Side *one, Side *other);
/* Once rows are no longer read. 'file' is SQLite's side; all: how many games there are, for people. */
StoreError compare_games(Migration *migration, Side *file, Side *server, uint64_t all);
