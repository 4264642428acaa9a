#include "side.h"

#include "database.h"
#include "memory.h"
#include "row_sums.h"
#include "schema.h"
#include "sql.h"
#include "sqlite_db.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    Side side;
    sqlite3 *handle;
    sqlite3_stmt *row; /* that is read or written */
    int lock;          /* of the directory */
    const char *directory;
    char path[DATABASE_PATH_MAX]; /* of the database; */
    char part[DATABASE_PATH_MAX]; /* of a new one, while it has not all rows; "": it is not new */
} SqliteSide;

static StoreError refuse(SqliteSide *own, int rc, char *line)
{
    return sqlite_refused(own->handle, own->side.path, rc, line);
}

static StoreError say_errno(const SqliteSide *own, char *line)
{
    return database_say(line, own->side.path, errno == ENOSPC ? STORE_FULL : STORE_DISK,
                        strerror(errno));
}

static StoreError run(SqliteSide *own, const char *sql, char *line)
{
    int rc = sqlite3_exec(own->handle, sql, NULL, NULL, NULL);
    return rc == SQLITE_OK ? STORE_OK : refuse(own, rc, line);
}

/* ---- what it has ---- */

static StoreError prepare(SqliteSide *own, const char *sql, char *line)
{
    int rc = sqlite3_prepare_v2(own->handle, sql, -1, &own->row, NULL);
    return rc == SQLITE_OK ? STORE_OK : refuse(own, rc, line);
}

/* Whether there is one more; the statement ends behind the last. */
static StoreError step(SqliteSide *own, bool *is_row, char *line)
{
    int rc = sqlite3_step(own->row);
    *is_row = rc == SQLITE_ROW;
    if (rc == SQLITE_ROW)
        return STORE_OK;
    rc = sqlite3_finalize(own->row);
    own->row = NULL;
    return rc == SQLITE_OK ? STORE_OK : refuse(own, rc, line);
}

static const char *text_at(const SqliteSide *own, int column)
{
    const char *text = (const char *)sqlite3_column_text(own->row, column);
    return text ? text : "";
}

static MovedType type_of(const char *word)
{
    return strcmp(word, "INTEGER") == 0 ? MOVED_NUMBER
           : strcmp(word, "TEXT") == 0  ? MOVED_TEXT
           : strcmp(word, "BLOB") == 0  ? MOVED_BLOB
                                        : MOVED_UNKNOWN;
}

static bool add_column(const SqliteSide *own, ListedColumns *list)
{
    const ListedColumn about = {.type = type_of(text_at(own, 2)),
                                .key = sqlite3_column_int(own->row, 3)};
    return listed_columns_add(list, text_at(own, 0), text_at(own, 1), &about);
}

static bool add_reference(const SqliteSide *own, ListedColumns *list)
{
    return listed_columns_refer(list, text_at(own, 0), text_at(own, 1));
}

static StoreError list_rows(SqliteSide *own, const char *sql,
                            bool (*add)(const SqliteSide *own, ListedColumns *list),
                            ListedColumns *list, char *line)
{
    bool is_row = true;
    StoreError error = prepare(own, sql, line);
    while (error == STORE_OK && is_row) {
        error = step(own, &is_row, line);
        if (error == STORE_OK && is_row && !add(own, list))
            error = database_say(line, own->side.path, STORE_FOREIGN, "it has too many columns");
    }
    return error;
}

static StoreError list_all(Side *side, ListedColumns *list, char *line)
{
    SqliteSide *own = (SqliteSide *)side;
    StoreError error = list_rows(own, SQL_LIST_COLUMNS, add_column, list, line);
    return error == STORE_OK ? list_rows(own, SQL_LIST_REFERENCES, add_reference, list, line)
                             : error;
}

/* ---- reading ---- */

static const char *name_of(const MovedColumn *column)
{
    return column->is_rowid ? "rowid" : column->name;
}

/* Prepares what was printed, and frees it. */
static StoreError prepare_text(SqliteSide *own, char *sql, char *line)
{
    assert(sql);
    StoreError error = prepare(own, sql, line);
    free(sql);
    return error;
}

static StoreError ask(Side *side, const MovedTable *table, bool counts, char *line)
{
    char *sql = NULL;
    size_t size;
    FILE *out = open_memstream(&sql, &size);
    assert(out);
    fputs("SELECT ", out);
    if (counts)
        fputs("count(*)", out);
    for (int i = 0; i < table->count && !counts; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", name_of(&table->columns[i]));
    fprintf(out, " FROM \"%s\"", table->name);
    for (int place = 1; place <= table->keys && !counts; place++)
        fprintf(out, "%s\"%s\"", place > 1 ? ", " : " ORDER BY ",
                name_of(&table->columns[moved_table_key(table, place)]));
    fclose(out);
    return prepare_text((SqliteSide *)side, sql, line);
}

static void read_value(sqlite3_stmt *row, int at, MovedType type, MovedValue *value)
{
    *value = (MovedValue){.is_null = sqlite3_column_type(row, at) == SQLITE_NULL};
    if (value->is_null)
        return;
    if (type == MOVED_NUMBER) {
        value->number = sqlite3_column_int64(row, at);
        return;
    }
    value->bytes = type == MOVED_BLOB ? sqlite3_column_blob(row, at)
                                      : (const void *)sqlite3_column_text(row, at);
    value->size = (size_t)sqlite3_column_bytes(row, at);
    if (!value->bytes) /* SQLite's answer for an empty blob */
        value->bytes = "";
}

static StoreError next(Side *side, MovedValue *values, bool *is_row, char *line)
{
    SqliteSide *own = (SqliteSide *)side;
    StoreError error = step(own, is_row, line);
    for (int i = 0; *is_row && i < side->table->count; i++)
        read_value(own->row, i, side->table->columns[i].type, &values[i]);
    return error;
}

/* ---- writing ---- */

static int parameter_of(const MovedTable *table, const char *name)
{
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->columns[i].name, name) == 0)
            return i + 1;
    assert(!"a checksum is of a column that the table does not have");
    return 0;
}

static void print_sum(FILE *out, const MovedTable *table, const RowSum *sum)
{
    fputs(", row_checksum(", out);
    for (int i = 0; i < sum->count; i++)
        fprintf(out, "%s?%d", i ? ", " : "", parameter_of(table, sum->of[i]));
    fputs(")", out);
}

/* With the checksums of the row. */
static StoreError begin(Side *side, const MovedTable *table, char *line)
{
    RowSum sums[ROW_SUMS_MAX];
    int count = row_sums_find(table->name, sums);
    char *sql = NULL;
    size_t size;
    FILE *out = open_memstream(&sql, &size);
    assert(out);
    fprintf(out, "INSERT INTO \"%s\" (", table->name);
    for (int i = 0; i < table->count; i++)
        fprintf(out, "%s\"%s\"", i ? ", " : "", name_of(&table->columns[i]));
    for (int i = 0; i < count; i++)
        fprintf(out, ", \"%s\"", sums[i].column);
    fputs(") VALUES (", out);
    for (int i = 0; i < table->count; i++)
        fprintf(out, "%s?%d", i ? ", " : "", i + 1);
    for (int i = 0; i < count; i++)
        print_sum(out, table, &sums[i]);
    fputs(")", out);
    fclose(out);
    return prepare_text((SqliteSide *)side, sql, line);
}

static bool can_hold(const MovedColumn *column, const MovedValue *value)
{
    (void)column, (void)value;
    return true;
}

static void bind(sqlite3_stmt *row, int at, MovedType type, const MovedValue *value)
{
    if (value->is_null)
        sqlite3_bind_null(row, at);
    else if (type == MOVED_NUMBER)
        sqlite3_bind_int64(row, at, value->number);
    else if (type == MOVED_TEXT)
        sqlite3_bind_text64(row, at, value->bytes, value->size, SQLITE_STATIC, SQLITE_UTF8);
    else
        sqlite3_bind_blob64(row, at, value->bytes, value->size, SQLITE_STATIC);
}

static StoreError put(Side *side, const MovedValue *values, char *line)
{
    SqliteSide *own = (SqliteSide *)side;
    for (int i = 0; i < side->table->count; i++)
        bind(own->row, i + 1, side->table->columns[i].type, &values[i]);
    sqlite3_step(own->row);
    int rc = sqlite3_reset(own->row);
    return rc == SQLITE_OK ? STORE_OK : refuse(own, rc, line);
}

static StoreError end(Side *side, char *line)
{
    SqliteSide *own = (SqliteSide *)side;
    (void)line;
    sqlite3_finalize(own->row);
    own->row = NULL;
    return STORE_OK;
}

static StoreError settle(Side *side, const MovedTables *tables, char *line)
{
    (void)tables;
    return run((SqliteSide *)side, SQL_COMMIT, line);
}

static StoreError open_games(Side *side, char *line)
{
    (void)side, (void)line;
    return STORE_OK;
}

/* ---- a new one ---- */

static void remove_part(const SqliteSide *own)
{
    static const char *const BESIDE[] = {"", "-journal", "-wal", "-shm"};
    char name[DATABASE_PATH_MAX + 16];
    for (size_t i = 0; i < sizeof BESIDE / sizeof *BESIDE; i++) {
        snprintf(name, sizeof name, "%s%s", own->part, BESIDE[i]);
        unlink(name);
    }
}

static void close_connection(SqliteSide *own)
{
    sqlite3_finalize(own->row);
    own->row = NULL;
    db_close(own->side.db);
    own->side.db = NULL;
}

static bool sync_part(const SqliteSide *own)
{
    int file = open(own->part, O_RDWR | O_CLOEXEC);
    bool is_synced = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return is_synced;
}

static StoreError keep(Side *side, char *line)
{
    SqliteSide *own = (SqliteSide *)side;
    close_connection(own);
    if (!sync_part(own) || rename(own->part, own->path) != 0 ||
        database_sync_directory(own->directory) != 0)
        return say_errno(own, line);
    own->part[0] = '\0';
    return STORE_OK;
}

static void close_side(Side *side)
{
    SqliteSide *own = (SqliteSide *)side;
    close_connection(own);
    if (own->part[0])
        remove_part(own);
    if (own->lock >= 0)
        close(own->lock);
    free(own);
}

static const SideKind SQLITE = {
    .list = list_all,
    .ask = ask,
    .next = next,
    .begin = begin,
    .can_hold = can_hold,
    .put = put,
    .end = end,
    .settle = settle,
    .open_games = open_games,
    .keep = keep,
    .close = close_side,
};

/* ---- opening ---- */

static SqliteSide *new_side(const char *directory)
{
    SqliteSide *own = memory_new(sizeof *own);
    *own = (SqliteSide){.side = {.kind = &SQLITE}, .lock = -1, .directory = directory};
    own->side.path = own->side.file = own->path;
    snprintf(own->path, sizeof own->path, "%s/castled.db", directory);
    return own;
}

/* Hands the side over, or closes it. */
static StoreError answer(SqliteSide *own, StoreError error, Side **side)
{
    *side = error == STORE_OK ? &own->side : NULL;
    if (error != STORE_OK)
        close_side(&own->side);
    return error;
}

static StoreError check_version(SqliteSide *own, char *line)
{
    char detail[160];
    int version = 0, ours = schema_version(schema_sql);
    StoreError error = database_identify(own->handle, own->path, &version, line);
    if (error != STORE_OK || version == ours)
        return error;
    if (version == 0)
        return database_say(line, own->path, STORE_FOREIGN, "it is empty");
    snprintf(detail, sizeof detail,
             "its version is %d, this castled's %d; castled brings it up to date when it is "
             "started on it",
             version, ours);
    return database_say(line, own->path, STORE_OLDER, detail);
}

static StoreError open_file(SqliteSide *own, char *line)
{
    if (access(own->path, R_OK) != 0)
        return database_say(line, own->path, STORE_MISSING, NULL);
    StoreError error = database_lock_directory(&own->lock, own->directory, line);
    if (error != STORE_OK) {
        own->lock = -1;
        return error;
    }
    error = database_open_reader(&own->handle, own->path, line);
    if (error != STORE_OK)
        return error;
    own->side.db = sqlite_db_new(own->handle, 0);
    error = check_version(own, line);
    return error == STORE_OK ? run(own, SQL_BEGIN, line) : error;
}

StoreError sqlite_side_open(Side **side, const char *directory, char *line)
{
    SqliteSide *own = new_side(directory);
    return answer(own, open_file(own, line), side);
}

/* For its owner alone, as the database: it holds the keys. */
static bool make_part(const SqliteSide *own)
{
    int file = open(own->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    database_give_to_owner(file, own->directory);
    close(file);
    return true;
}

/* Without a journal, since it is thrown away unless it is whole. */
static StoreError fill_part(SqliteSide *own, char *line)
{
    snprintf(own->part, sizeof own->part, "%.*s.migrating", DATABASE_PATH_MAX - 16, own->path);
    own->side.file = own->part;
    remove_part(own); /* of an attempt that was interrupted */
    if (!make_part(own))
        return say_errno(own, line);
    StoreError error = database_open(&own->handle, own->part, false, false, line);
    if (error != STORE_OK)
        return error;
    own->side.db = sqlite_db_new(own->handle, 0);
    error = run(own, SQL_PRAGMA_COPY, line);
    return error == STORE_OK ? run(own, SQL_BEGIN_IMMEDIATE, line) : error;
}

/* The database, or a log of one that was moved away without it: SQLite would take that for the new one's. */
static bool has_database(const SqliteSide *own, char name[DATABASE_PATH_MAX + 16])
{
    static const char *const PARTS[] = {"", "-wal", "-journal"};
    struct stat found;
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        snprintf(name, DATABASE_PATH_MAX + 16, "%s%s", own->path, PARTS[i]);
        if (stat(name, &found) == 0 && found.st_size > 0)
            return true;
    }
    return false;
}

static StoreError make_file(SqliteSide *own, char *line)
{
    char name[DATABASE_PATH_MAX + 16];
    StoreError error = database_lock_directory(&own->lock, own->directory, line);
    if (error != STORE_OK) {
        own->lock = -1;
        return error;
    }
    if (has_database(own, name))
        return database_say(line, name, STORE_EXISTS,
                            "move it away, or name another directory with --data");
    return fill_part(own, line);
}

StoreError sqlite_side_make(Side **side, const char *directory, char *line)
{
    SqliteSide *own = new_side(directory);
    return answer(own, make_file(own, line), side);
}
