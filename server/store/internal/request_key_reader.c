#include "request_key_reader.h"

#include "columns.h"
#include "sql.h"

static bool take(DbStatement *row, StoreRequestKey *key)
{
    key->at = db_number(row, 2);
    key->content = db_number(row, 3);
    key->link = db_number(row, 7) != 0;
    return COLUMN_COPY(row, 0, key->person) && COLUMN_COPY(row, 1, key->key) &&
           COLUMN_COPY(row, 4, key->seek) && COLUMN_COPY(row, 5, key->challenge) &&
           COLUMN_COPY(row, 6, key->game);
}

StoreError request_key_reader_all(Db *db, const char *path, StoreRequestKeyEach each, void *context,
                                  char *line)
{
    DbStatement *row;
    StoreError error = STORE_OK;
    DbResult step, rc = db_prepare(db, SQL_READ_REQUEST_KEYS, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while (error == STORE_OK && (step = db_step(row)) != DB_DONE) {
        StoreRequestKey key = {.at = 0};
        if (step != DB_ROW)
            error = database_refused(db, path, step, line);
        else if (!take(row, &key))
            error = database_say(line, path, STORE_DAMAGED, "a request's key makes no sense");
        else
            each(context, &key);
    }
    db_finalize(row);
    return error;
}
