#include "tournament_reader.h"

#include "columns.h"
#include "sql.h"

/* Reads rows until one is refused: 'take' sets *more to whether others are wanted, and returns false when a row makes no
 * sense. */
typedef bool (*TakeRow)(DbStatement *row, void *context, bool *more);

static StoreError take_rows(Db *db, const char *path, DbStatement *row, TakeRow take, void *context,
                            char *line)
{
    StoreError error = STORE_OK;
    bool more = true;
    while (more && error == STORE_OK) {
        DbResult rc = db_step(row);
        if (rc == DB_DONE)
            break;
        if (rc != DB_ROW)
            error = database_refused(db, path, rc, line);
        else if (!take(row, context, &more))
            error =
                database_say(line, path, STORE_DAMAGED, "a row about tournaments makes no sense");
    }
    db_finalize(row);
    return error;
}

typedef struct {
    StoreTournamentEach each;
    StoreTournamentActEach each_act;
    void *context;
} Listener;

static bool take_tournament(DbStatement *row, void *context, bool *more)
{
    const Listener *listener = context;
    StoreTournament tournament = {.made = db_number(row, 1), .over = db_number(row, 2)};
    if (column_is_null(row, 0) || !column_text(row, 0, tournament.id, sizeof tournament.id))
        return false;
    *more = listener->each(listener->context, &tournament);
    return true;
}

static bool take_act(DbStatement *row, void *context, bool *more)
{
    const Listener *listener = context;
    int64_t seq = db_number(row, 0);
    const char *text = db_text(row, 1);
    int size = (int)db_size(row, 1);
    if (!text || seq < 1 || seq > UINT32_MAX || size > STORE_TOURNAMENT_ACT_MAX)
        return false;
    *more = listener->each_act(listener->context, (uint32_t)seq, text, (size_t)size);
    return true;
}

StoreError tournament_reader_all(Db *db, const char *path, StoreTournamentEach each, void *context,
                                 char *line)
{
    DbStatement *row;
    Listener listener = {.each = each, .context = context};
    DbResult rc = db_prepare(db, SQL_READ_TOURNAMENTS, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    return take_rows(db, path, row, take_tournament, &listener, line);
}

StoreError tournament_reader_acts(Db *db, const char *path, const char *id,
                                  StoreTournamentActEach each, void *context, char *line)
{
    DbStatement *row;
    Listener listener = {.each_act = each, .context = context};
    DbResult rc = db_prepare(db, SQL_READ_TOURNAMENT_ACTS, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    db_bind_text(row, 1, id, -1);
    return take_rows(db, path, row, take_act, &listener, line);
}
