#include "writer.h"

#include "archive_row.h"
#include "memory.h"
#include "sql.h"
#include "stages.h"
#include "write_statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pages in the log before it is moved into the database: SQLite's own default, 4 MiB. */
enum { CHECKPOINT_PAGES = 1000 };

/* Those of the writer itself; the first ones are by WriteKind. */
enum { BEGIN = WRITE_KINDS, EPOCH, COMMIT, ROLLBACK, PLAYED };

static const char *const STATEMENTS[WRITER_STATEMENTS] = {
    [BEGIN] = SQL_BEGIN_IMMEDIATE, [EPOCH] = SQL_READ_EPOCH,  [COMMIT] = SQL_COMMIT,
    [ROLLBACK] = SQL_ROLLBACK,     [PLAYED] = SQL_PUT_PLAYED,
};

/* ---- imported games ---- */

static StoredGame *game_of(const WrittenImport *import)
{
    size_t size = import->count * sizeof *import->events;
    StoredGame *game = memory_new(sizeof *game + size);
    game->game = import->game;
    game->count = import->count;
    memcpy(game->events, import->events, size);
    game->tags_size = import->tags_size;
    game->tags = memory_new(import->tags_size + 1);
    memcpy(game->tags, (const char *)import->events + size, import->tags_size);
    return game;
}

static int put_archive(sqlite3_stmt *statement, const WrittenImport *import, const ArchiveRow *row)
{
    sqlite3_bind_int64(statement, 1, import->number);
    sqlite3_bind_int64(statement, 2, import->game.made);
    sqlite3_bind_int(statement, 3, archive_result(&import->game));
    sqlite3_bind_blob(statement, 4, row->data, (int)row->data_size, SQLITE_STATIC);
    return database_run(statement);
}

static int put_receipts(sqlite3 *db, const WrittenImport *import, const ArchiveRow *row)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, SQL_PUT_RECEIPTS, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(statement, 1, import->number);
    sqlite3_bind_blob(statement, 2, row->receipts, (int)row->receipts_size, SQLITE_STATIC);
    sqlite3_step(statement);
    return sqlite3_finalize(statement);
}

static int put_played(sqlite3 *db, const WrittenImport *import)
{
    sqlite3_stmt *statement;
    const StoreGame *game = &import->game;
    int rc = sqlite3_prepare_v2(db, SQL_PUT_IMPORTED_PLAYED, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_text(statement, 1, import->by, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, import->number);
    sqlite3_bind_int64(statement, 3, game->made);
    sqlite3_bind_int(statement, 4, import->color);
    sqlite3_bind_int(statement, 5, (int)game->status);
    sqlite3_bind_int(statement, 6, (int)game->winner);
    sqlite3_bind_int(statement, 7, game->variant);
    if (game->control.timed)
        sqlite3_bind_int(statement, 8, game->control.initial);
    sqlite3_bind_int(statement, 9, game->control.increment);
    sqlite3_bind_int(statement, 10, game->control.days);
    sqlite3_bind_int64(statement, 11, import->opening);
    sqlite3_bind_int(statement, 12, (int)game->control.odds);
    sqlite3_bind_int(statement, 13, game->control.odds_initial);
    sqlite3_bind_int(statement, 14, game->control.odds_increment);
    sqlite3_bind_int(statement, 15, (int)game->control.bonus);
    stages_bind(statement, 16, &game->control);
    sqlite3_step(statement);
    return sqlite3_finalize(statement);
}

static int put_fingerprint(sqlite3 *db, const WrittenImport *import, const StoredGame *game)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, SQL_PUT_FINGERPRINT, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_text(statement, 1, import->by, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, game_fingerprint(game));
    sqlite3_bind_int64(statement, 3, import->number);
    sqlite3_step(statement);
    return sqlite3_finalize(statement);
}

static int write_import(sqlite3 *db, sqlite3_stmt *archive, const WrittenImport *import)
{
    ArchiveRow row = {0};
    StoredGame *game = game_of(import);
    archive_row_pack(game, &row);
    int rc = put_archive(archive, import, &row);
    if (rc == SQLITE_OK)
        rc = put_receipts(db, import, &row);
    if (rc == SQLITE_OK)
        rc = put_played(db, import);
    if (rc == SQLITE_OK)
        rc = put_fingerprint(db, import, game);
    archive_row_clear(&row);
    stored_game_free(game);
    return rc;
}

/* ---- all others ---- */

/* A game that is over can be found from now on. */
static int note_played(Writer *writer, const WrittenEnd *end)
{
    sqlite3_stmt *statement = writer->statements[PLAYED];
    sqlite3_bind_int64(statement, 1, end->number);
    return database_run(statement);
}

static int put(Writer *writer, WriteKind kind, const void *value)
{
    sqlite3_stmt *statement = writer->statements[kind];
    write_statement_bind(statement, kind, value);
    int rc =
        kind == WRITE_IMPORT ? write_import(writer->db, statement, value) : database_run(statement);
    sqlite3_clear_bindings(statement);
    if (rc == SQLITE_OK && kind == WRITE_END)
        rc = note_played(writer, value);
    if ((rc & 0xff) == SQLITE_CONSTRAINT || (rc & 0xff) == SQLITE_MISUSE) {
        fprintf(stderr, "castled: bug: the journal refuses a write of kind %d: %s\n", (int)kind,
                sqlite3_errmsg(writer->db));
        abort();
    }
    return rc;
}

static int put_all(Writer *writer, const WriteBatch *batch)
{
    WriteKind kind;
    size_t at = 0;
    const void *value;
    while ((value = write_batch_next(batch, &at, &kind)) != NULL) {
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
        sql[i] = i < WRITE_KINDS ? write_statement_sql((WriteKind)i) : STATEMENTS[i];
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

StoreError writer_commit(Writer *writer, const WriteBatch *batch, char *line)
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
