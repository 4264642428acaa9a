#include "rows.h"

StoreError rows_read(Db *db, const char *path, const char *sql, TakeRow take, void *context,
                     const char *nonsense, char *line)
{
    DbStatement *row;
    DbResult rc = db_prepare(db, sql, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    return rows_take(db, path, row, take, context, nonsense, line);
}

StoreError rows_take(Db *db, const char *path, DbStatement *row, TakeRow take, void *context,
                     const char *nonsense, char *line)
{
    StoreError error = STORE_OK;
    DbResult step;
    while (error == STORE_OK && (step = db_step(row)) != DB_DONE) {
        if (step != DB_ROW)
            error = database_refused(db, path, step, line);
        else if (!take(context, row))
            error = database_say(line, path, STORE_DAMAGED, nonsense);
    }
    db_finalize(row);
    return error;
}
