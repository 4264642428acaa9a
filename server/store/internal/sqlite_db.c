#include "sqlite_db.h"

#include "checkpointer.h"
#include "memory.h"
#include "sql.h"

#include <stdlib.h>

typedef struct {
    Db db;
    sqlite3 *handle;
    int64_t epoch;
    Checkpointer *checkpointer; /* NULL: the log is not moved */
    int wal_pages;              /* in the write-ahead log after the newest commit */
    sqlite3_stmt *read_epoch;
} SqliteDb;

typedef struct {
    DbStatement statement;
    sqlite3_stmt *handle;
} SqliteStatement;

static sqlite3_stmt *of(const DbStatement *statement)
{
    return ((const SqliteStatement *)statement)->handle;
}

static DbResult result_of(int rc)
{
    switch (rc & 0xff) {
    case SQLITE_OK: return DB_OK;
    case SQLITE_ROW: return DB_ROW;
    case SQLITE_DONE: return DB_DONE;
    case SQLITE_NOTADB: return DB_FOREIGN;
    case SQLITE_CORRUPT: return DB_DAMAGED;
    case SQLITE_FULL: return DB_FULL;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISUSE: return DB_BUG;
    default: return DB_FAILED;
    }
}

/* ---- statements ---- */

static DbResult prepare(Db *db, const char *sql, bool is_kept, DbStatement **statement)
{
    sqlite3_stmt *handle;
    int rc = sqlite3_prepare_v3(sqlite_db_handle(db), sql, -1,
                                is_kept ? SQLITE_PREPARE_PERSISTENT : 0, &handle, NULL);
    if (rc != SQLITE_OK)
        return result_of(rc);
    SqliteStatement *made = memory_new(sizeof *made);
    *made = (SqliteStatement){.statement = {.db = db}, .handle = handle};
    *statement = &made->statement;
    return DB_OK;
}

static DbResult settle(Db *db)
{
    (void)db;
    return DB_OK;
}

static DbResult finalize(DbStatement *statement)
{
    int rc = sqlite3_finalize(of(statement));
    free(statement);
    return result_of(rc);
}

static int parameters(const DbStatement *statement)
{
    return sqlite3_bind_parameter_count(of(statement));
}

static void bind_int(DbStatement *statement, int at, int64_t value)
{
    sqlite3_bind_int64(of(statement), at, value);
}

static void bind_text(DbStatement *statement, int at, const char *text, int length)
{
    sqlite3_bind_text(of(statement), at, text, length, SQLITE_TRANSIENT);
}

static void bind_blob(DbStatement *statement, int at, const void *bytes, size_t size)
{
    sqlite3_bind_blob(of(statement), at, bytes, (int)size, SQLITE_TRANSIENT);
}

static void clear(DbStatement *statement)
{
    sqlite3_clear_bindings(of(statement));
}

static DbResult step(DbStatement *statement)
{
    return result_of(sqlite3_step(of(statement)));
}

static DbResult reset(DbStatement *statement)
{
    return result_of(sqlite3_reset(of(statement)));
}

static DbResult run(DbStatement *statement)
{
    sqlite3_step(of(statement));
    return reset(statement);
}

static bool is_null(DbStatement *statement, int column)
{
    return sqlite3_column_type(of(statement), column) == SQLITE_NULL;
}

static int64_t number(DbStatement *statement, int column)
{
    return sqlite3_column_int64(of(statement), column);
}

/* A blob's bytes are also those of a text, but only sqlite3_column_text puts a NUL behind them. */
static const void *bytes(DbStatement *statement, int column, size_t *size)
{
    sqlite3_stmt *row = of(statement);
    const void *found = sqlite3_column_type(row, column) == SQLITE_BLOB
                            ? sqlite3_column_blob(row, column)
                            : (const void *)sqlite3_column_text(row, column);
    *size = (size_t)sqlite3_column_bytes(row, column);
    return found;
}

/* ---- transactions ---- */

static DbResult execute(Db *db, const char *sql)
{
    return result_of(sqlite3_exec(sqlite_db_handle(db), sql, NULL, NULL, NULL));
}

static DbResult begin_read(Db *db)
{
    return execute(db, SQL_BEGIN);
}

static DbResult check_epoch(SqliteDb *own)
{
    int rc = SQLITE_OK;
    if (!own->read_epoch)
        rc = sqlite3_prepare_v3(own->handle, SQL_READ_EPOCH, -1, SQLITE_PREPARE_PERSISTENT,
                                &own->read_epoch, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(own->read_epoch);
    int64_t epoch = rc == SQLITE_ROW ? sqlite3_column_int64(own->read_epoch, 0) : 0;
    int reset = sqlite3_reset(own->read_epoch);
    if (rc != SQLITE_ROW)
        return result_of(reset);
    return epoch == own->epoch ? DB_OK : DB_TAKEN;
}

static DbResult begin_write(Db *db, const DbScope *scope, uint64_t number)
{
    (void)scope, (void)number;
    DbResult result = execute(db, SQL_BEGIN_IMMEDIATE);
    return result == DB_OK ? check_epoch((SqliteDb *)db) : result;
}

static DbResult commit(Db *db)
{
    return execute(db, SQL_COMMIT);
}

static void rollback(Db *db)
{
    if (!sqlite3_get_autocommit(sqlite_db_handle(db)))
        execute(db, SQL_ROLLBACK);
}

static int count_pages(void *context, sqlite3 *handle, const char *name, int pages)
{
    SqliteDb *own = context;
    (void)handle, (void)name;
    if (own->checkpointer && pages <= own->wal_pages) /* it has begun anew */
        checkpointer_forget(own->checkpointer);
    own->wal_pages = pages;
    return SQLITE_OK;
}

/* Moves the log into the database when it has grown long enough. */
static DbResult idle(Db *db)
{
    SqliteDb *own = (SqliteDb *)db;
    if (!own->checkpointer || !checkpointer_leaves_rest(own->checkpointer, own->wal_pages))
        return DB_OK;
    int rc = sqlite3_wal_checkpoint_v2(own->handle, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (rc == SQLITE_OK)
        own->wal_pages = 0;
    return result_of(rc);
}

static const char *message(Db *db)
{
    return sqlite3_errmsg(sqlite_db_handle(db));
}

/* The last connection to close moves the log into the file. */
static void close_db(Db *db)
{
    SqliteDb *own = (SqliteDb *)db;
    sqlite3_finalize(own->read_epoch);
    sqlite3_close(own->handle);
    free(own);
}

static const DbKind SQLITE = {
    .prepare = prepare,
    .settle = settle,
    .finalize = finalize,
    .parameters = parameters,
    .bind_int = bind_int,
    .bind_text = bind_text,
    .bind_blob = bind_blob,
    .clear = clear,
    .step = step,
    .reset = reset,
    .run = run,
    .is_null = is_null,
    .number = number,
    .bytes = bytes,
    .begin_read = begin_read,
    .begin_write = begin_write,
    .commit = commit,
    .rollback = rollback,
    .idle = idle,
    .message = message,
    .close = close_db,
};

Db *sqlite_db_new(sqlite3 *handle, int64_t epoch)
{
    SqliteDb *db = memory_new(sizeof *db);
    *db = (SqliteDb){.db = {.kind = &SQLITE}, .handle = handle, .epoch = epoch};
    if (epoch)
        sqlite3_wal_hook(handle, count_pages, db);
    return &db->db;
}

sqlite3 *sqlite_db_handle(const Db *db)
{
    return ((const SqliteDb *)db)->handle;
}

void sqlite_db_share_log(Db *db, Checkpointer *checkpointer)
{
    ((SqliteDb *)db)->checkpointer = checkpointer;
}
