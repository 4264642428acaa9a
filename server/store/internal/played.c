#include "played.h"

#include "sql.h"
#include "stages.h"

#include <assert.h>
#include <string.h>

enum { ROWS_AT_ONCE = 500 };

/* The columns of both searches. */
enum {
    NUMBER,
    MADE,
    OPPONENT,
    COLOR,
    STATUS,
    WINNER,
    RATED,
    VARIANT,
    INITIAL,
    INCREMENT,
    DAYS,
    OPENING,
    ODDS,
    ODDS_INITIAL,
    ODDS_INCREMENT,
    BONUS,
    STAGES,
};

/* Of a player's id; -1 without such a player. */
static DbResult find_player(Db *db, const char *id, int64_t *number)
{
    DbStatement *statement;
    *number = -1;
    DbResult rc = db_prepare(db, SQL_FIND_PLAYER, false, &statement);
    if (rc != DB_OK)
        return rc;
    db_bind_text(statement, 1, id, -1);
    if (db_step(statement) == DB_ROW)
        *number = db_number(statement, 0);
    return db_finalize(statement);
}

static bool agrees(SearchChoice choice, bool is)
{
    return choice == SEARCH_ANY || (choice == SEARCH_YES) == is;
}

static bool is_in(unsigned set, int value)
{
    return set == 0 || (value >= 0 && value < 32 && (set >> value & 1));
}

static bool score_agrees(SearchScore score, int color, int winner)
{
    switch (score) {
    case SEARCH_WON: return winner == color + 1;
    case SEARCH_LOST: return winner == 2 - color;
    case SEARCH_DRAWN: return winner == WINNER_NONE;
    default: return true;
    }
}

static TimeControl control_of(DbStatement *row)
{
    bool timed = !db_is_null(row, INITIAL);
    const char *stages = db_text(row, STAGES);
    size_t length = db_size(row, STAGES);
    TimeControl control = {.timed = timed,
                           .initial = (int)db_number(row, INITIAL),
                           .increment = (int)db_number(row, INCREMENT),
                           .bonus = (Bonus)(int)db_number(row, BONUS),
                           .days = (int)db_number(row, DAYS),
                           .odds = (TimeOdds)(int)db_number(row, ODDS),
                           .odds_initial = (int)db_number(row, ODDS_INITIAL),
                           .odds_increment = (int)db_number(row, ODDS_INCREMENT)};
    if (length > 0)
        stages_read(stages, length, &control);
    return control;
}

static bool clock_agrees(const StoreSearch *search, DbStatement *row)
{
    if (!search->control && !search->speeds)
        return true;
    TimeControl control = control_of(row);
    const TimeControl *wanted = search->control;
    if (wanted && (wanted->timed != control.timed || wanted->initial != control.initial ||
                   wanted->increment != control.increment || wanted->bonus != control.bonus ||
                   wanted->days != control.days || control.odds || control.moves))
        return false;
    return is_in(search->speeds, (int)time_control_speed(&control));
}

static bool result_agrees(const StoreSearch *search, DbStatement *row)
{
    int status = (int)db_number(row, STATUS), winner = (int)db_number(row, WINNER);
    bool finished = status != STATUS_ABORTED && status != STATUS_NOSTART;
    return is_in(search->statuses, status) && agrees(search->finished, finished) &&
           (finished || search->score == SEARCH_ALL) &&
           score_agrees(search->score, (int)db_number(row, COLOR), winner);
}

/* The condition that is cheapest to check first; 'opponent' is -1 for any. */
static bool matches(const StoreSearch *search, int64_t opponent, DbStatement *row)
{
    int64_t made = db_number(row, MADE), other = db_number(row, OPPONENT);
    if ((search->since && made < search->since) || (search->until && made > search->until))
        return false;
    if (opponent >= 0 && other != opponent)
        return false;
    return agrees(search->computer, other < 0) &&
           agrees(search->white, (int)db_number(row, COLOR) == WHITE) &&
           agrees(search->rated, (int)db_number(row, RATED)) &&
           is_in(search->variants, (int)db_number(row, VARIANT)) && result_agrees(search, row) &&
           clock_agrees(search, row) &&
           (!search->opening ||
            search->opening(search->opening_context, (uint32_t)db_number(row, OPENING)));
}

/* Goes through the rows of the statement. DB_ROW: enough was found, or looked at. */
static DbResult look(DbStatement *row, const StoreSearch *search, int64_t opponent,
                     StoreFound *found)
{
    DbResult rc;
    while ((rc = db_step(row)) == DB_ROW) {
        int64_t number = db_number(row, NUMBER);
        if (matches(search, opponent, row)) {
            found->at[found->count].number = number;
            found->at[found->count++].opening = (uint32_t)db_number(row, OPENING);
        }
        found->next = number;
        if (++found->looked == SEARCH_LOOKED_MAX || found->count == search->most)
            return DB_ROW;
    }
    return rc;
}

/* A few rows at a time, since a server sends all that it is asked for. */
static DbResult look_through(DbStatement *row, const StoreSearch *search, int64_t opponent,
                             StoreFound *found)
{
    DbResult rc;
    int before;
    found->next = search->from;
    do {
        before = found->looked;
        db_bind_int(row, 2, found->next);
        rc = look(row, search, opponent, found);
        DbResult reset = db_reset(row);
        rc = reset == DB_OK ? rc : reset;
    } while (rc == DB_DONE && found->looked - before == ROWS_AT_ONCE);
    if (rc == DB_DONE)
        found->next = -1;
    return rc == DB_ROW || rc == DB_DONE ? DB_OK : rc;
}

DbResult played_search(Db *db, const StoreSearch *search, StoreFound *found)
{
    DbStatement *row;
    int64_t player = 0, opponent = -1;
    assert(search->most > 0 && search->most <= SEARCH_FOUND_MAX);
    found->count = found->looked = 0;
    found->next = -1;
    DbResult rc = DB_OK;
    if (search->player[0])
        rc = find_player(db, search->player, &player);
    if (rc == DB_OK && search->opponent[0])
        rc = find_player(db, search->opponent, &opponent);
    if (rc != DB_OK || player < 0 || (search->opponent[0] && opponent < 0))
        return rc;
    rc = db_prepare(db, search->oldest_first ? SQL_SEARCH_OLDEST_FIRST : SQL_SEARCH_NEWEST_FIRST,
                    false, &row);
    if (rc != DB_OK)
        return rc;
    db_bind_int(row, 1, player);
    db_bind_int(row, 3, ROWS_AT_ONCE);
    rc = look_through(row, search, opponent, found);
    db_finalize(row);
    return rc;
}

DbResult played_score(Db *db, const char *player, const char *opponent, StoreScore *score)
{
    DbStatement *row;
    int64_t first, second = -1;
    *score = (StoreScore){0};
    DbResult rc = find_player(db, player, &first);
    if (rc == DB_OK)
        rc = find_player(db, opponent, &second);
    if (rc != DB_OK || first < 0 || second < 0)
        return rc;
    rc = db_prepare(db, SQL_SCORE_BETWEEN, false, &row);
    if (rc != DB_OK)
        return rc;
    db_bind_int(row, 1, first);
    db_bind_int(row, 2, second);
    db_bind_int(row, 3, SEARCH_LOOKED_MAX);
    db_bind_int(row, 4, STATUS_ABORTED);
    db_bind_int(row, 5, STATUS_NOSTART);
    if (db_step(row) == DB_ROW)
        *score = (StoreScore){db_number(row, 0), db_number(row, 1)};
    return db_finalize(row);
}
