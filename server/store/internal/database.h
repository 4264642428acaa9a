/* database.h - the file castled.db: its directory's lock, and connections to it that are fit for use.
 *
 * Opening is all it does; the tables are for the writer and the readers. Connections are closed with
 * sqlite3_close, the lock with close. Every refusal puts one line of text into 'line' (STORE_LINE_MAX). */
#pragma once

#include "db.h"
#include "game_number.h"

#include <sqlite3.h>

enum {
    DATABASE_SECRET_SIZE = 32,
    DATABASE_PATH_MAX = 4096,
    DATABASE_APPLICATION = 0x6373746c, /* "cstl", as in schema.sql */
    /* Up to here the whole file is read and checked at each start: about a second (18 MB took 80 ms).
     * A larger one shows its damage where it is read. */
    DATABASE_CHECK_MAX_MIB = 256,
    DATABASE_BUSY_MAX = 5000, /* ms to wait for a tool that holds the file, such as a backup */
};

typedef struct {
    unsigned char secret[DATABASE_SECRET_SIZE];
    unsigned char id_key[GAME_NUMBER_KEY_SIZE];
    int64_t epoch;
    int64_t axis;
    int64_t next_game; /* number above those of all stored games */
} Owner;

/* The StoreError for an SQLite result code; not for violated constraints or misuse, which are
 * bugs. */
StoreError database_error(int rc);
/* Says what SQLite has just refused. */
StoreError sqlite_refused(sqlite3 *db, const char *path, int rc, char *line);

/* After files in it have come or gone: what is on disk survives a loss of power. 0, or -1 with errno. */
int database_sync_directory(const char *directory);
/* What root makes in somebody's data directory has to be theirs, or their server could not open it. */
void database_give_to_owner(int fd, const char *directory);
/* Refuses a file that is not ours or from the future, before anything in it is changed. *version is 0 when it is new and
 * empty. */
StoreError database_identify(sqlite3 *db, const char *path, int *version, char *line);

/* Makes the directory if it is missing and takes it for this process, until *lock is closed. 'path'
 * (DATABASE_PATH_MAX) becomes that of the database. */
StoreError database_lock(int *lock, char *path, const char *directory, char *line);
/* Only the directory. */
StoreError database_lock_directory(int *lock, const char *directory, char *line);

/* Opens or makes the file, refuses what is not ours, damaged or too new, and brings it up to date. With 'syncs' each
 * commit outlives a loss of power. 'checks': what it holds is looked at, if it is not too much. */
StoreError database_open(sqlite3 **db, const char *path, bool syncs, bool checks, char *line);
/* What database_open looks at: up to DATABASE_CHECK_MAX_MIB. */
StoreError database_check(sqlite3 *db, const char *path, char *line);
/* A second connection, to read only. */
StoreError database_open_reader(sqlite3 **db, const char *path, char *line);

/* Becomes the owner: the epoch rises, durably. */
StoreError database_own(sqlite3 *db, const char *path, Owner *owner, char *line);
