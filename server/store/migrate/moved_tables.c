#include "moved_tables.h"

#include <stdio.h>
#include <string.h>

/* What only PostgreSQL has: who uses the database at the moment, and which steps it has taken. */
static const char *const SERVERS_TABLES[] = {"nodes", "leases", "members"};
static const char SERVERS_ROW[] = "castled", SCHEMA_COLUMN[] = "version";

/* What only SQLite has: checksums of rows, made anew there. */
static const char CHECKSUM[] = "checksum";

/* A trigger, not a foreign key, holds an event to its game (schema.sql, version 5). */
static const ListedReference BY_TRIGGER[] = {{"events", "games"}, {"events", "archive"}};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* ---- what a database lists ---- */

static bool copy_name(char name[MOVED_NAME_MAX], const char *text)
{
    return snprintf(name, MOVED_NAME_MAX, "%s", text) < MOVED_NAME_MAX;
}

bool listed_columns_add(ListedColumns *list, const char *table, const char *name,
                        const ListedColumn *about)
{
    if (list->count == LISTED_COLUMNS_MAX)
        return false;
    ListedColumn *column = &list->columns[list->count++];
    *column = *about;
    return copy_name(column->table, table) && copy_name(column->name, name);
}

bool listed_columns_refer(ListedColumns *list, const char *table, const char *of)
{
    if (list->references == LISTED_COLUMNS_MAX)
        return false;
    ListedReference *reference = &list->reference[list->references++];
    return copy_name(reference->table, table) && copy_name(reference->of, of);
}

/* ---- what moves ---- */

static bool ends_in_checksum(const char *name)
{
    size_t length = strlen(name), end = strlen(CHECKSUM);
    return length >= end && strcmp(name + length - end, CHECKSUM) == 0;
}

static bool is_servers(const ListedColumn *column)
{
    for (int i = 0; i < COUNT(SERVERS_TABLES); i++)
        if (strcmp(column->table, SERVERS_TABLES[i]) == 0)
            return true;
    return strcmp(column->table, SERVERS_ROW) == 0 && strcmp(column->name, SCHEMA_COLUMN) == 0;
}

/* The last table, or a new one behind it: a list is in order. */
static MovedTable *table_of(MovedTables *tables, const char *name)
{
    if (tables->count > 0 && strcmp(tables->tables[tables->count - 1].name, name) == 0)
        return &tables->tables[tables->count - 1];
    if (tables->count == MOVED_TABLES_MAX)
        return NULL;
    MovedTable *table = &tables->tables[tables->count++];
    *table = (MovedTable){.count = 0};
    memcpy(table->name, name, MOVED_NAME_MAX);
    return table;
}

static bool add(MovedTables *tables, const ListedColumn *column, bool is_rowid)
{
    MovedTable *table = table_of(tables, column->table);
    if (!table || table->count == MOVED_COLUMNS_MAX)
        return false;
    MovedColumn *moved = &table->columns[table->count++];
    *moved = (MovedColumn){.type = column->type,
                           .key = column->key,
                           .is_identity = column->is_identity,
                           .is_rowid = is_rowid};
    memcpy(moved->name, column->name, MOVED_NAME_MAX);
    table->keys += column->key > 0;
    return true;
}

static bool refuse(char *why, const ListedColumn *column, const char *words)
{
    snprintf(why, MOVED_WHY_MAX, "%s.%s %s", column->table, column->name, words);
    return false;
}

static bool add_both(MovedTables *tables, const ListedColumn *sqlite, const ListedColumn *postgres,
                     char *why)
{
    if (sqlite->type != postgres->type || sqlite->type == MOVED_UNKNOWN)
        return refuse(why, sqlite, "has another type in PostgreSQL than in SQLite");
    if (sqlite->key != postgres->key)
        return refuse(why, sqlite, "is not in the same place of both primary keys");
    return add(tables, postgres, false) || refuse(why, sqlite, "is one column too many");
}

static bool add_postgres(MovedTables *tables, const ListedColumn *column, char *why)
{
    if (is_servers(column))
        return true;
    if (!column->is_identity || column->key)
        return refuse(why, column, "is in PostgreSQL, but not in SQLite");
    return add(tables, column, true) || refuse(why, column, "is one column too many");
}

/* Which of the two comes first in its list; a list that has ended comes last. */
static int order(const ListedColumns *sqlite, int i, const ListedColumns *postgres, int j)
{
    if (i == sqlite->count || j == postgres->count)
        return i == sqlite->count ? 1 : -1;
    const ListedColumn *one = &sqlite->columns[i], *other = &postgres->columns[j];
    int tables = strcmp(one->table, other->table);
    return tables ? tables : strcmp(one->name, other->name);
}

static bool pair_columns(MovedTables *tables, const ListedColumns *sqlite,
                         const ListedColumns *postgres, char *why)
{
    int i = 0, j = 0;
    bool is_good = true;
    while (is_good && (i < sqlite->count || j < postgres->count)) {
        const ListedColumn *one = &sqlite->columns[i], *other = &postgres->columns[j];
        int which = order(sqlite, i, postgres, j);
        if (which == 0)
            is_good = add_both(tables, one, other, why);
        else if (which > 0)
            is_good = add_postgres(tables, other, why);
        else if (!ends_in_checksum(one->name))
            is_good = refuse(why, one, "is in SQLite, but not in PostgreSQL");
        i += which <= 0;
        j += which >= 0;
    }
    return is_good;
}

/* ---- their order ---- */

static bool is_before(const MovedTables *tables, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(tables->tables[i].name, name) == 0)
            return true;
    return false;
}

static bool has_all(const MovedTables *tables, int count, const MovedTable *table,
                    const ListedReference *references, int most)
{
    for (int i = 0; i < most; i++)
        if (strcmp(table->name, references[i].table) == 0 &&
            !is_before(tables, count, references[i].of))
            return false;
    return true;
}

static bool put_in_order(MovedTables *tables, const ListedColumns *list, char *why)
{
    for (int done = 0; done < tables->count; done++) {
        int next = done;
        while (next < tables->count &&
               !(has_all(tables, done, &tables->tables[next], BY_TRIGGER, COUNT(BY_TRIGGER)) &&
                 has_all(tables, done, &tables->tables[next], list->reference, list->references)))
            next++;
        if (next == tables->count) {
            snprintf(why, MOVED_WHY_MAX, "%s refers to a table that comes after it",
                     tables->tables[done].name);
            return false;
        }
        MovedTable found = tables->tables[next];
        memmove(&tables->tables[done + 1], &tables->tables[done],
                (size_t)(next - done) * sizeof found);
        tables->tables[done] = found;
    }
    return true;
}

bool moved_tables_agree(MovedTables *tables, const ListedColumns *sqlite,
                        const ListedColumns *postgres, char *why)
{
    tables->count = 0;
    if (!pair_columns(tables, sqlite, postgres, why))
        return false;
    for (int i = 0; i < tables->count; i++)
        if (tables->tables[i].keys == 0) {
            snprintf(why, MOVED_WHY_MAX, "%s has no primary key", tables->tables[i].name);
            return false;
        }
    return put_in_order(tables, sqlite, why);
}

int moved_table_key(const MovedTable *table, int place)
{
    int at = 0;
    while (table->columns[at].key != place)
        at++;
    return at;
}
