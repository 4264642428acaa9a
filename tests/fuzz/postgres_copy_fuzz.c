/* What a server of PostgreSQL sends as the rows of a COPY may be anything: each field that is read lies within its
 * message, and the rows that were read are written again as the same bytes.
 *
 * An input is a byte with the number of fields that are expected, then messages: their length in two bytes, and their
 * bytes. libpq itself is not in it: here are the few of its functions that a copy calls. */
#include "postgres_copy.h"
#include "postgres_parts.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 15, HEADER = 19 }; /* bytes: PostgreSQL's manual, COPY, "File Header" */

typedef struct {
    unsigned char *at;
    size_t length;
} Bytes;

/* What is left of the input, its newest message, and what was written. */
static struct {
    const uint8_t *at;
    size_t left;
    const char *message;
    size_t length;
    ExecStatusType begun;
    bool is_asked;
    Bytes written;
} server;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void append(Bytes *bytes, const void *more, size_t length)
{
    bytes->at = realloc(bytes->at, bytes->length + length + 1);
    if (length)
        memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
}

/* ---- libpq's functions ---- */

static int on_send(PGconn *connection, const char *sql)
{
    (void)connection, (void)sql;
    server.is_asked = true;
    return 1;
}

/* Nothing is ever waited for. */
static int on_no(PGconn *connection)
{
    (void)connection;
    return 0;
}

static ConnStatusType on_state(const PGconn *connection)
{
    (void)connection;
    return CONNECTION_OK;
}

static ExecStatusType on_status(const PGresult *result)
{
    (void)result;
    return server.begun;
}

static void on_clear(PGresult *result)
{
    (void)result;
}

static PGresult *on_result(PGconn *connection)
{
    bool is_asked = server.is_asked;
    server.is_asked = false;
    return is_asked ? (PGresult *)connection : NULL;
}

/* In memory of its own size, so that the sanitizer knows where it ends. */
static int on_get(PGconn *connection, char **row, int is_async)
{
    size_t length = 0;
    (void)connection, (void)is_async;
    while (length == 0) { /* of an empty one libpq says nothing */
        if (server.left < 2)
            return -1;
        length = server.at[0] | (size_t)server.at[1] << 8;
        server.at += 2;
        server.left -= 2;
        if (length > server.left)
            length = server.left;
    }
    *row = malloc(length);
    memcpy(*row, server.at, length);
    server.message = *row;
    server.length = length;
    server.at += length;
    server.left -= length;
    return (int)length;
}

static int on_put(PGconn *connection, const char *bytes, int length)
{
    (void)connection;
    append(&server.written, bytes, (size_t)length);
    return 1;
}

static int on_end(PGconn *connection, const char *error)
{
    (void)connection, (void)error;
    return 1;
}

/* ---- rows ---- */

static void check_fields(const PostgresField *fields, int count)
{
    for (int i = 0; i < count; i++) {
        const char *bytes = fields[i].bytes;
        assert(bytes || !fields[i].size);
        assert(!bytes || (bytes >= server.message &&
                          bytes + fields[i].size <= server.message + server.length));
    }
}

/* Returns what is expected to be written. */
static Bytes copy_rows(PostgresCopy *in, PostgresCopy *out, int count)
{
    static const unsigned char HEAD[HEADER] = "PGCOPY\n\377\r\n", END[] = {0xff, 0xff};
    PostgresField fields[FIELDS_MAX];
    Bytes expected = {0};
    DbResult result;
    append(&expected, HEAD, HEADER);
    while ((result = postgres_copy_next(in, fields, count)) == DB_ROW) {
        bool is_first = memcmp(server.message, HEAD, server.length < 6 ? server.length : 6) == 0;
        size_t skipped = is_first ? HEADER : 0;
        check_fields(fields, count);
        append(&expected, server.message + skipped, server.length - skipped);
        postgres_copy_put(out, fields, count);
    }
    assert(result == DB_DONE || result == DB_DAMAGED);
    append(&expected, END, sizeof END);
    return expected;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PostgresDb db = {.library = {.sendQuery = on_send,
                                 .flush = on_no,
                                 .isBusy = on_no,
                                 .status = on_state,
                                 .resultStatus = on_status,
                                 .clear = on_clear,
                                 .getResult = on_result,
                                 .freemem = free,
                                 .getCopyData = on_get,
                                 .putCopyData = on_put,
                                 .putCopyEnd = on_end},
                     .connection = (PGconn *)&server};
    if (!size)
        return 0;
    server.at = data + 1;
    server.left = size - 1;
    PostgresCopy *in = postgres_copy_new(&db.db), *out = postgres_copy_new(&db.db);
    server.begun = PGRES_COPY_OUT;
    DbResult result = postgres_copy_ask(in, "");
    assert(result == DB_OK);
    server.begun = PGRES_COPY_IN;
    result = postgres_copy_begin(out, "");
    assert(result == DB_OK);
    Bytes expected = copy_rows(in, out, data[0] % (FIELDS_MAX + 1));
    result = postgres_copy_end(out);
    assert(result == DB_OK);
    assert(server.written.length == expected.length &&
           memcmp(server.written.at, expected.at, expected.length) == 0);
    postgres_copy_free(in);
    postgres_copy_free(out);
    free(expected.at);
    free(server.written.at);
    server.written = (Bytes){0};
    return 0;
}
