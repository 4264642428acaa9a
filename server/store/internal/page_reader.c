#include "page_reader.h"

#include "columns.h"
#include "rows.h"
#include "sql.h"

enum { FORMS_AT = 4 };

static const char MAKES_NO_SENSE[] = "a row about files of the page makes no sense";

typedef struct {
    StorePageNameEach name;
    StorePageFileEach file;
    void *context;
} Listener;

static bool read_name(DbStatement *row, StorePageName *name)
{
    name->page = db_number(row, 1);
    name->bytes = db_number(row, 2);
    return COLUMN_COPY(row, 0, name->path) && name->page > 0 && name->bytes > 0;
}

static bool take_name(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StorePageName name;
    if (!read_name(row, &name))
        return false;
    listener->name(listener->context, &name);
    return true;
}

StoreError page_reader_names(Db *db, const char *path, StorePageNameEach each, void *context,
                             char *line)
{
    Listener listener = {.name = each, .context = context};
    return rows_read(db, path, SQL_READ_PAGE_NAMES, take_name, &listener, MAKES_NO_SENSE, line);
}

static bool read_file(DbStatement *row, StorePageFile *file)
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

static bool take_file(void *context, DbStatement *row)
{
    const Listener *listener = context;
    StorePageFile file;
    if (!read_file(row, &file))
        return false;
    listener->file(listener->context, &file);
    return true;
}

StoreError page_reader_files(Db *db, const char *path, int64_t from, int64_t before,
                             StorePageFileEach each, void *context, char *line)
{
    DbStatement *row;
    Listener listener = {.file = each, .context = context};
    DbResult rc = db_prepare(db, SQL_READ_PAGE_FILES, false, &row);
    if (rc != DB_OK)
        return database_refused(db, path, rc, line);
    db_bind_int(row, 1, from);
    db_bind_int(row, 2, before);
    return rows_take(db, path, row, take_file, &listener, MAKES_NO_SENSE, line);
}
