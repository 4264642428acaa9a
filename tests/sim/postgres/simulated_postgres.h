/* simulated_postgres.h - stands in for a server of PostgreSQL: castled's tables in a file of SQLite, and the statements that
 * castled sends to PostgreSQL, as one process of the server carries them out for one connection.
 *
 * A statement that is SQLite's, too (sql_statements), is carried out by SQLite's text of it. Those that are
 * PostgreSQL's alone, which are about leases and signs of life, have a text here, and what they mean is compared with the real
 * server by unit/lease_steps. A transaction that writes locks out all others that do, where PostgreSQL locks rows.
 *
 * No connection is known here (simulated_libpq.h). */
#pragma once

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QUERY_PARAMETERS_MAX = 26 };

typedef enum {
    QUERY_SIMPLE, /* answered as text */
    QUERY_PREPARE,
    QUERY_PREPARED,
    QUERY_TEXT,
    QUERY_SYNC /* the end of a pipeline's part: what was skipped after an error goes on */
} QueryKind;

typedef struct {
    char *bytes; /* NULL is NULL; else with a NUL behind them */
    int length;
    bool is_binary;
} QueryValue;

typedef struct Query Query;
struct Query {
    Query *next;
    QueryKind kind;
    char name[16]; /* of a statement that is prepared */
    char *sql;
    int count;
    QueryValue values[QUERY_PARAMETERS_MAX];
};

void query_free(Query *query);

struct pg_result {
    PGresult *next;
    ExecStatusType status;
    char command[16], code[6], message[200];
    int columns, rows;
    QueryValue *values; /* rows * columns */
};

void answer_free(PGresult *answer); /* NULL is allowed */

typedef struct Backend Backend;

/* The file is made if it is missing. */
Backend *backend_new(const char *file);
/* As when its connection is lost: what was begun is rolled back. */
void backend_free(Backend *backend);
/* NULL: somebody else has locked what it needs, and it has to be asked again later. */
PGresult *backend_run(Backend *backend, const Query *query);

/* By whoever uses this: the server's clock, ms since 1970. */
int64_t simulated_postgres_clock(void);
