#include "team_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

typedef struct {
    const StoreTeams *each;
    void *context;
} Listener;

static const char MAKES_NO_SENSE[] = "a row about teams makes no sense";

static bool take_team(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreTeam team = {.entry = (int)db_number(row, 4), .made = db_number(row, 6)};
    if (!COLUMN_COPY(row, 0, team.id) || !team.id[0] || !COLUMN_COPY(row, 1, team.name) ||
        !COLUMN_COPY(row, 2, team.description) || !COLUMN_COPY(row, 3, team.captain) ||
        !COLUMN_COPY(row, 5, team.code))
        return false;
    listener->each->team(listener->context, &team);
    return true;
}

static bool take_member(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreTeamMember member = {.asks = (int)db_number(row, 2) != 0, .since = db_number(row, 3)};
    if (!COLUMN_COPY(row, 0, member.team) || !COLUMN_COPY(row, 1, member.player) ||
        !COLUMN_COPY(row, 4, member.words))
        return false;
    listener->each->member(listener->context, &member);
    return true;
}

StoreError team_reader_all(Db *db, const char *path, const StoreTeams *each, void *context,
                           char *line)
{
    Listener listener = {each, context};
    StoreError error =
        rows_read(db, path, SQL_READ_TEAMS, take_team, &listener, MAKES_NO_SENSE, line);
    if (error == STORE_OK)
        error = rows_read(db, path, SQL_READ_TEAM_MEMBERS, take_member, &listener, MAKES_NO_SENSE,
                          line);
    return error;
}
