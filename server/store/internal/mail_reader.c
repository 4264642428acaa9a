#include "mail_reader.h"

#include "columns.h"
#include "sql.h"

static bool take_address(DbStatement *row, StoreMailAddress *address)
{
    address->confirm_until = db_number(row, 4);
    address->reset_until = db_number(row, 6);
    address->made = db_number(row, 9);
    return COLUMN_COPY(row, 0, address->player) && COLUMN_COPY(row, 1, address->address) &&
           COLUMN_COPY(row, 2, address->wanted) && COLUMN_COPY(row, 3, address->confirm) &&
           COLUMN_COPY(row, 5, address->reset) && COLUMN_COPY(row, 7, address->language) &&
           column_int(row, 8, &address->hours);
}

static bool take_turn(DbStatement *row, StoreMailTurn *turn)
{
    turn->since = db_number(row, 3);
    turn->ends = db_number(row, 4);
    turn->reminded = db_number(row, 5);
    return COLUMN_COPY(row, 0, turn->game.text) && COLUMN_COPY(row, 1, turn->player) &&
           COLUMN_COPY(row, 2, turn->opponent);
}

StoreError mail_reader_addresses(Db *db, const char *path, StoreMailAddressEach each, void *context,
                                 char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult step, rc = db_prepare(db, SQL_READ_MAIL_ADDRESSES, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = db_step(row)) != DB_DONE) {
        StoreMailAddress address = {.made = 0};
        if (step != DB_ROW)
            error = database_refused(db, path, step, line);
        else if (!take_address(row, &address))
            error = database_say(line, path, STORE_DAMAGED, "a row about e-mail makes no sense");
        else
            each(context, &address);
    }
    db_finalize(row);
    return error;
}

StoreError mail_reader_turns(Db *db, const char *path, StoreMailTurnEach each, void *context,
                             char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult step, rc = db_prepare(db, SQL_READ_MAIL_TURNS, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = db_step(row)) != DB_DONE) {
        StoreMailTurn turn = {.since = 0};
        if (step != DB_ROW)
            error = database_refused(db, path, step, line);
        else if (!take_turn(row, &turn))
            error = database_say(line, path, STORE_DAMAGED, "a row about a turn makes no sense");
        else
            each(context, &turn);
    }
    db_finalize(row);
    return error;
}
