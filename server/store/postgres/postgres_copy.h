/* postgres_copy.h - many rows at once, by COPY in its binary form (PostgreSQL's manual, COPY, "Binary Format").
 *
 * In the simple protocol only (postgres_connect.h). One copy at a time; what is read is read to its end. */
#pragma once

#include "db.h"

typedef struct {
    const void *bytes; /* NULL: the value is NULL */
    size_t size;
} PostgresField;

typedef struct PostgresCopy PostgresCopy;

PostgresCopy *postgres_copy_new(Db *db);
void postgres_copy_free(PostgresCopy *copy);

/* "COPY (SELECT …) TO STDOUT (FORMAT binary)"; then DB_ROW with each row, and DB_DONE. The fields are lent until the
 * next call. A row of another size than 'count' is DB_DAMAGED. */
DbResult postgres_copy_ask(PostgresCopy *copy, const char *sql);
DbResult postgres_copy_next(PostgresCopy *copy, PostgresField *fields, int count);

/* "COPY … FROM STDIN (FORMAT binary)"; then rows, which are sent in pieces, and the end, which says what was refused. */
DbResult postgres_copy_begin(PostgresCopy *copy, const char *sql);
DbResult postgres_copy_put(PostgresCopy *copy, const PostgresField *fields, int count);
DbResult postgres_copy_end(PostgresCopy *copy);
