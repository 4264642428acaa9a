#include "writer.h"

#include "import_writer.h"
#include "statements.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pages in the log before it is moved into the database: SQLite's own default, 4 MiB. */
enum { CHECKPOINT_PAGES = 1000 };

/* Those of the writer itself; the first ones are by PutKind (statements.h). */
enum { BEGIN = PUT_KINDS, EPOCH, COMMIT, ROLLBACK, PLAYED };

/* What the index says of a game; side is that of the player whose row it is. */
#define PLAYED_AS(player, opponent, side)                                                          \
    "SELECT " player ", number, made, coalesce(" opponent ", -" opponent "_level), " side          \
    ", status, winner, rated, variant, initial, increment, days, 0,"                               \
    " odds, odds_initial, odds_increment FROM games WHERE number = ?1"

static const char *const SQL[WRITER_STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [EPOCH] = "SELECT epoch FROM castled",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    /* clang-format off */
    [PLAYED] = "INSERT OR REPLACE INTO played "
               PLAYED_AS("0", "black", "0")
               " UNION ALL " PLAYED_AS("white", "black", "0") " AND white IS NOT NULL"
               " UNION ALL " PLAYED_AS("black", "white", "1") " AND black IS NOT NULL",
    /* clang-format on */
};

/* A game that is over can be found from now on. */
static int note_played(Writer *writer, const PutEnd *end)
{
    sqlite3_stmt *statement = writer->statements[PLAYED];
    sqlite3_bind_int64(statement, 1, end->number);
    return database_run(statement);
}

static int put(Writer *writer, PutKind kind, const void *value)
{
    sqlite3_stmt *statement = writer->statements[kind];
    statement_bind(statement, kind, value);
    int rc =
        kind == PUT_IMPORT ? import_write(writer->db, statement, value) : database_run(statement);
    sqlite3_clear_bindings(statement);
    if (rc == SQLITE_OK && kind == PUT_END)
        rc = note_played(writer, value);
    if ((rc & 0xff) == SQLITE_CONSTRAINT || (rc & 0xff) == SQLITE_MISUSE) {
        fprintf(stderr, "castled: bug: the journal refuses a write of kind %d: %s\n", (int)kind,
                sqlite3_errmsg(writer->db));
        abort();
    }
    return rc;
}

static int put_all(Writer *writer, const Batch *batch)
{
    PutKind kind;
    size_t at = 0;
    const void *value;
    while ((value = batch_next(batch, &at, &kind)) != NULL) {
        int rc = put(writer, kind, value);
        if (rc != SQLITE_OK)
            return rc;
    }
    return SQLITE_OK;
}

static int read_epoch(Writer *writer, int64_t *epoch)
{
    sqlite3_stmt *statement = writer->statements[EPOCH];
    int rc = sqlite3_step(statement);
    *epoch = rc == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    int reset = sqlite3_reset(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : reset;
}

/* The line is written before the roll-back, which forgets what was wrong. */
static StoreError give_up(Writer *writer, StoreError error, char *line)
{
    const char *detail = error == STORE_TAKEN ? NULL : sqlite3_errmsg(writer->db);
    database_say(line, writer->path, error, detail);
    if (!sqlite3_get_autocommit(writer->db))
        database_run(writer->statements[ROLLBACK]);
    return error;
}

static int count_pages(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db, (void)name;
    ((Writer *)context)->wal_pages = pages;
    return SQLITE_OK;
}

StoreError writer_init(Writer *writer, sqlite3 *db, const char *path, int64_t epoch, char *line)
{
    *writer = (Writer){.db = db, .path = path, .epoch = epoch};
    const char *sql[WRITER_STATEMENTS];
    for (int i = 0; i < WRITER_STATEMENTS; i++)
        sql[i] = i < PUT_KINDS ? statement_sql((PutKind)i) : SQL[i];
    StoreError error = database_prepare(db, path, sql, WRITER_STATEMENTS, writer->statements, line);
    if (error == STORE_OK)
        sqlite3_wal_hook(db, count_pages, writer);
    return error;
}

void writer_clear(Writer *writer)
{
    database_finalize(writer->statements, WRITER_STATEMENTS);
    if (writer->db)
        sqlite3_wal_hook(writer->db, NULL, NULL);
    *writer = (Writer){0};
}

StoreError writer_commit(Writer *writer, const Batch *batch, char *line)
{
    int64_t epoch = 0;
    int rc = database_run(writer->statements[BEGIN]);
    if (rc == SQLITE_OK)
        rc = read_epoch(writer, &epoch);
    if (rc == SQLITE_OK && epoch != writer->epoch)
        return give_up(writer, STORE_TAKEN, line);
    if (rc == SQLITE_OK)
        rc = put_all(writer, batch);
    if (rc == SQLITE_OK)
        rc = database_run(writer->statements[COMMIT]);
    return rc == SQLITE_OK ? STORE_OK : give_up(writer, database_error(rc), line);
}

void writer_checkpoint(Writer *writer)
{
    if (writer->wal_pages < CHECKPOINT_PAGES)
        return;
    if (sqlite3_wal_checkpoint_v2(writer->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) ==
        SQLITE_OK)
        writer->wal_pages = 0;
}
