#include "broadcast_reader.h"

#include "columns.h"
#include "sql.h"

static bool take_row(sqlite3_stmt *row, StoreBroadcastEach each, void *context)
{
    StoreBroadcast broadcast = {.data = (const char *)sqlite3_column_text(row, 2)};
    int size = sqlite3_column_bytes(row, 2);
    if (column_is_null(row, 0) || !column_text(row, 0, broadcast.id, sizeof broadcast.id) ||
        column_is_null(row, 1) || !column_text(row, 1, broadcast.of, sizeof broadcast.of) ||
        !broadcast.data || size > STORE_BROADCAST_MAX)
        return false;
    broadcast.size = (size_t)size;
    return each(context, &broadcast);
}

StoreError broadcast_reader_all(sqlite3 *db, const char *path, StoreBroadcastEach each,
                                void *context, char *line)
{
    sqlite3_stmt *row;
    StoreError error = STORE_OK;
    int rc = sqlite3_prepare_v2(db, SQL_READ_BROADCASTS, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (rc = sqlite3_step(row)) == SQLITE_ROW)
        if (!take_row(row, each, context))
            error =
                database_say(line, path, STORE_DAMAGED, "a row about broadcasts makes no sense");
    if (error == STORE_OK && rc != SQLITE_DONE)
        error = database_refused(db, path, rc, line);
    sqlite3_finalize(row);
    return error;
}
