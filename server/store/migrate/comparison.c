#include "comparison.h"

#include "game_reader.h"
#include "sql.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PROGRESS_EVERY = 1000, TEXT_SHOWN = 60 };

void migration_tell(Migration *migration, const char *format, ...)
{
    char sentence[STORE_LINE_MAX];
    va_list words;
    va_start(words, format);
    vsnprintf(sentence, sizeof sentence, format, words);
    va_end(words);
    migration->migrated->faults++;
    migration->terms->check.damage(migration->terms->check.context, sentence);
}

/* Texts from outside: what is no plain letter becomes "?". */
static int print_text(char *out, size_t room, const MovedValue *value)
{
    int length = value->size < TEXT_SHOWN ? (int)value->size : TEXT_SHOWN;
    int printed = snprintf(out, room, "%.*s", length, (const char *)value->bytes);
    for (char *c = out; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return printed;
}

void migration_name_row(const MovedTable *table, const MovedValue *values, char name[ROW_NAME_MAX])
{
    size_t at = 0;
    name[0] = '\0';
    for (int place = 1; place <= table->keys && at + 1 < ROW_NAME_MAX; place++) {
        int column = moved_table_key(table, place);
        at += (size_t)snprintf(name + at, ROW_NAME_MAX - at, "%s", place > 1 ? " " : "");
        if (table->columns[column].type == MOVED_NUMBER)
            at += (size_t)snprintf(name + at, ROW_NAME_MAX - at, "%" PRId64, values[column].number);
        else if (at < ROW_NAME_MAX)
            at += (size_t)print_text(name + at, ROW_NAME_MAX - at, &values[column]);
    }
}

/* ---- row by row ---- */

static int order_values(MovedType type, const MovedValue *one, const MovedValue *other)
{
    if (one->is_null || other->is_null)
        return other->is_null - one->is_null;
    if (type == MOVED_NUMBER)
        return (one->number > other->number) - (one->number < other->number);
    size_t size = one->size < other->size ? one->size : other->size;
    int order = size ? memcmp(one->bytes, other->bytes, size) : 0;
    return order ? order : (one->size > other->size) - (one->size < other->size);
}

static int order_rows(const MovedTable *table, const MovedValue *one, const MovedValue *other)
{
    int order = 0;
    for (int place = 1; place <= table->keys && order == 0; place++) {
        int at = moved_table_key(table, place);
        order = order_values(table->columns[at].type, &one[at], &other[at]);
    }
    return order;
}

static void compare_rows(Migration *migration, const MovedTable *table, const MovedValue *one,
                         const MovedValue *other)
{
    char name[ROW_NAME_MAX], columns[STORE_LINE_MAX / 2] = "";
    size_t at = 0;
    for (int i = 0; i < table->count && at < sizeof columns; i++)
        if (order_values(table->columns[i].type, &one[i], &other[i]) != 0)
            at += (size_t)snprintf(columns + at, sizeof columns - at, "%s%s", at ? ", " : "",
                                   table->columns[i].name);
    if (at == 0)
        return;
    migration_name_row(table, one, name);
    migration_tell(migration, "%s %s differs in %s", table->name, name, columns);
}

/* One of the two, as it is read. */
typedef struct {
    Side *side;
    MovedValue values[MOVED_COLUMNS_MAX];
    bool is_row;
} Cursor;

static StoreError go_on(Migration *migration, Cursor *cursor)
{
    return side_next(cursor->side, cursor->values, &cursor->is_row, migration->line);
}

static void tell_single(Migration *migration, const MovedTable *table, const Cursor *cursor)
{
    char name[ROW_NAME_MAX];
    migration_name_row(table, cursor->values, name);
    migration_tell(migration, "%s %s is only in %.200s", table->name, name, cursor->side->path);
}

/* Rows come in the order of their keys from both. */
static StoreError merge(Migration *migration, const MovedTable *table, Cursor *one, Cursor *other,
                        uint64_t all)
{
    const MigrateTerms *terms = migration->terms;
    uint64_t done = 0;
    StoreError error = go_on(migration, one);
    if (error == STORE_OK)
        error = go_on(migration, other);
    while (error == STORE_OK && (one->is_row || other->is_row)) {
        int order = !one->is_row     ? 1
                    : !other->is_row ? -1
                                     : order_rows(table, one->values, other->values);
        if (order == 0)
            compare_rows(migration, table, one->values, other->values);
        else
            tell_single(migration, table, order < 0 ? one : other);
        if (order <= 0)
            error = go_on(migration, one);
        if (order >= 0 && error == STORE_OK)
            error = go_on(migration, other);
        if (++done % PROGRESS_EVERY == 0)
            terms->progress(terms->check.context, "compared", table->name, done, all);
    }
    migration->migrated->rows += done;
    return error;
}

static StoreError compare_table(Migration *migration, const MovedTable *table, Cursor *one,
                                Cursor *other)
{
    uint64_t all = 0;
    StoreError error = side_count(one->side, table, &all, migration->line);
    if (error == STORE_OK)
        error = side_ask(one->side, table, migration->line);
    if (error == STORE_OK)
        error = side_ask(other->side, table, migration->line);
    return error == STORE_OK ? merge(migration, table, one, other, all) : error;
}

StoreError compare_tables(Migration *migration, const MovedTables *tables, Side *one, Side *other)
{
    Cursor first = {.side = one}, second = {.side = other};
    StoreError error = STORE_OK;
    migration->migrated->tables = tables->count;
    migration->migrated->rows = 0;
    for (int i = 0; i < tables->count && error == STORE_OK; i++)
        error = compare_table(migration, &tables->tables[i], &first, &second);
    return error;
}

/* ---- game by game ---- */

/* What is damaged is told; what cannot be read at all ends it. */
static StoreError read_game(Migration *migration, GameReader *reader, int64_t number,
                            StoredGame **game)
{
    StoreError error = game_reader_whole(reader, number, game, migration->line);
    if (error != STORE_DAMAGED && error != STORE_NEWER)
        return error;
    migration_tell(migration, "%s", migration->line);
    return STORE_OK;
}

static StoreError compare_game(Migration *migration, GameReader readers[2], int64_t number)
{
    const MigrateTerms *terms = migration->terms;
    StoredGame *games[2] = {NULL, NULL};
    StoreError error = read_game(migration, &readers[0], number, &games[0]);
    if (error == STORE_OK)
        error = read_game(migration, &readers[1], number, &games[1]);
    if (error == STORE_OK && games[0] && games[1] &&
        !terms->is_same(terms->check.context, games[0], games[1]))
        migration_tell(migration, "game %s is another one in PostgreSQL", games[0]->game.id.text);
    stored_game_free(games[0]);
    stored_game_free(games[1]);
    return error;
}

static StoreError compare_all(Migration *migration, GameReader readers[2], DbStatement *next,
                              uint64_t all)
{
    const MigrateTerms *terms = migration->terms;
    Migrated *migrated = migration->migrated;
    int64_t number = -1;
    for (;;) {
        db_bind_int(next, 1, number);
        DbResult result = db_step(next);
        bool is_found = result == DB_ROW && !db_is_null(next, 0);
        number = is_found ? db_number(next, 0) : -1;
        db_reset(next);
        if (result != DB_ROW)
            return database_refused(readers[0].db, readers[0].path, result, migration->line);
        if (!is_found)
            return STORE_OK;
        StoreError error = compare_game(migration, readers, number);
        if (error != STORE_OK)
            return error;
        if (++migrated->games % PROGRESS_EVERY == 0)
            terms->progress(terms->check.context, "compared", NULL, migrated->games, all);
    }
}

static StoreError read_key(Side *side, unsigned char key[GAME_NUMBER_KEY_SIZE], char *line)
{
    DbStatement *row;
    DbResult result = db_prepare(side->db, SQL_READ_ID_KEY, false, &row);
    if (result != DB_OK)
        return database_refused(side->db, side->path, result, line);
    result = db_step(row);
    bool is_key = result == DB_ROW && db_size(row, 0) == GAME_NUMBER_KEY_SIZE;
    if (is_key)
        memcpy(key, db_text(row, 0), GAME_NUMBER_KEY_SIZE);
    db_finalize(row);
    return is_key
               ? STORE_OK
               : database_say(line, side->path, STORE_DAMAGED, "the server's own row is missing");
}

static StoreError compare_by(Migration *migration, GameReader readers[2], uint64_t all)
{
    DbStatement *next;
    DbResult result = db_prepare(readers[0].db, SQL_NEXT_GAME, true, &next);
    if (result != DB_OK)
        return database_refused(readers[0].db, readers[0].path, result, migration->line);
    StoreError error = compare_all(migration, readers, next, all);
    db_finalize(next);
    return error;
}

/* Numbers that only one of them has were told of with the rows. */
StoreError compare_games(Migration *migration, Side *file, Side *server, uint64_t all)
{
    GameReader readers[2];
    unsigned char key[GAME_NUMBER_KEY_SIZE];
    char *line = migration->line;
    StoreError error = read_key(file, key, line);
    if (error == STORE_OK)
        error = side_open_games(server, line);
    if (error == STORE_OK)
        error = game_reader_init(&readers[0], file->db, file->path, key, line);
    if (error != STORE_OK)
        return error;
    error = game_reader_init(&readers[1], server->db, server->path, key, line);
    if (error == STORE_OK) {
        error = compare_by(migration, readers, all);
        game_reader_clear(&readers[1]);
    }
    game_reader_clear(&readers[0]);
    return error;
}
