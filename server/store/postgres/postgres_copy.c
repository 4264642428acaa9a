#include "postgres_copy.h"

#include "array.h"
#include "memory.h"
#include "postgres_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 64 * 1024, /* bytes that are sent at once */
    FLAGS = 8,         /* bytes of flags and of the header's extension, all 0 */
    NUMBER = 4,        /* bytes of a length, -1 for NULL */
    COUNT = 2,         /* bytes of the number of a row's fields, -1 at the end */
};

static const char SIGNATURE[] = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', '\377', '\r', '\n', '\0'};
enum { HEADER = sizeof SIGNATURE + FLAGS };

struct PostgresCopy {
    PostgresDb *db;
    char *row; /* libpq's */
    bool is_begun;
    unsigned char *piece;
    size_t size, capacity;
};

PostgresCopy *postgres_copy_new(Db *db)
{
    PostgresCopy *copy = memory_new(sizeof *copy);
    *copy = (PostgresCopy){.db = (PostgresDb *)db};
    return copy;
}

static void forget_row(PostgresCopy *copy)
{
    copy->db->library.freemem(copy->row);
    copy->row = NULL;
}

void postgres_copy_free(PostgresCopy *copy)
{
    if (!copy)
        return;
    forget_row(copy);
    free(copy->piece);
    free(copy);
}

static DbResult fail(PostgresDb *db, const char *why)
{
    snprintf(db->message, sizeof db->message, "%s", why);
    return db->failure = DB_FAILED;
}

/* Reads the answers that are left. */
static DbResult finish(PostgresDb *db)
{
    PGresult *answer;
    while ((answer = db->library.getResult(db->connection)) != NULL) {
        if (db->library.resultStatus(answer) == PGRES_FATAL_ERROR)
            postgres_note(db, answer);
        db->library.clear(answer);
    }
    return db->failure;
}

static DbResult start(PostgresCopy *copy, const char *sql, ExecStatusType wanted)
{
    PostgresDb *db = copy->db;
    if (!db->connection)
        return DB_FAILED;
    db->failure = DB_OK;
    copy->is_begun = false;
    PGresult *answer = db->library.exec(db->connection, sql);
    ExecStatusType status = db->library.resultStatus(answer);
    if (status == PGRES_FATAL_ERROR)
        postgres_note(db, answer);
    else if (status != wanted)
        fail(db, "the server does not copy");
    db->library.clear(answer);
    return db->failure;
}

/* ---- from the server ---- */

DbResult postgres_copy_ask(PostgresCopy *copy, const char *sql)
{
    return start(copy, sql, PGRES_COPY_OUT);
}

static int64_t number_at(const unsigned char *bytes, int size)
{
    uint64_t value = bytes[0] >= 0x80 ? UINT64_MAX : 0;
    for (int i = 0; i < size; i++)
        value = value << 8 | bytes[i];
    return (int64_t)value;
}

/* DB_ROW, DB_DONE behind the last row, or what is wrong. */
static DbResult read_row(const unsigned char *at, size_t left, PostgresField *fields, int count)
{
    if (left < COUNT)
        return DB_DAMAGED;
    int64_t found = number_at(at, COUNT);
    if (found == -1)
        return left == COUNT ? DB_DONE : DB_DAMAGED;
    at += COUNT;
    left -= COUNT;
    for (int i = 0; i < count; i++) {
        int64_t size = left < NUMBER ? -2 : number_at(at, NUMBER);
        if (size < -1 || (size >= 0 && (size_t)size > left - NUMBER))
            return DB_DAMAGED;
        at += NUMBER;
        left -= NUMBER;
        fields[i] =
            (PostgresField){.bytes = size < 0 ? NULL : at, .size = size < 0 ? 0 : (size_t)size};
        at += fields[i].size;
        left -= fields[i].size;
    }
    return found == count && left == 0 ? DB_ROW : DB_DAMAGED;
}

/* The header comes with the first row, or alone. */
static bool skip_header(PostgresCopy *copy, const unsigned char **at, size_t *left)
{
    if (copy->is_begun)
        return true;
    copy->is_begun = true;
    if (*left < HEADER || memcmp(*at, SIGNATURE, sizeof SIGNATURE) != 0)
        return false;
    *at += HEADER;
    *left -= HEADER;
    return true;
}

DbResult postgres_copy_next(PostgresCopy *copy, PostgresField *fields, int count)
{
    PostgresDb *db = copy->db;
    for (;;) {
        forget_row(copy);
        int size = db->library.getCopyData(db->connection, &copy->row, 0);
        if (size < 0) {
            DbResult result = finish(db);
            return result == DB_OK ? DB_DONE : result;
        }
        const unsigned char *at = (const unsigned char *)copy->row;
        size_t left = (size_t)size;
        if (!skip_header(copy, &at, &left))
            return DB_DAMAGED;
        DbResult result = left == 0 ? DB_OK : read_row(at, left, fields, count);
        if (result != DB_OK && result != DB_DONE)
            return result;
    }
}

/* ---- to the server ---- */

static DbResult flush(PostgresCopy *copy)
{
    PostgresDb *db = copy->db;
    if (db->library.putCopyData(db->connection, (const char *)copy->piece, (int)copy->size) != 1)
        return postgres_lose(db, db->library.errorMessage(db->connection));
    copy->size = 0;
    return DB_OK;
}

static void add(PostgresCopy *copy, const void *bytes, size_t size)
{
    copy->piece = array_reserve(copy->piece, &copy->capacity, copy->size + size, 1);
    if (size)
        memcpy(copy->piece + copy->size, bytes, size);
    copy->size += size;
}

static void add_number(PostgresCopy *copy, int64_t number, int size)
{
    unsigned char bytes[8];
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)((uint64_t)number >> 8 * (size - 1 - i));
    add(copy, bytes, (size_t)size);
}

DbResult postgres_copy_begin(PostgresCopy *copy, const char *sql)
{
    static const char NOTHING[FLAGS] = {0};
    DbResult result = start(copy, sql, PGRES_COPY_IN);
    copy->size = 0;
    add(copy, SIGNATURE, sizeof SIGNATURE);
    add(copy, NOTHING, sizeof NOTHING);
    return result;
}

DbResult postgres_copy_put(PostgresCopy *copy, const PostgresField *fields, int count)
{
    add_number(copy, count, COUNT);
    for (int i = 0; i < count; i++) {
        add_number(copy, fields[i].bytes ? (int64_t)fields[i].size : -1, NUMBER);
        add(copy, fields[i].bytes, fields[i].bytes ? fields[i].size : 0);
    }
    return copy->size < PIECE ? DB_OK : flush(copy);
}

DbResult postgres_copy_end(PostgresCopy *copy)
{
    PostgresDb *db = copy->db;
    add_number(copy, -1, COUNT);
    DbResult result = flush(copy);
    if (result == DB_OK && db->library.putCopyEnd(db->connection, NULL) != 1)
        result = postgres_lose(db, db->library.errorMessage(db->connection));
    return result == DB_OK ? finish(db) : result;
}
