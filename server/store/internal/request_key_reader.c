#include "request_key_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

typedef struct {
    StoreRequestKeyEach each;
    void *context;
} Listener;

static bool read_key(DbStatement *row, StoreRequestKey *key)
{
    key->at = db_number(row, 2);
    key->content = db_number(row, 3);
    key->link = db_number(row, 7) != 0;
    return COLUMN_COPY(row, 0, key->person) && COLUMN_COPY(row, 1, key->key) &&
           COLUMN_COPY(row, 4, key->seek) && COLUMN_COPY(row, 5, key->challenge) &&
           COLUMN_COPY(row, 6, key->game);
}

static bool take(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StoreRequestKey key = {.at = 0};
    if (!read_key(row, &key))
        return false;
    listener->each(listener->context, &key);
    return true;
}

StoreError request_key_reader_all(Db *db, const char *path, StoreRequestKeyEach each, void *context,
                                  char *line)
{
    Listener listener = {each, context};
    return rows_read(db, path, SQL_READ_REQUEST_KEYS, take, &listener,
                     "a request's key makes no sense", line);
}
