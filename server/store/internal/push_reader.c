#include "push_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

typedef struct {
    void (*each)(void *context, const StorePushDevice *device);
    void *context;
} Listener;

static bool read_device(DbStatement *row, StorePushDevice *device)
{
    device->made = db_number(row, 11);
    return COLUMN_COPY(row, 1, device->id) && COLUMN_COPY(row, 2, device->player) &&
           COLUMN_COPY(row, 3, device->credential) && COLUMN_COPY(row, 4, device->endpoint) &&
           COLUMN_COPY(row, 5, device->key) && COLUMN_COPY(row, 6, device->auth) &&
           COLUMN_COPY(row, 7, device->language) && COLUMN_COPY(row, 8, device->label) &&
           COLUMN_COPY(row, 9, device->origin) && column_int(row, 10, &device->wants);
}

static bool take(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StorePushDevice device = {.made = 0};
    if (!read_device(row, &device))
        return false;
    if ((int)db_number(row, 0))
        listener->each(listener->context, &device);
    return true;
}

StoreError push_reader_all(Db *db, const char *path,
                           void (*each)(void *context, const StorePushDevice *device),
                           void *context, char *line)
{
    Listener listener = {each, context};
    return rows_read(db, path, SQL_READ_PUSH_DEVICES, take, &listener,
                     "a row about devices makes no sense", line);
}
