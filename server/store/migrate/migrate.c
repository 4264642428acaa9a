#include "migrate.h"

#include "comparison.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_EVERY = 1000 };

/* ---- which tables ---- */

static StoreError agree(Migration *migration, MovedTables *tables, Side *file, Side *server)
{
    ListedColumns *sqlite = memory_new(sizeof *sqlite), *postgres = memory_new(sizeof *postgres);
    char why[MOVED_WHY_MAX];
    StoreError error = side_list(file, sqlite, migration->line);
    if (error == STORE_OK)
        error = side_list(server, postgres, migration->line);
    if (error == STORE_OK && !moved_tables_agree(tables, sqlite, postgres, why))
        error = database_say(migration->line, server->path, STORE_FOREIGN, why);
    free(sqlite);
    free(postgres);
    return error;
}

/* ---- the rows ---- */

static void tell_text(Migration *migration, const MovedTable *table, const MovedValue *values,
                      int column)
{
    char name[ROW_NAME_MAX];
    migration_name_row(table, values, name);
    migration_tell(migration,
                   "%s %s: %s is no text that PostgreSQL can hold (UTF-8 without the character 0)",
                   table->name, name, table->columns[column].name);
}

/* Once one cannot be moved, the others are only looked at. */
static StoreError move_row(Migration *migration, const MovedTable *table, const MovedValue *values,
                           Side *to)
{
    for (int i = 0; i < table->count; i++)
        if (!side_can_hold(to, &table->columns[i], &values[i]))
            tell_text(migration, table, values, i);
    return migration->migrated->faults ? STORE_OK : side_put(to, values, migration->line);
}

static StoreError move_rows(Migration *migration, const MovedTable *table, Side *from, Side *to)
{
    const MigrateTerms *terms = migration->terms;
    MovedValue values[MOVED_COLUMNS_MAX];
    uint64_t done = 0, all = 0;
    bool is_row = true;
    StoreError error = side_count(from, table, &all, migration->line);
    if (error == STORE_OK)
        error = side_ask(from, table, migration->line);
    if (error == STORE_OK)
        error = side_begin(to, table, migration->line);
    while (error == STORE_OK && is_row) {
        error = side_next(from, values, &is_row, migration->line);
        if (error == STORE_OK && is_row)
            error = move_row(migration, table, values, to);
        if (++done % PROGRESS_EVERY == 0)
            terms->progress(terms->check.context, "moved", table->name, done, all);
    }
    return error == STORE_OK ? side_end(to, migration->line) : error;
}

static StoreError refuse_faults(Migration *migration, const Side *from)
{
    return migration->migrated->faults
               ? database_say(migration->line, from->path, STORE_DAMAGED, "nothing was moved")
               : STORE_OK;
}

static StoreError move_tables(Migration *migration, const MovedTables *tables, Side *from, Side *to)
{
    StoreError error = STORE_OK;
    for (int i = 0; i < tables->count && error == STORE_OK; i++)
        error = move_rows(migration, &tables->tables[i], from, to);
    if (error == STORE_OK)
        error = refuse_faults(migration, from);
    return error == STORE_OK ? side_settle(to, tables, migration->line) : error;
}

/* ---- SQLite's file, as a whole ---- */

static StoreError check_file(Migration *migration, const char *path, uint64_t *games)
{
    StoreChecked checked;
    StoreError error = store_check(path, &migration->terms->check, &checked, migration->line);
    migration->migrated->faults += checked.damages;
    *games = checked.games;
    return error;
}

/* ---- the tasks ---- */

static StoreError compare(Migration *migration, const MovedTables *tables, Side *file, Side *server,
                          uint64_t games)
{
    StoreError error = compare_tables(migration, tables, file, server);
    return error == STORE_OK ? compare_games(migration, file, server, games) : error;
}

static StoreError move_to_server(Migration *migration, MovedTables *tables, Side *file,
                                 Side *server)
{
    uint64_t games;
    StoreError error = check_file(migration, file->file, &games);
    if (error == STORE_OK)
        error = refuse_faults(migration, file);
    if (error == STORE_OK)
        error = agree(migration, tables, file, server);
    if (error == STORE_OK)
        error = move_tables(migration, tables, file, server);
    if (error == STORE_OK)
        error = compare(migration, tables, file, server, games);
    if (error == STORE_OK)
        error = refuse_faults(migration, file);
    return error == STORE_OK ? side_keep(server, migration->line) : error;
}

static StoreError move_to_file(Migration *migration, MovedTables *tables, Side *file, Side *server)
{
    uint64_t games = 0;
    StoreError error = agree(migration, tables, file, server);
    if (error == STORE_OK)
        error = move_tables(migration, tables, server, file);
    if (error == STORE_OK)
        error = check_file(migration, file->file, &games);
    if (error == STORE_OK)
        error = compare(migration, tables, file, server, games);
    if (error == STORE_OK)
        error = refuse_faults(migration, server);
    return error == STORE_OK ? side_keep(file, migration->line) : error;
}

static StoreError compare_both(Migration *migration, MovedTables *tables, Side *file, Side *server)
{
    uint64_t games = 0;
    StoreError error = check_file(migration, file->file, &games);
    if (error == STORE_OK)
        error = agree(migration, tables, file, server);
    return error == STORE_OK ? compare(migration, tables, file, server, games) : error;
}

/* What is there already is opened first: then nothing is made for nothing. */
static StoreError open_sides(const MigrateTerms *terms, Side **file, Side **server, char *line)
{
    bool makes_file = terms->task == MIGRATE_FROM_POSTGRES;
    bool makes_server = terms->task == MIGRATE_TO_POSTGRES;
    StoreError error = makes_file ? STORE_OK : sqlite_side_open(file, terms->directory, line);
    if (error == STORE_OK)
        error = makes_server ? postgres_side_make(server, terms->server, line)
                             : postgres_side_open(server, terms->server, line);
    if (error == STORE_OK && makes_file)
        error = sqlite_side_make(file, terms->directory, line);
    return error;
}

StoreError store_migrate(const MigrateTerms *terms, Migrated *migrated, char *line)
{
    typedef StoreError Task(Migration *, MovedTables *, Side *, Side *);
    static Task *const TASKS[] = {[MIGRATE_TO_POSTGRES] = move_to_server,
                                  [MIGRATE_FROM_POSTGRES] = move_to_file,
                                  [MIGRATE_COMPARE] = compare_both};
    Migration migration = {.terms = terms, .migrated = migrated, .line = line};
    Side *file = NULL, *server = NULL;
    *migrated = (Migrated){.tables = 0};
    StoreError error = open_sides(terms, &file, &server, line);
    if (error == STORE_OK) {
        MovedTables *tables = memory_new(sizeof *tables);
        error = TASKS[terms->task](&migration, tables, file, server);
        free(tables);
    }
    side_close(server);
    side_close(file);
    return error;
}
