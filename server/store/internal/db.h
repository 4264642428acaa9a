/* db.h - a connection to the database and its statements, whether that is SQLite (sqlite_db.h) or PostgreSQL
 * (postgres_db.h).
 *
 * Statements are named by SQLite's text of them (sql.h); PostgreSQL has its own under the same name. A connection and its
 * statements are used by one thread at a time. Parameters count from 1, columns from 0, as in SQLite. */
#pragma once

#include "store_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    DB_OK,
    DB_ROW,     /* of db_step: there is a row */
    DB_DONE,    /* and there are no more */
    DB_FAILED,  /* the disk or the server */
    DB_FULL,    /* no room on the disk */
    DB_DAMAGED, /* what is stored makes no sense */
    DB_FOREIGN, /* it is no database of castled's */
    DB_TAKEN,   /* another castled has taken over */
    DB_BUG,     /* the tables refuse what was written */
} DbResult;

typedef struct Db Db;
typedef struct DbStatement DbStatement;

enum {
    DB_PARTITIONS = 256, /* that games belong to */
    DB_LOBBY = 256,      /* in place of a partition: everything but games */
    DB_LEASES = 257,
};

/* What a transaction writes: the partitions of its games, a bit each, and whether it is more than games. */
typedef struct {
    uint64_t partitions[(DB_LEASES + 63) / 64];
} DbScope;

/* The partition of a game by its number (splitmix64's last step): numbers that follow each other are spread. */
int db_partition(int64_t number);
void db_scope_add(DbScope *scope, int partition);

typedef struct {
    DbResult (*prepare)(Db *db, const char *sql, bool is_kept, DbStatement **statement);
    DbResult (*settle)(Db *db);
    DbResult (*finalize)(DbStatement *statement);
    int (*parameters)(const DbStatement *statement);
    void (*bind_int)(DbStatement *statement, int at, int64_t value);
    void (*bind_text)(DbStatement *statement, int at, const char *text, int length);
    void (*bind_blob)(DbStatement *statement, int at, const void *bytes, size_t size);
    void (*clear)(DbStatement *statement);
    DbResult (*step)(DbStatement *statement);
    DbResult (*reset)(DbStatement *statement);
    DbResult (*run)(DbStatement *statement);
    bool (*is_null)(DbStatement *statement, int column);
    int64_t (*number)(DbStatement *statement, int column);
    const void *(*bytes)(DbStatement *statement, int column, size_t *size);
    DbResult (*begin_read)(Db *db);
    DbResult (*begin_write)(Db *db, const DbScope *scope, uint64_t number);
    DbResult (*commit)(Db *db);
    void (*rollback)(Db *db);
    DbResult (*idle)(Db *db);
    int64_t (*lease_left)(const Db *db);
    bool (*is_away)(const Db *db);
    void (*opened)(Db *db);
    const char *(*message)(Db *db);
    void (*close)(Db *db);
} DbKind;

struct Db {
    const DbKind *kind;
    bool is_remote; /* a server's */
    int64_t
        idle_every; /* ms between calls of db_idle that it needs; 0: none but after each commit */
};

struct DbStatement {
    Db *db;
};

/* ---- statements ---- */

/* With 'is_kept' it is used many times. *statement is NULL on an error. PostgreSQL may tell of one only in db_settle. */
DbResult db_prepare(Db *db, const char *sql, bool is_kept, DbStatement **statement);
/* What the last step answered, if that was an error. NULL is none. */
DbResult db_finalize(DbStatement *statement);
int db_parameters(const DbStatement *statement);
/* What is not bound is NULL. Texts and bytes are copied. A length of -1: up to the NUL. */
void db_bind_int(DbStatement *statement, int at, int64_t value);
void db_bind_text(DbStatement *statement, int at, const char *text, int length);
void db_bind_blob(DbStatement *statement, int at, const void *bytes, size_t size);
void db_clear(DbStatement *statement);
/* DB_ROW, DB_DONE or an error. */
DbResult db_step(DbStatement *statement);
/* Ready to be run again with the same parameters; an error as db_finalize. */
DbResult db_reset(DbStatement *statement);
/* Runs a statement that answers no rows. Within a transaction PostgreSQL is not waited for: an error may come with a
 * later step, at the latest with db_commit. */
DbResult db_run(DbStatement *statement);
/* Of the row: 0, NULL and 0 bytes for NULL. Lent until the next step. A text has a NUL behind it. */
bool db_is_null(DbStatement *statement, int column);
int64_t db_number(DbStatement *statement, int column);
const void *db_bytes(DbStatement *statement, int column, size_t *size);
const char *db_text(DbStatement *statement, int column);
size_t db_size(DbStatement *statement, int column);

/* ---- transactions ---- */

/* What is read until db_commit is of one moment. */
DbResult db_begin_read(Db *db);
/* Refused with DB_TAKEN, now or later, when another castled has taken over something of the scope. 'number', unless it is 0,
 * counts the batches: DB_DONE says that this one was committed already, though the answer was lost, and nothing was begun. */
DbResult db_begin_write(Db *db, const DbScope *scope, uint64_t number);
DbResult db_commit(Db *db);
/* Does nothing outside of one. */
void db_rollback(Db *db);

/* Between transactions: the housekeeping, which may fail and is tried again. */
DbResult db_idle(Db *db);
/* For any thread: how many ms longer nobody else can write what this connection may, by the monotonic clock of this machine; 0 or less:
 * somebody may. INT64_MAX: nobody ever can. */
int64_t db_lease_left(const Db *db);
/* The store is open: a server that does not answer is waited for as long as it is for a writer. */
void db_opened(Db *db);
/* After a failure: whether the database may well be there later, because the connection was lost or the server is busy. */
bool db_is_away(const Db *db);
/* What went wrong last, in words. */
const char *db_message(Db *db);
void db_close(Db *db); /* NULL is none; its statements are finalized */

/* ---- lines of text ---- */

/* DB_OK, DB_ROW and DB_DONE are STORE_OK. */
StoreError db_error(const Db *db, DbResult result);
/* One line: path, what the error is called, and the detail (NULL for none). Returns the error. */
StoreError database_say(char *line, const char *path, StoreError error, const char *detail);
/* Prepares statements to be kept, all of them or none. */
StoreError database_prepare(Db *db, const char *path, const char *const *sql, int count,
                            DbStatement **statements, char *line);
void database_finalize(DbStatement **statements, int count);
/* Says what the database has just refused. */
StoreError database_refused(Db *db, const char *path, DbResult result, char *line);
/* The same, and rolls back what was begun. */
StoreError database_give_up(Db *db, const char *path, DbResult result, char *line);
