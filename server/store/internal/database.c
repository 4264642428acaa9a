#include "database.h"

#include "file_locks.h"
#include "row_checksum.h"
#include "schema.h"
#include "sql.h"

#include <sodium.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

StoreError database_error(int rc)
{
    if (rc == SQLITE_IOERR_SHMSIZE) /* the file of shared memory beside the log could not grow */
        return STORE_FULL;
    switch (rc & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return STORE_OK;
    case SQLITE_NOTADB: return STORE_FOREIGN;
    case SQLITE_CORRUPT: return STORE_DAMAGED;
    case SQLITE_FULL: return STORE_FULL;
    default: return STORE_DISK;
    }
}

/* As database_say, for what SQLite has just answered. */
static StoreError say_sqlite(char *line, const char *path, sqlite3 *db, int rc)
{
    bool knows_more = db && (sqlite3_errcode(db) & 0xff) == (rc & 0xff);
    return database_say(line, path, database_error(rc),
                        knows_more ? sqlite3_errmsg(db) : sqlite3_errstr(rc));
}

/* ---- the directory ---- */

int database_sync_directory(const char *directory)
{
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int result = fsync(fd);
    close(fd);
    return result;
}

void database_give_to_owner(int fd, const char *directory)
{
    struct stat owner;
    if (geteuid() == 0 && stat(directory, &owner) == 0 &&
        fchown(fd, owner.st_uid, owner.st_gid) != 0)
        return; /* the owner is told when the file cannot be opened */
}

/* The file must exist before SQLite opens it, so that it and the journal beside it, which takes its
 * mode, are for the server's user alone: it holds the secret. */
static int make_file(const char *directory, const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    database_give_to_owner(fd, directory);
    close(fd);
    return database_sync_directory(directory);
}

StoreError database_lock_directory(int *lock, const char *directory, char *line)
{
    char lock_path[DATABASE_PATH_MAX];
    int length = snprintf(lock_path, sizeof lock_path, "%s/castled.lock", directory);
    if (length >= DATABASE_PATH_MAX)
        return database_say(line, directory, STORE_NO_DIRECTORY, strerror(ENAMETOOLONG));
    if (mkdir(directory, 0700) != 0 && errno != EEXIST)
        return database_say(line, directory, STORE_NO_DIRECTORY, strerror(errno));
    *lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return database_say(line, directory, STORE_NO_DIRECTORY, strerror(errno));
    database_give_to_owner(*lock, directory);
    /* Goes with the process, however it ends; a lock of SQLite's own would shut out the reader. */
    if (flock(*lock, LOCK_EX | LOCK_NB) != 0) {
        StoreError error = errno == EWOULDBLOCK ? STORE_LOCKED : STORE_NO_DIRECTORY;
        database_say(line, directory, error, error == STORE_LOCKED ? NULL : strerror(errno));
        close(*lock);
        return error;
    }
    return STORE_OK;
}

StoreError database_lock(int *lock, char *path, const char *directory, char *line)
{
    StoreError error = database_lock_directory(lock, directory, line);
    if (error != STORE_OK)
        return error;
    snprintf(path, DATABASE_PATH_MAX, "%s/castled.db", directory);
    if (make_file(directory, path) != 0) {
        database_say(line, path, STORE_NO_DIRECTORY, strerror(errno));
        close(*lock);
        return STORE_NO_DIRECTORY;
    }
    return STORE_OK;
}

/* ---- one connection ---- */

/* Leaves 0 where there is no row. */
static int read_int(sqlite3 *db, const char *sql, int64_t *value)
{
    sqlite3_stmt *statement;
    *value = 0;
    int rc = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        *value = sqlite3_column_int64(statement, 0);
    int finalized = sqlite3_finalize(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : finalized;
}

StoreError database_identify(sqlite3 *db, const char *path, int *version, char *line)
{
    int64_t application, found, tables;
    int rc = read_int(db, SQL_APPLICATION_ID, &application);
    if (rc == SQLITE_OK)
        rc = read_int(db, SQL_USER_VERSION, &found);
    if (rc == SQLITE_OK)
        rc = read_int(db, SQL_COUNT_TABLES, &tables);
    if (rc != SQLITE_OK)
        return say_sqlite(line, path, db, rc);
    bool is_new = application == 0 && found == 0 && tables == 0;
    if (!is_new && application != DATABASE_APPLICATION)
        return database_say(line, path, STORE_FOREIGN, NULL);
    if (found > schema_version(schema_sql)) {
        char detail[80];
        snprintf(detail, sizeof detail, "its version is %lld, and this castled supports up to %d",
                 (long long)found, schema_version(schema_sql));
        return database_say(line, path, STORE_NEWER, detail);
    }
    *version = (int)found;
    return STORE_OK;
}

StoreError database_check(sqlite3 *db, const char *path, char *line)
{
    int64_t pages = 0, page_size = 0;
    int rc = read_int(db, SQL_PAGE_COUNT, &pages);
    if (rc == SQLITE_OK)
        rc = read_int(db, SQL_PAGE_SIZE, &page_size);
    if (rc != SQLITE_OK)
        return say_sqlite(line, path, db, rc);
    if (pages * page_size > (int64_t)DATABASE_CHECK_MAX_MIB << 20)
        return STORE_OK;
    sqlite3_stmt *statement;
    rc = sqlite3_prepare_v2(db, SQL_QUICK_CHECK, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return say_sqlite(line, path, db, rc);
    StoreError error = STORE_OK;
    rc = sqlite3_step(statement);
    const char *found = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (!found)
        error = say_sqlite(line, path, db, rc);
    else if (strcmp(found, "ok") != 0)
        error = database_say(line, path, STORE_DAMAGED, found);
    sqlite3_finalize(statement);
    return error;
}

/* Where a file system cannot do it, SQLite keeps the old mode without an error. */
static int turn_wal_on(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, SQL_TURN_WAL_ON, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(statement);
    bool is_on =
        rc == SQLITE_ROW && strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    rc = sqlite3_finalize(statement);
    return rc != SQLITE_OK ? rc : is_on ? SQLITE_OK : SQLITE_IOERR;
}

static int set_up(sqlite3 *db, bool syncs)
{
    int rc = turn_wal_on(db);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, SQL_CONNECTION_SETTINGS, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, syncs ? SQL_SYNC_COMMITS : SQL_SYNC_CHECKPOINTS, NULL, NULL, NULL);
    return rc;
}

/* SQLite counts what it allocates, each time under one lock of all threads, for limits that nobody sets here. Only the
 * first call has an effect: afterwards SQLite is in use. */
static void stop_counting_memory(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static StoreError open_connection(sqlite3 **db, const char *path, int flags, char *line)
{
    stop_counting_memory();
    file_locks_install();
    int rc = sqlite3_open_v2(path, db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK)
        return say_sqlite(line, path, *db, rc);
    sqlite3_extended_result_codes(*db, 1);
    sqlite3_busy_timeout(*db, DATABASE_BUSY_MAX);
    rc = row_checksum_add(*db);
    return rc == SQLITE_OK ? STORE_OK : say_sqlite(line, path, *db, rc);
}

static StoreError make_ready(sqlite3 *db, const char *path, bool syncs, bool checks, char *line)
{
    int version = 0;
    if (sqlite3_db_readonly(db, "main"))
        return database_say(line, path, STORE_DISK, "it may only be read");
    StoreError error = database_identify(db, path, &version, line);
    if (error == STORE_OK && checks)
        error = database_check(db, path, line);
    if (error != STORE_OK)
        return error;
    int rc = set_up(db, syncs);
    if (rc == SQLITE_OK)
        rc = schema_apply(db, schema_sql, version);
    return rc == SQLITE_OK ? STORE_OK : say_sqlite(line, path, db, rc);
}

StoreError database_open(sqlite3 **db, const char *path, bool syncs, bool checks, char *line)
{
    StoreError error = open_connection(db, path, SQLITE_OPEN_READWRITE, line);
    if (error == STORE_OK)
        error = make_ready(*db, path, syncs, checks, line);
    if (error != STORE_OK) {
        sqlite3_close(*db);
        *db = NULL;
    }
    return error;
}

StoreError database_open_reader(sqlite3 **db, const char *path, char *line)
{
    StoreError error = open_connection(db, path, SQLITE_OPEN_READONLY, line);
    if (error == STORE_OK) {
        int rc = sqlite3_exec(*db, SQL_CONNECTION_SETTINGS, NULL, NULL, NULL);
        error = rc == SQLITE_OK ? STORE_OK : say_sqlite(line, path, *db, rc);
    }
    if (error != STORE_OK) {
        sqlite3_close(*db);
        *db = NULL;
    }
    return error;
}

StoreError sqlite_refused(sqlite3 *db, const char *path, int rc, char *line)
{
    return database_say(line, path, database_error(rc), sqlite3_errmsg(db));
}

/* ---- the owner ---- */

static int insert_row(sqlite3 *db)
{
    unsigned char secret[DATABASE_SECRET_SIZE], key[GAME_NUMBER_KEY_SIZE];
    randombytes_buf(secret, sizeof secret);
    randombytes_buf(key, sizeof key);
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, SQL_INSERT_SERVER, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_bind_blob(statement, 1, secret, sizeof secret, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, key, sizeof key, SQLITE_STATIC);
    sqlite3_step(statement);
    rc = sqlite3_finalize(statement);
    sodium_memzero(secret, sizeof secret);
    return rc;
}

static int read_row(sqlite3 *db, Owner *owner)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(db, SQL_READ_SERVER, -1, &statement, NULL);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(statement);
    bool is_whole = rc == SQLITE_ROW &&
                    sqlite3_column_bytes(statement, 0) == (int)sizeof owner->secret &&
                    sqlite3_column_bytes(statement, 1) == (int)sizeof owner->id_key;
    if (is_whole) {
        memcpy(owner->secret, sqlite3_column_blob(statement, 0), sizeof owner->secret);
        memcpy(owner->id_key, sqlite3_column_blob(statement, 1), sizeof owner->id_key);
        owner->epoch = sqlite3_column_int64(statement, 2);
        owner->axis = sqlite3_column_int64(statement, 3);
        owner->next_game = sqlite3_column_int64(statement, 4);
        is_whole = owner->next_game >= 0 && owner->next_game < GAME_NUMBER_END;
    }
    int finalized = sqlite3_finalize(statement);
    return finalized != SQLITE_OK ? finalized : is_whole ? SQLITE_OK : SQLITE_CORRUPT;
}

StoreError database_own(sqlite3 *db, const char *path, Owner *owner, char *line)
{
    int rc = sqlite3_exec(db, SQL_BEGIN_IMMEDIATE, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = insert_row(db);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, SQL_RAISE_EPOCH, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = read_row(db, owner);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(db, SQL_COMMIT, NULL, NULL, NULL);
    return rc == SQLITE_OK ? STORE_OK : say_sqlite(line, path, db, rc);
}
