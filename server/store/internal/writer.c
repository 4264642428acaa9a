#include "writer.h"

#include "archive_row.h"
#include "memory.h"
#include "sql.h"
#include "stages.h"
#include "write_statement.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The writer's own; the others are by WriteKind. */
enum { PLAYED = WRITE_KINDS, EVENTS };

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

static DbResult put_archive(DbStatement *statement, const WrittenImport *import,
                            const ArchiveRow *row)
{
    db_bind_int(statement, 1, import->number);
    db_bind_int(statement, 2, import->game.made);
    db_bind_int(statement, 3, archive_result(&import->game));
    db_bind_blob(statement, 4, row->data, (int)row->data_size);
    return db_run(statement);
}

static DbResult put_receipts(Db *db, const WrittenImport *import, const ArchiveRow *row)
{
    DbStatement *statement;
    DbResult rc = db_prepare(db, SQL_PUT_RECEIPTS, false, &statement);
    if (rc != DB_OK)
        return rc;
    db_bind_int(statement, 1, import->number);
    db_bind_blob(statement, 2, row->receipts, (int)row->receipts_size);
    rc = db_run(statement);
    db_finalize(statement);
    return rc;
}

static DbResult put_played(Db *db, const WrittenImport *import)
{
    DbStatement *statement;
    const StoreGame *game = &import->game;
    DbResult rc = db_prepare(db, SQL_PUT_IMPORTED_PLAYED, false, &statement);
    if (rc != DB_OK)
        return rc;
    db_bind_text(statement, 1, import->by, -1);
    db_bind_int(statement, 2, import->number);
    db_bind_int(statement, 3, game->made);
    db_bind_int(statement, 4, import->color);
    db_bind_int(statement, 5, (int)game->status);
    db_bind_int(statement, 6, (int)game->winner);
    db_bind_int(statement, 7, game->variant);
    if (game->control.timed)
        db_bind_int(statement, 8, game->control.initial);
    db_bind_int(statement, 9, game->control.increment);
    db_bind_int(statement, 10, game->control.days);
    db_bind_int(statement, 11, import->opening);
    db_bind_int(statement, 12, (int)game->control.odds);
    db_bind_int(statement, 13, game->control.odds_initial);
    db_bind_int(statement, 14, game->control.odds_increment);
    db_bind_int(statement, 15, (int)game->control.bonus);
    stages_bind(statement, 16, &game->control);
    rc = db_run(statement);
    db_finalize(statement);
    return rc;
}

static DbResult put_fingerprint(Db *db, const WrittenImport *import, const StoredGame *game)
{
    DbStatement *statement;
    DbResult rc = db_prepare(db, SQL_PUT_FINGERPRINT, false, &statement);
    if (rc != DB_OK)
        return rc;
    db_bind_text(statement, 1, import->by, -1);
    db_bind_int(statement, 2, game_fingerprint(game));
    db_bind_int(statement, 3, import->number);
    rc = db_run(statement);
    db_finalize(statement);
    return rc;
}

static DbResult write_import(Db *db, DbStatement *archive, const WrittenImport *import)
{
    ArchiveRow row = {0};
    StoredGame *game = game_of(import);
    archive_row_pack(game, &row);
    DbResult rc = put_archive(archive, import, &row);
    if (rc == DB_OK)
        rc = put_receipts(db, import, &row);
    if (rc == DB_OK)
        rc = put_played(db, import);
    if (rc == DB_OK)
        rc = put_fingerprint(db, import, game);
    archive_row_clear(&row);
    stored_game_free(game);
    return rc;
}

/* ---- all others ---- */

/* A game that is over can be found from now on. */
static DbResult note_played(Writer *writer, const WrittenEnd *end)
{
    DbStatement *statement = writer->statements[PLAYED];
    db_bind_int(statement, 1, end->number);
    return db_run(statement);
}

static _Noreturn void report_bug(Writer *writer, const char *what)
{
    fprintf(stderr, "castled: bug: the journal refuses %s: %s\n", what, db_message(writer->db));
    abort();
}

static DbResult put(Writer *writer, WriteKind kind, const void *value)
{
    DbStatement *statement = writer->statements[kind];
    write_statement_bind(statement, kind, value);
    DbResult rc =
        kind == WRITE_IMPORT ? write_import(writer->db, statement, value) : db_run(statement);
    db_clear(statement);
    if (rc == DB_OK && kind == WRITE_END)
        rc = note_played(writer, value);
    if (rc == DB_BUG) {
        char what[40];
        snprintf(what, sizeof what, "a write of kind %d", (int)kind);
        report_bug(writer, what);
    }
    return rc;
}

static DbResult put_all(Writer *writer, const WriteBatch *batch)
{
    WriteKind kind;
    size_t at = 0;
    const void *value;
    DbResult rc = DB_OK;
    event_rows_clear(&writer->events);
    while (rc == DB_OK && (value = write_batch_next(batch, &at, &kind)) != NULL)
        if (kind == WRITE_EVENT && writer->statements[EVENTS])
            event_rows_add(&writer->events, value);
        else
            rc = put(writer, kind, value);
    if (rc == DB_OK && !event_rows_are_empty(&writer->events))
        rc = event_rows_run(&writer->events, writer->statements[EVENTS]);
    return rc;
}

/* A write that concerns a game begins with the game's number. */
static bool is_of_game(WriteKind kind)
{
    switch (kind) {
    case WRITE_GAME:
    case WRITE_EVENT:
    case WRITE_END:
    case WRITE_SLEEP:
    case WRITE_CONDITIONAL:
    case WRITE_DELETE_CONDITIONAL: return true;
    default: return false;
    }
}

static_assert(offsetof(WrittenGame, number) == 0 && offsetof(WrittenEvent, number) == 0 &&
                  offsetof(WrittenEnd, number) == 0 && offsetof(WrittenSleep, number) == 0 &&
                  offsetof(WrittenConditional, number) == 0,
              "the number is first");

static DbScope scope_of(const WriteBatch *batch)
{
    DbScope scope = {{0}};
    WriteKind kind;
    size_t at = 0;
    const void *value;
    while ((value = write_batch_next(batch, &at, &kind)) != NULL)
        db_scope_add(&scope, is_of_game(kind) ? db_partition(*(const int64_t *)value) : DB_LOBBY);
    return scope;
}

StoreError writer_init(Writer *writer, Db *db, const char *path, char *line)
{
    *writer = (Writer){.db = db, .path = path};
    const char *sql[WRITER_STATEMENTS] = {[PLAYED] = SQL_PUT_PLAYED, [EVENTS] = PG_PUT_EVENTS};
    for (int i = 0; i < WRITE_KINDS; i++)
        sql[i] = write_statement_sql((WriteKind)i);
    return database_prepare(db, path, sql, db->is_remote ? WRITER_STATEMENTS : EVENTS,
                            writer->statements, line);
}

void writer_clear(Writer *writer)
{
    database_finalize(writer->statements, WRITER_STATEMENTS);
    event_rows_free(&writer->events);
    *writer = (Writer){0};
}

StoreError writer_commit(Writer *writer, const WriteBatch *batch, char *line)
{
    DbScope scope = scope_of(batch);
    DbResult rc = db_begin_write(writer->db, &scope, batch->number);
    if (rc == DB_DONE)
        return STORE_OK;
    if (rc == DB_OK)
        rc = put_all(writer, batch);
    if (rc == DB_OK)
        rc = db_commit(writer->db);
    if (rc == DB_BUG)
        report_bug(writer, "a batch");
    return rc == DB_OK ? STORE_OK : database_give_up(writer->db, writer->path, rc, line);
}
