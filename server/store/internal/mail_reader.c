#include "mail_reader.h"

#include "columns.h"
#include "sql.h"

static bool copy_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    return !column_is_null(row, column) && column_text(row, column, to, size);
}

#define COPY(row, column, to) copy_text(row, column, to, sizeof(to))

static bool take_address(sqlite3_stmt *row, StoreMailAddress *address)
{
    address->confirm_until = sqlite3_column_int64(row, 4);
    address->reset_until = sqlite3_column_int64(row, 6);
    address->made = sqlite3_column_int64(row, 9);
    return COPY(row, 0, address->player) && COPY(row, 1, address->address) &&
           COPY(row, 2, address->wanted) && COPY(row, 3, address->confirm) &&
           COPY(row, 5, address->reset) && COPY(row, 7, address->language) &&
           column_int(row, 8, &address->hours);
}

static bool take_turn(sqlite3_stmt *row, StoreMailTurn *turn)
{
    turn->since = sqlite3_column_int64(row, 3);
    turn->ends = sqlite3_column_int64(row, 4);
    turn->reminded = sqlite3_column_int64(row, 5);
    return COPY(row, 0, turn->game.text) && COPY(row, 1, turn->player) &&
           COPY(row, 2, turn->opponent);
}

StoreError mail_reader_addresses(sqlite3 *db, const char *path, StoreMailAddressEach each,
                                 void *context, char *line)
{
    sqlite3_stmt *row;
    StoreError error = STORE_OK;
    int step, rc = sqlite3_prepare_v2(db, SQL_READ_MAIL_ADDRESSES, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = sqlite3_step(row)) != SQLITE_DONE) {
        StoreMailAddress address = {.made = 0};
        if (step != SQLITE_ROW)
            error = database_refused(db, path, step, line);
        else if (!take_address(row, &address))
            error = database_say(line, path, STORE_DAMAGED, "a row about e-mail makes no sense");
        else
            each(context, &address);
    }
    sqlite3_finalize(row);
    return error;
}

StoreError mail_reader_turns(sqlite3 *db, const char *path, StoreMailTurnEach each, void *context,
                             char *line)
{
    sqlite3_stmt *row;
    StoreError error = STORE_OK;
    int step, rc = sqlite3_prepare_v2(db, SQL_READ_MAIL_TURNS, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = sqlite3_step(row)) != SQLITE_DONE) {
        StoreMailTurn turn = {.since = 0};
        if (step != SQLITE_ROW)
            error = database_refused(db, path, step, line);
        else if (!take_turn(row, &turn))
            error = database_say(line, path, STORE_DAMAGED, "a row about a turn makes no sense");
        else
            each(context, &turn);
    }
    sqlite3_finalize(row);
    return error;
}
