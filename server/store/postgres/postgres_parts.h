/* postgres_parts.h - what a connection to PostgreSQL is made of, for the files of this folder. */
#pragma once

#include "libpq.h"
#include "postgres_terms.h"

enum { POSTGRES_PARAMETERS_MAX = 26, POSTGRES_NAME_MAX = 16 };

typedef struct PostgresStatement PostgresStatement;

typedef struct {
    Db db;
    LibPq library;
    PostgresOptions options;
    PGconn *connection; /* NULL: none */
    PostgresStatement *kept;
    unsigned names;     /* given to statements so far */
    uint64_t attempted; /* uv_hrtime of the last attempt to connect; 0: it has succeeded */
    size_t unread;      /* statements that were sent since the last synchronisation */
    int64_t patience;   /* ms that a silent server is waited for */
    uint64_t since; /* uv_hrtime: from when on that counts; 0: from the last byte that has come */

    bool in_transaction, is_writing;
    DbResult failure; /* of the transaction, or of the last statement outside of one */
    char message[POSTGRES_MESSAGE_MAX];
    char code[6]; /* what the server has called its last error (SQLSTATE); empty: there was none */
    bool is_unsure; /* the server has said that a commit is not as safe as it should be */

    bool has_claim;
    PostgresClaim claim;
    uint64_t alive_at; /* uv_hrtime of the last sign of life that was committed */
    uint64_t asked_at; /* uv_hrtime before that of this transaction was sent; 0: it has none */
    atomic_uint_fast64_t leased_until; /* uv_hrtime; for any thread */
    uint64_t number;                   /* of the transaction's batch, 0: none */
    uint64_t doubt; /* the batch of which it is not known whether it was committed; 0: none */
    DbStatement *check, *note, *stay, *retake, *ask;
} PostgresDb;

typedef struct {
    char *value;
    size_t capacity;
    int length;
    bool is_null, is_binary;
} PostgresParameter;

struct PostgresStatement {
    DbStatement statement;
    PostgresStatement *next; /* of those that are kept */
    const char *sql;
    char name[POSTGRES_NAME_MAX];
    bool is_kept;
    int count;
    PostgresParameter parameters[POSTGRES_PARAMETERS_MAX];
    PGresult *result;
    int row;
    DbResult failure; /* of the last step */
};

static inline bool postgres_is_copy(ExecStatusType status)
{
    return status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH;
}

static inline PostgresDb *postgres_of(const DbStatement *statement)
{
    return (PostgresDb *)statement->db;
}

/* ---- postgres_away.c ---- */

/* Of an SQLSTATE: what was refused so may succeed later without anything being changed here. */
bool postgres_is_passing(const char *code);

/* ---- postgres_connect.c ---- */

enum { POSTGRES_DIAL_MAX = 11 };

/* As connectdbParams and its like take them. */
typedef struct {
    const char *names[POSTGRES_DIAL_MAX], *values[POSTGRES_DIAL_MAX];
    char limit[16];
} PostgresDial;

/* 'is_any_good': also a server that only reads. */
void postgres_set_dial(PostgresDial *dial, const PostgresDb *db, bool is_any_good);

/* ---- postgres_wait.c ---- */

/* The message, in one line. */
void postgres_say(PostgresDb *db, const char *why);
/* Gives the connection up. */
DbResult postgres_lose(PostgresDb *db, const char *why);
DbResult postgres_lose_with_message(PostgresDb *db); /* libpq's */
/* From now on the patience is for all that is waited for together, so that a server that sends a byte now and then is not
 * waited for without end; until 'since' is set back to what this returns. Within another such time it goes on. */
uint64_t postgres_limit(PostgresDb *db);
/* Until the socket can be used so. False when the server was waited for too long: the connection is lost. */
bool postgres_wait(PostgresDb *db, short events);
/* Until all is sent; what comes meanwhile is taken, since a server that waits for its answers to be read takes no more. */
bool postgres_flush(PostgresDb *db);
/* Takes what has come. */
bool postgres_consume(PostgresDb *db);
/* Until getResult would not wait. */
bool postgres_await(PostgresDb *db);

/* ---- postgres_simple.c ---- */

/* In the simple protocol: the answer to the last of these statements, the caller's to clear, NULL when the connection is lost.
 * Of a COPY it is that which begins it. */
PGresult *postgres_ask(PostgresDb *db, const char *sql);
/* The answers that are left, up to the end. */
DbResult postgres_finish(PostgresDb *db);

/* ---- postgres_pipeline.c ---- */

/* Sends the statement after those before it, and does not wait. False when the connection is lost. */
bool postgres_send(PostgresDb *db, PostgresStatement *statement);
bool postgres_send_text(PostgresDb *db, const char *sql);
bool postgres_send_prepare(PostgresDb *db, const PostgresStatement *statement);
/* Waits for the answers to everything that was sent. *last becomes that to the last statement, the caller's to clear;
 * 'last' may be NULL. */
DbResult postgres_settle(PostgresDb *db, PGresult **last);
/* Notes an error that the server has answered. */
DbResult postgres_note(PostgresDb *db, const PGresult *result);

/* ---- postgres_statement.c ---- */

DbResult postgres_prepare(Db *db, const char *sql, bool is_kept, DbStatement **statement);
DbResult postgres_finalize(DbStatement *statement);
int postgres_parameters(const DbStatement *statement);
void postgres_bind_int(DbStatement *statement, int at, int64_t value);
void postgres_bind_text(DbStatement *statement, int at, const char *text, int length);
void postgres_bind_blob(DbStatement *statement, int at, const void *bytes, size_t size);
void postgres_clear(DbStatement *statement);
DbResult postgres_step(DbStatement *statement);
DbResult postgres_reset(DbStatement *statement);
DbResult postgres_run(DbStatement *statement);
bool postgres_is_null(DbStatement *statement, int column);
int64_t postgres_number(DbStatement *statement, int column);
const void *postgres_bytes(DbStatement *statement, int column, size_t *size);
