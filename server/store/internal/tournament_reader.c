#include "tournament_reader.h"

#include "columns.h"
#include "sql.h"

/* Reads rows until one is refused: 'take' sets *more to whether others are wanted, and returns false when a row makes no
 * sense. */
typedef bool (*TakeRow)(sqlite3_stmt *row, void *context, bool *more);

static StoreError take_rows(sqlite3 *db, const char *path, sqlite3_stmt *row, TakeRow take,
                            void *context, char *line)
{
    StoreError error = STORE_OK;
    bool more = true;
    while (more && error == STORE_OK) {
        int rc = sqlite3_step(row);
        if (rc == SQLITE_DONE)
            break;
        if (rc != SQLITE_ROW)
            error = database_refused(db, path, rc, line);
        else if (!take(row, context, &more))
            error =
                database_say(line, path, STORE_DAMAGED, "a row about tournaments makes no sense");
    }
    sqlite3_finalize(row);
    return error;
}

typedef struct {
    StoreTournamentEach each;
    StoreTournamentActEach each_act;
    void *context;
} Listener;

static bool take_tournament(sqlite3_stmt *row, void *context, bool *more)
{
    const Listener *listener = context;
    StoreTournament tournament = {.made = sqlite3_column_int64(row, 1),
                                  .over = sqlite3_column_int64(row, 2)};
    if (column_is_null(row, 0) || !column_text(row, 0, tournament.id, sizeof tournament.id))
        return false;
    *more = listener->each(listener->context, &tournament);
    return true;
}

static bool take_act(sqlite3_stmt *row, void *context, bool *more)
{
    const Listener *listener = context;
    int64_t seq = sqlite3_column_int64(row, 0);
    const char *text = (const char *)sqlite3_column_text(row, 1);
    int size = sqlite3_column_bytes(row, 1);
    if (!text || seq < 1 || seq > UINT32_MAX || size > STORE_TOURNAMENT_ACT_MAX)
        return false;
    *more = listener->each_act(listener->context, (uint32_t)seq, text, (size_t)size);
    return true;
}

StoreError tournament_reader_all(sqlite3 *db, const char *path, StoreTournamentEach each,
                                 void *context, char *line)
{
    sqlite3_stmt *row;
    Listener listener = {.each = each, .context = context};
    int rc = sqlite3_prepare_v2(db, SQL_READ_TOURNAMENTS, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    return take_rows(db, path, row, take_tournament, &listener, line);
}

StoreError tournament_reader_acts(sqlite3 *db, const char *path, const char *id,
                                  StoreTournamentActEach each, void *context, char *line)
{
    sqlite3_stmt *row;
    Listener listener = {.each_act = each, .context = context};
    int rc = sqlite3_prepare_v2(db, SQL_READ_TOURNAMENT_ACTS, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    sqlite3_bind_text(row, 1, id, -1, SQLITE_STATIC);
    return take_rows(db, path, row, take_act, &listener, line);
}
