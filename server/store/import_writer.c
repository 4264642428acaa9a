#include "import_writer.h"

#include "fingerprint.h"
#include "finished.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static StoredGame *game_of(const PutImport *put)
{
    size_t size = put->count * sizeof *put->events;
    StoredGame *game = memory_new(sizeof *game + size);
    game->game = put->game;
    game->count = put->count;
    memcpy(game->events, put->events, size);
    game->tags_size = put->tags_size;
    game->tags = memory_new(put->tags_size + 1);
    memcpy(game->tags, (const char *)put->events + size, put->tags_size);
    return game;
}

static int step(sqlite3_stmt *statement)
{
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

static int put_archive(sqlite3_stmt *statement, const PutImport *put, const FinishedRow *row)
{
    sqlite3_bind_int64(statement, 1, put->number);
    sqlite3_bind_int64(statement, 2, put->game.made);
    sqlite3_bind_int(statement, 3, finished_result(&put->game));
    sqlite3_bind_blob(statement, 4, row->data, (int)row->data_size, SQLITE_STATIC);
    return step(statement);
}

static int put_receipts(sqlite3 *db, const PutImport *put, const FinishedRow *row)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, "INSERT INTO receipts VALUES (?, ?)", -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(statement, 1, put->number);
    sqlite3_bind_blob(statement, 2, row->receipts, (int)row->receipts_size, SQLITE_STATIC);
    sqlite3_step(statement);
    return sqlite3_finalize(statement);
}

static int put_played(sqlite3 *db, const PutImport *put)
{
    sqlite3_stmt *statement;
    const StoreGame *game = &put->game;
    int rc = sqlite3_prepare_v2(db,
                                "INSERT INTO played SELECT number, ?2, ?3, NULL, ?4, ?5, ?6, 0, ?7,"
                                " ?8, ?9, ?10, ?11, ?12, ?13, ?14 FROM players WHERE id = ?1",
                                -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_text(statement, 1, put->by, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, put->number);
    sqlite3_bind_int64(statement, 3, game->made);
    sqlite3_bind_int(statement, 4, put->color);
    sqlite3_bind_int(statement, 5, (int)game->status);
    sqlite3_bind_int(statement, 6, (int)game->winner);
    sqlite3_bind_int(statement, 7, game->variant);
    if (game->control.timed)
        sqlite3_bind_int(statement, 8, game->control.initial);
    sqlite3_bind_int(statement, 9, game->control.increment);
    sqlite3_bind_int(statement, 10, game->control.days);
    sqlite3_bind_int64(statement, 11, put->opening);
    sqlite3_bind_int(statement, 12, (int)game->control.odds);
    sqlite3_bind_int(statement, 13, game->control.odds_initial);
    sqlite3_bind_int(statement, 14, game->control.odds_increment);
    sqlite3_step(statement);
    return sqlite3_finalize(statement);
}

static int put_fingerprint(sqlite3 *db, const PutImport *put, const StoredGame *game)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(
        db, "INSERT OR IGNORE INTO imports SELECT number, ?2, ?3 FROM players WHERE id = ?1", -1,
        &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_text(statement, 1, put->by, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, game_fingerprint(game));
    sqlite3_bind_int64(statement, 3, put->number);
    sqlite3_step(statement);
    return sqlite3_finalize(statement);
}

int import_write(sqlite3 *db, sqlite3_stmt *archive, const PutImport *put)
{
    FinishedRow row = {0};
    StoredGame *game = game_of(put);
    finished_pack(game, &row);
    int rc = put_archive(archive, put, &row);
    if (rc == SQLITE_OK)
        rc = put_receipts(db, put, &row);
    if (rc == SQLITE_OK)
        rc = put_played(db, put);
    if (rc == SQLITE_OK)
        rc = put_fingerprint(db, put, game);
    finished_clear(&row);
    stored_game_free(game);
    return rc;
}
