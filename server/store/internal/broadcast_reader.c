#include "broadcast_reader.h"

#include "columns.h"
#include "sql.h"

static bool take_row(DbStatement *row, StoreBroadcastEach each, void *context)
{
    StoreBroadcast broadcast = {.data = db_text(row, 2)};
    int size = (int)db_size(row, 2);
    if (column_is_null(row, 0) || !column_text(row, 0, broadcast.id, sizeof broadcast.id) ||
        column_is_null(row, 1) || !column_text(row, 1, broadcast.of, sizeof broadcast.of) ||
        !broadcast.data || size > STORE_BROADCAST_MAX)
        return false;
    broadcast.size = (size_t)size;
    return each(context, &broadcast);
}

StoreError broadcast_reader_all(Db *db, const char *path, StoreBroadcastEach each, void *context,
                                char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult rc = db_prepare(db, SQL_READ_BROADCASTS, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (rc = db_step(row)) == DB_ROW)
        if (!take_row(row, each, context))
            error =
                database_say(line, path, STORE_DAMAGED, "a row about broadcasts makes no sense");
    if (error == STORE_OK && rc != DB_DONE)
        error = database_refused(db, path, rc, line);
    db_finalize(row);
    return error;
}
