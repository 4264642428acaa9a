#include "push_reader.h"

#include "columns.h"
#include "sql.h"

static bool take(DbStatement *row, StorePushDevice *device)
{
    device->made = db_number(row, 11);
    return COLUMN_COPY(row, 1, device->id) && COLUMN_COPY(row, 2, device->player) &&
           COLUMN_COPY(row, 3, device->credential) && COLUMN_COPY(row, 4, device->endpoint) &&
           COLUMN_COPY(row, 5, device->key) && COLUMN_COPY(row, 6, device->auth) &&
           COLUMN_COPY(row, 7, device->language) && COLUMN_COPY(row, 8, device->label) &&
           COLUMN_COPY(row, 9, device->origin) && column_int(row, 10, &device->wants);
}

StoreError push_reader_all(Db *db, const char *path,
                           void (*each)(void *context, const StorePushDevice *device),
                           void *context, char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult step, rc = db_prepare(db, SQL_READ_PUSH_DEVICES, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = db_step(row)) != DB_DONE) {
        StorePushDevice device = {.made = 0};
        if (step != DB_ROW)
            error = database_refused(db, path, step, line);
        else if (!take(row, &device))
            error = database_say(line, path, STORE_DAMAGED, "a row about devices makes no sense");
        else if ((int)db_number(row, 0))
            each(context, &device);
    }
    db_finalize(row);
    return error;
}
