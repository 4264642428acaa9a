#include "broadcast_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

typedef struct {
    StoreBroadcastEach each;
    void *context;
} Listener;

static bool take(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreBroadcast broadcast = {.data = db_text(row, 2)};
    int size = (int)db_size(row, 2);
    if (!COLUMN_COPY(row, 0, broadcast.id) || !COLUMN_COPY(row, 1, broadcast.of) ||
        !broadcast.data || size > STORE_BROADCAST_MAX)
        return false;
    broadcast.size = (size_t)size;
    return listener->each(listener->context, &broadcast);
}

StoreError broadcast_reader_all(Db *db, const char *path, StoreBroadcastEach each, void *context,
                                char *line)
{
    Listener listener = {each, context};
    return rows_read(db, path, SQL_READ_BROADCASTS, take, &listener,
                     "a row about broadcasts makes no sense", line);
}
