#include "postgres_copy.h"

#include "array.h"
#include "memory.h"
#include "postgres_parts.h"

#include <poll.h>
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

static DbResult start(PostgresCopy *copy, const char *sql, ExecStatusType wanted)
{
    PostgresDb *db = copy->db;
    if (!db->connection)
        return DB_FAILED;
    db->failure = DB_OK;
    copy->is_begun = false;
    PGresult *answer = postgres_ask(db, sql);
    bool is_good = answer && db->library.resultStatus(answer) == wanted;
    if (!is_good && db->failure == DB_OK)
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

/* The size of the next message, which is the copy's row then. DB_DONE behind the last one. */
static DbResult get_message(PostgresCopy *copy, size_t *length)
{
    PostgresDb *db = copy->db;
    int size;
    while ((size = db->library.getCopyData(db->connection, &copy->row, 1)) == 0)
        if (!postgres_wait(db, POLLIN) || !postgres_consume(db))
            return DB_FAILED;
    *length = (size_t)size;
    if (size > 0)
        return DB_OK;
    if (size < -1)
        postgres_say(db, db->library.errorMessage(db->connection));
    DbResult result = postgres_finish(db);
    return result != DB_OK ? result : size == -1 ? DB_DONE : DB_FAILED;
}

DbResult postgres_copy_next(PostgresCopy *copy, PostgresField *fields, int count)
{
    if (!copy->db->connection)
        return DB_FAILED;
    for (;;) {
        size_t left;
        forget_row(copy);
        DbResult result = get_message(copy, &left);
        if (result != DB_OK)
            return result;
        const unsigned char *at = (const unsigned char *)copy->row;
        if (!skip_header(copy, &at, &left))
            return DB_DAMAGED;
        result = left == 0 ? DB_OK : read_row(at, left, fields, count);
        if (result != DB_OK && result != DB_DONE)
            return result;
    }
}

/* ---- to the server ---- */

/* In libpq's buffer there is room for all, so that only to send it has to wait. */
static DbResult flush(PostgresCopy *copy)
{
    PostgresDb *db = copy->db;
    if (!db->connection)
        return DB_FAILED;
    if (db->library.putCopyData(db->connection, (const char *)copy->piece, (int)copy->size) != 1)
        return postgres_lose_with_message(db);
    copy->size = 0;
    return postgres_flush(db) ? DB_OK : DB_FAILED;
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
        result = postgres_lose_with_message(db);
    if (result == DB_OK && !postgres_flush(db))
        result = DB_FAILED;
    return result == DB_OK ? postgres_finish(db) : result;
}
