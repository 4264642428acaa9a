#include "played.h"

#include "sql.h"
#include "stages.h"

#include <assert.h>
#include <string.h>

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
static int find_player(sqlite3 *db, const char *id, int64_t *number)
{
    sqlite3_stmt *statement;
    *number = -1;
    int rc = sqlite3_prepare_v2(db, SQL_FIND_PLAYER, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) == SQLITE_ROW)
        *number = sqlite3_column_int64(statement, 0);
    return sqlite3_finalize(statement);
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

static TimeControl control_of(sqlite3_stmt *row)
{
    bool timed = sqlite3_column_type(row, INITIAL) != SQLITE_NULL;
    const char *stages = (const char *)sqlite3_column_text(row, STAGES);
    size_t length = (size_t)sqlite3_column_bytes(row, STAGES);
    TimeControl control = {.timed = timed,
                           .initial = sqlite3_column_int(row, INITIAL),
                           .increment = sqlite3_column_int(row, INCREMENT),
                           .bonus = (Bonus)sqlite3_column_int(row, BONUS),
                           .days = sqlite3_column_int(row, DAYS),
                           .odds = (TimeOdds)sqlite3_column_int(row, ODDS),
                           .odds_initial = sqlite3_column_int(row, ODDS_INITIAL),
                           .odds_increment = sqlite3_column_int(row, ODDS_INCREMENT)};
    if (length > 0)
        stages_read(stages, length, &control);
    return control;
}

static bool clock_agrees(const StoreSearch *search, sqlite3_stmt *row)
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

static bool result_agrees(const StoreSearch *search, sqlite3_stmt *row)
{
    int status = sqlite3_column_int(row, STATUS), winner = sqlite3_column_int(row, WINNER);
    bool finished = status != STATUS_ABORTED && status != STATUS_NOSTART;
    return is_in(search->statuses, status) && agrees(search->finished, finished) &&
           (finished || search->score == SEARCH_ALL) &&
           score_agrees(search->score, sqlite3_column_int(row, COLOR), winner);
}

/* The condition that is cheapest to check first; 'opponent' is -1 for any. */
static bool matches(const StoreSearch *search, int64_t opponent, sqlite3_stmt *row)
{
    int64_t made = sqlite3_column_int64(row, MADE), other = sqlite3_column_int64(row, OPPONENT);
    if ((search->since && made < search->since) || (search->until && made > search->until))
        return false;
    if (opponent >= 0 && other != opponent)
        return false;
    return agrees(search->computer, other < 0) &&
           agrees(search->white, sqlite3_column_int(row, COLOR) == WHITE) &&
           agrees(search->rated, sqlite3_column_int(row, RATED)) &&
           is_in(search->variants, sqlite3_column_int(row, VARIANT)) &&
           result_agrees(search, row) && clock_agrees(search, row) &&
           (!search->opening ||
            search->opening(search->opening_context, (uint32_t)sqlite3_column_int64(row, OPENING)));
}

static int look(sqlite3_stmt *row, const StoreSearch *search, int64_t opponent, StoreFound *found)
{
    int rc, looked = 0;
    while ((rc = sqlite3_step(row)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(row, NUMBER);
        if (matches(search, opponent, row)) {
            found->at[found->count].number = number;
            found->at[found->count++].opening = (uint32_t)sqlite3_column_int64(row, OPENING);
        }
        found->next = number;
        if (++looked == SEARCH_LOOKED_MAX || found->count == search->most)
            return SQLITE_OK;
    }
    found->next = -1;
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int played_search(sqlite3 *db, const StoreSearch *search, StoreFound *found)
{
    sqlite3_stmt *row;
    int64_t player = 0, opponent = -1;
    assert(search->most > 0 && search->most <= SEARCH_FOUND_MAX);
    found->count = 0;
    found->next = -1;
    int rc = SQLITE_OK;
    if (search->player[0])
        rc = find_player(db, search->player, &player);
    if (rc == SQLITE_OK && search->opponent[0])
        rc = find_player(db, search->opponent, &opponent);
    if (rc != SQLITE_OK || player < 0 || (search->opponent[0] && opponent < 0))
        return rc;
    rc = sqlite3_prepare_v2(
        db, search->oldest_first ? SQL_SEARCH_OLDEST_FIRST : SQL_SEARCH_NEWEST_FIRST, -1, &row,
        NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(row, 1, player);
    sqlite3_bind_int64(row, 2, search->from);
    rc = look(row, search, opponent, found);
    sqlite3_finalize(row);
    return rc;
}

int played_score(sqlite3 *db, const char *player, const char *opponent, StoreScore *score)
{
    sqlite3_stmt *row;
    int64_t first, second = -1;
    *score = (StoreScore){0};
    int rc = find_player(db, player, &first);
    if (rc == SQLITE_OK)
        rc = find_player(db, opponent, &second);
    if (rc != SQLITE_OK || first < 0 || second < 0)
        return rc;
    rc = sqlite3_prepare_v2(db, SQL_SCORE_BETWEEN, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_int64(row, 1, first);
    sqlite3_bind_int64(row, 2, second);
    sqlite3_bind_int(row, 3, SEARCH_LOOKED_MAX);
    sqlite3_bind_int(row, 4, STATUS_ABORTED);
    sqlite3_bind_int(row, 5, STATUS_NOSTART);
    if (sqlite3_step(row) == SQLITE_ROW)
        *score = (StoreScore){sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1)};
    return sqlite3_finalize(row);
}
