#include "team_reader.h"

#include "columns.h"
#include "sql.h"

typedef struct {
    const StoreTeams *each;
    void *context;
} Listener;

/* False when the row makes no sense. */
typedef bool (*TakeRow)(const Listener *listener, DbStatement *row);

static bool take_team(const Listener *listener, DbStatement *row)
{
    StoreTeam team = {.entry = (int)db_number(row, 4), .made = db_number(row, 6)};
    if (!COLUMN_COPY(row, 0, team.id) || !team.id[0] || !COLUMN_COPY(row, 1, team.name) ||
        !COLUMN_COPY(row, 2, team.description) || !COLUMN_COPY(row, 3, team.captain) ||
        !COLUMN_COPY(row, 5, team.code))
        return false;
    listener->each->team(listener->context, &team);
    return true;
}

static bool take_member(const Listener *listener, DbStatement *row)
{
    StoreTeamMember member = {.asks = (int)db_number(row, 2) != 0, .since = db_number(row, 3)};
    if (!COLUMN_COPY(row, 0, member.team) || !COLUMN_COPY(row, 1, member.player) ||
        !COLUMN_COPY(row, 4, member.words))
        return false;
    listener->each->member(listener->context, &member);
    return true;
}

static StoreError read_rows(Db *db, const char *path, const char *sql, TakeRow take,
                            const Listener *listener, char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult rc = db_prepare(db, sql, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (rc = db_step(row)) == DB_ROW)
        if (!take(listener, row))
            error = database_say(line, path, STORE_DAMAGED, "a row about teams makes no sense");
    if (error == STORE_OK && rc != DB_DONE)
        error = database_refused(db, path, rc, line);
    db_finalize(row);
    return error;
}

StoreError team_reader_all(Db *db, const char *path, const StoreTeams *each, void *context,
                           char *line)
{
    Listener listener = {each, context};
    StoreError error = read_rows(db, path, SQL_READ_TEAMS, take_team, &listener, line);
    if (error == STORE_OK)
        error = read_rows(db, path, SQL_READ_TEAM_MEMBERS, take_member, &listener, line);
    return error;
}
