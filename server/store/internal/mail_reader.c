#include "mail_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

typedef struct {
    StoreMailAddressEach address;
    StoreMailTurnEach turn;
    void *context;
} Listener;

static bool read_address(DbStatement *row, StoreMailAddress *address)
{
    address->confirm_until = db_number(row, 4);
    address->reset_until = db_number(row, 6);
    address->made = db_number(row, 9);
    return COLUMN_COPY(row, 0, address->player) && COLUMN_COPY(row, 1, address->address) &&
           COLUMN_COPY(row, 2, address->wanted) && COLUMN_COPY(row, 3, address->confirm) &&
           COLUMN_COPY(row, 5, address->reset) && COLUMN_COPY(row, 7, address->language) &&
           column_int(row, 8, &address->hours);
}

static bool read_turn(DbStatement *row, StoreMailTurn *turn)
{
    turn->since = db_number(row, 3);
    turn->ends = db_number(row, 4);
    turn->reminded = db_number(row, 5);
    return COLUMN_COPY(row, 0, turn->game.text) && COLUMN_COPY(row, 1, turn->player) &&
           COLUMN_COPY(row, 2, turn->opponent);
}

static bool take_address(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreMailAddress address = {.made = 0};
    if (!read_address(row, &address))
        return false;
    listener->address(listener->context, &address);
    return true;
}

static bool take_turn(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreMailTurn turn = {.since = 0};
    if (!read_turn(row, &turn))
        return false;
    listener->turn(listener->context, &turn);
    return true;
}

StoreError mail_reader_addresses(Db *db, const char *path, StoreMailAddressEach each, void *context,
                                 char *line)
{
    Listener listener = {.address = each, .context = context};
    return rows_read(db, path, SQL_READ_MAIL_ADDRESSES, take_address, &listener,
                     "a row about e-mail makes no sense", line);
}

StoreError mail_reader_turns(Db *db, const char *path, StoreMailTurnEach each, void *context,
                             char *line)
{
    Listener listener = {.turn = each, .context = context};
    return rows_read(db, path, SQL_READ_MAIL_TURNS, take_turn, &listener,
                     "a row about a turn makes no sense", line);
}
