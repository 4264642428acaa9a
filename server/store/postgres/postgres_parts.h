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
    uint64_t attempted; /* uv_hrtime of the last attempt to connect */
    size_t unread;      /* statements that were sent since the last synchronisation */

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

static inline PostgresDb *postgres_of(const DbStatement *statement)
{
    return (PostgresDb *)statement->db;
}

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
/* Gives the connection up. */
DbResult postgres_lose(PostgresDb *db, const char *why);

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
