#include "archivist.h"

#include "archive_row.h"
#include "sql.h"

#include <string.h>

enum { NEXT, ARCHIVE, RECEIPTS, NAME_OPENING, DROP_EVENTS, DROP_GAME };

static const char *const STATEMENTS[ARCHIVIST_STATEMENTS] = {
    [NEXT] = SQL_NEXT_TO_ARCHIVE,    [ARCHIVE] = SQL_ARCHIVE_GAME,
    [RECEIPTS] = SQL_PUT_RECEIPTS,   [NAME_OPENING] = SQL_NAME_OPENING,
    [DROP_EVENTS] = SQL_DROP_EVENTS, [DROP_GAME] = SQL_DROP_GAME,
};

StoreError archivist_init(Archivist *archivist, GameReader *reader,
                          uint32_t (*opening)(const StoredGame *game), char *line)
{
    *archivist = (Archivist){.db = reader->db,
                             .path = reader->path,
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

static DbResult run_for(Archivist *archivist, int which, int64_t number)
{
    DbStatement *statement = archivist->statements[which];
    db_bind_int(statement, 1, number);
    return db_run(statement);
}

static DbResult run_with(Archivist *archivist, int which, int64_t number, int at, const void *bytes,
                         size_t size)
{
    DbStatement *statement = archivist->statements[which];
    db_bind_blob(statement, at, bytes, (int)size);
    DbResult rc = run_for(archivist, which, number);
    db_clear(statement);
    return rc;
}

/* The next game to archive, in the order of their ends; *number -1: none. */
static DbResult find_next(Archivist *archivist, int64_t before, int64_t *number, int64_t *ended)
{
    DbStatement *statement = archivist->statements[NEXT];
    db_bind_int(statement, 1, before);
    db_bind_int(statement, 2, archivist->skip_ended);
    db_bind_int(statement, 3, archivist->skip_number);
    DbResult rc = db_step(statement);
    *number = -1;
    if (rc == DB_ROW) {
        *number = db_number(statement, 0);
        *ended = db_number(statement, 1);
    }
    db_reset(statement);
    return rc == DB_ROW || rc == DB_DONE ? DB_OK : rc;
}

static DbResult move_game(Archivist *archivist, int64_t number, const StoredGame *game)
{
    ArchiveRow row = {0};
    archive_row_pack(game, &row);
    db_bind_int(archivist->statements[ARCHIVE], 2, archive_result(&game->game));
    DbResult rc = run_with(archivist, ARCHIVE, number, 3, row.data, row.data_size);
    if (rc == DB_OK)
        rc = run_with(archivist, RECEIPTS, number, 2, row.receipts, row.receipts_size);
    archive_row_clear(&row);
    uint32_t opening = archivist->opening ? archivist->opening(game) : 0;
    db_bind_int(archivist->statements[NAME_OPENING], 2, opening);
    if (rc == DB_OK && opening)
        rc = run_for(archivist, NAME_OPENING, number);
    if (rc == DB_OK)
        rc = run_for(archivist, DROP_EVENTS, number);
    return rc == DB_OK ? run_for(archivist, DROP_GAME, number) : rc;
}

static DbResult archive_next(Archivist *archivist, int64_t before, bool *is_done, int *count,
                             char *line)
{
    int64_t number, ended;
    StoredGame *game = NULL;
    DbResult rc = find_next(archivist, before, &number, &ended);
    *is_done = rc != DB_OK || number < 0;
    if (*is_done)
        return rc;
    StoreError error = game_reader_whole(archivist->reader, number, &game, line);
    if (error == STORE_DAMAGED || error == STORE_NEWER) { /* it stays for people to look at */
        archivist->skip_ended = ended;
        archivist->skip_number = number;
        return DB_OK;
    }
    rc = error != STORE_OK || !game ? DB_FAILED : move_game(archivist, number, game);
    stored_game_free(game);
    *count += rc == DB_OK;
    return rc;
}

int64_t archivist_next_end(Archivist *archivist)
{
    int64_t number, ended = 0;
    DbResult rc = find_next(archivist, INT64_MAX, &number, &ended);
    return rc != DB_OK ? 0 : number < 0 ? INT64_MAX : ended;
}

StoreError archivist_work(Archivist *archivist, int64_t before, bool (*is_urgent)(void *context),
                          void *context, int *count, char *line)
{
    DbScope scope = {{0}};
    bool is_done = false;
    *count = 0;
    line[0] = '\0';
    db_scope_add(&scope, DB_LOBBY);
    DbResult rc = db_begin_write(archivist->db, &scope, 0);
    while (rc == DB_OK && !is_done && *count < ARCHIVIST_GAMES &&
           (*count == 0 || !is_urgent(context)))
        rc = archive_next(archivist, before, &is_done, count, line);
    if (rc == DB_OK)
        rc = db_commit(archivist->db);
    if (rc == DB_OK)
        return STORE_OK;
    *count = 0;
    return database_give_up(archivist->db, archivist->path, rc, line);
}
