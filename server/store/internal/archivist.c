#include "archivist.h"

#include "archive_row.h"
#include "sql.h"

#include <string.h>

enum { BEGIN, EPOCH, NEXT, ARCHIVE, RECEIPTS, NAME_OPENING, DROP_EVENTS, DROP_GAME, COMMIT };

static const char *const STATEMENTS[ARCHIVIST_STATEMENTS] = {
    [BEGIN] = SQL_BEGIN_IMMEDIATE,   [EPOCH] = SQL_READ_EPOCH,
    [NEXT] = SQL_NEXT_TO_ARCHIVE,    [ARCHIVE] = SQL_ARCHIVE_GAME,
    [RECEIPTS] = SQL_PUT_RECEIPTS,   [NAME_OPENING] = SQL_NAME_OPENING,
    [DROP_EVENTS] = SQL_DROP_EVENTS, [DROP_GAME] = SQL_DROP_GAME,
    [COMMIT] = SQL_COMMIT,
};

StoreError archivist_init(Archivist *archivist, GameReader *reader, int64_t epoch,
                          uint32_t (*opening)(const StoredGame *game), char *line)
{
    *archivist = (Archivist){.db = reader->db,
                             .path = reader->path,
                             .epoch = epoch,
                             .reader = reader,
                             .opening = opening,
                             .skip_ended = INT64_MIN};
    return database_prepare(archivist->db, archivist->path, STATEMENTS, ARCHIVIST_STATEMENTS,
                            archivist->statements, line);
}

void archivist_clear(Archivist *archivist)
{
    database_finalize(archivist->statements, ARCHIVIST_STATEMENTS);
    *archivist = (Archivist){0};
}

static int run_for(Archivist *archivist, int which, int64_t number)
{
    sqlite3_stmt *statement = archivist->statements[which];
    sqlite3_bind_int64(statement, 1, number);
    return database_run(statement);
}

static int run_with(Archivist *archivist, int which, int64_t number, int at, const void *bytes,
                    size_t size)
{
    sqlite3_stmt *statement = archivist->statements[which];
    sqlite3_bind_blob(statement, at, bytes, (int)size, SQLITE_STATIC);
    int rc = run_for(archivist, which, number);
    sqlite3_clear_bindings(statement);
    return rc;
}

static int begin(Archivist *archivist, int64_t *epoch)
{
    sqlite3_stmt *statement = archivist->statements[EPOCH];
    int rc = database_run(archivist->statements[BEGIN]);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(statement);
    *epoch = rc == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* The next game to archive, in the order of their ends; *number -1: none. */
static int find_next(Archivist *archivist, int64_t before, int64_t *number, int64_t *ended)
{
    sqlite3_stmt *statement = archivist->statements[NEXT];
    sqlite3_bind_int64(statement, 1, before);
    sqlite3_bind_int64(statement, 2, archivist->skip_ended);
    sqlite3_bind_int64(statement, 3, archivist->skip_number);
    int rc = sqlite3_step(statement);
    *number = -1;
    if (rc == SQLITE_ROW) {
        *number = sqlite3_column_int64(statement, 0);
        *ended = sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int move_game(Archivist *archivist, int64_t number, const StoredGame *game)
{
    ArchiveRow row = {0};
    archive_row_pack(game, &row);
    sqlite3_bind_int(archivist->statements[ARCHIVE], 2, archive_result(&game->game));
    int rc = run_with(archivist, ARCHIVE, number, 3, row.data, row.data_size);
    if (rc == SQLITE_OK)
        rc = run_with(archivist, RECEIPTS, number, 2, row.receipts, row.receipts_size);
    archive_row_clear(&row);
    uint32_t opening = archivist->opening ? archivist->opening(game) : 0;
    sqlite3_bind_int64(archivist->statements[NAME_OPENING], 2, opening);
    if (rc == SQLITE_OK && opening)
        rc = run_for(archivist, NAME_OPENING, number);
    if (rc == SQLITE_OK)
        rc = run_for(archivist, DROP_EVENTS, number);
    return rc == SQLITE_OK ? run_for(archivist, DROP_GAME, number) : rc;
}

static int archive_next(Archivist *archivist, int64_t before, bool *is_done, int *count, char *line)
{
    int64_t number, ended;
    StoredGame *game = NULL;
    int rc = find_next(archivist, before, &number, &ended);
    *is_done = rc != SQLITE_OK || number < 0;
    if (*is_done)
        return rc;
    StoreError error = game_reader_whole(archivist->reader, number, &game, line);
    if (error == STORE_DAMAGED || error == STORE_NEWER) { /* it stays for people to look at */
        archivist->skip_ended = ended;
        archivist->skip_number = number;
        return SQLITE_OK;
    }
    rc = error != STORE_OK || !game ? SQLITE_IOERR : move_game(archivist, number, game);
    stored_game_free(game);
    *count += rc == SQLITE_OK;
    return rc;
}

int64_t archivist_next_end(Archivist *archivist)
{
    int64_t number, ended = 0;
    int rc = find_next(archivist, INT64_MAX, &number, &ended);
    return rc != SQLITE_OK ? 0 : number < 0 ? INT64_MAX : ended;
}

StoreError archivist_work(Archivist *archivist, int64_t before, bool (*is_urgent)(void *context),
                          void *context, int *count, char *line)
{
    int64_t epoch = 0;
    bool is_done = false;
    *count = 0;
    line[0] = '\0';
    int rc = begin(archivist, &epoch);
    if (rc == SQLITE_OK && epoch != archivist->epoch) {
        database_run(archivist->statements[COMMIT]);
        return database_say(line, archivist->path, STORE_TAKEN, NULL);
    }
    while (rc == SQLITE_OK && !is_done && *count < ARCHIVIST_GAMES &&
           (*count == 0 || !is_urgent(context)))
        rc = archive_next(archivist, before, &is_done, count, line);
    if (rc == SQLITE_OK)
        rc = database_run(archivist->statements[COMMIT]);
    if (rc == SQLITE_OK)
        return STORE_OK;
    *count = 0;
    return database_give_up(archivist->db, archivist->path, rc, line);
}
