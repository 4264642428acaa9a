#include "page_reader.h"

#include "columns.h"
#include "sql.h"

enum { FORMS_AT = 4 };

static const char MAKES_NO_SENSE[] = "a row about files of the page makes no sense";

/* After the last row. Takes the statement over. */
static StoreError end(Db *db, const char *path, DbStatement *row, DbResult step, char *line)
{
    StoreError error = STORE_OK;
    if (step == DB_ROW)
        error = database_say(line, path, STORE_DAMAGED, MAKES_NO_SENSE);
    else if (step != DB_DONE)
        error = database_refused(db, path, step, line);
    db_finalize(row);
    return error;
}

static bool take_name(DbStatement *row, StorePageName *name)
{
    name->page = db_number(row, 1);
    name->bytes = db_number(row, 2);
    return COLUMN_COPY(row, 0, name->path) && name->page > 0 && name->bytes > 0;
}

StoreError page_reader_names(Db *db, const char *path, StorePageNameEach each, void *context,
                             char *line)
{
    DbStatement *row;
    StorePageName name;
    DbResult rc = db_prepare(db, SQL_READ_PAGE_NAMES, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    while ((rc = db_step(row)) == DB_ROW && take_name(row, &name))
        each(context, &name);
    return end(db, path, row, rc, line);
}

static bool take_file(DbStatement *row, StorePageFile *file)
{
    file->page = db_number(row, 1);
    for (int i = 0; i < STORE_PAGE_FORMS; i++) {
        file->forms[i].data = db_bytes(row, FORMS_AT + i, &file->forms[i].size);
        if (file->forms[i].size > STORE_PAGE_FILE_MAX)
            return false;
    }
    return COLUMN_COPY(row, 0, file->path) && COLUMN_COPY(row, 2, file->type) &&
           COLUMN_COPY(row, 3, file->etag) && file->page > 0 &&
           file->forms[STORE_PAGE_PLAIN].size > 0;
}

StoreError page_reader_files(Db *db, const char *path, int64_t from, int64_t before,
                             StorePageFileEach each, void *context, char *line)
{
    DbStatement *row;
    StorePageFile file;
    DbResult rc = db_prepare(db, SQL_READ_PAGE_FILES, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    db_bind_int(row, 1, from);
    db_bind_int(row, 2, before);
    while ((rc = db_step(row)) == DB_ROW && take_file(row, &file))
        each(context, &file);
    return end(db, path, row, rc, line);
}
