#include "push_reader.h"

#include "columns.h"
#include "sql.h"

static bool copy_text(DbStatement *row, int column, char *to, size_t size)
{
    return !column_is_null(row, column) && column_text(row, column, to, size);
}

#define COPY(row, column, to) copy_text(row, column, to, sizeof(to))

static bool take(DbStatement *row, StorePushDevice *device)
{
    device->made = db_number(row, 11);
    return COPY(row, 1, device->id) && COPY(row, 2, device->player) &&
           COPY(row, 3, device->credential) && COPY(row, 4, device->endpoint) &&
           COPY(row, 5, device->key) && COPY(row, 6, device->auth) &&
           COPY(row, 7, device->language) && COPY(row, 8, device->label) &&
           COPY(row, 9, device->origin) && column_int(row, 10, &device->wants);
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
