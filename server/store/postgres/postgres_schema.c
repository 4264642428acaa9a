#include "postgres_schema.h"

#include "memory.h"
#include "postgres_connect.h"
#include "schema.h"
#include "sql.h"

#include <uv.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRY_EVERY = 100 /* ms */ };

static const char MARK[] = "\n-- version ";

static DbResult exec(Db *db, const char *sql)
{
    return postgres_db_exec(db, sql, NULL);
}

/* The first step makes the table that has the version. */
static DbResult take_step(Db *db, const char *step, int version, bool is_first)
{
    char note[80];
    const char *end = strstr(step, MARK);
    size_t length = end ? (size_t)(end - step) : strlen(step);
    char *sql = memory_new(length + 1);
    memcpy(sql, step, length);
    DbResult result = exec(db, sql);
    free(sql);
    if (result == DB_OK && is_first)
        result = exec(db, PG_INSERT_OWN);
    snprintf(note, sizeof note, "UPDATE castled.castled SET version = %d", version);
    return result == DB_OK ? exec(db, note) : result;
}

static DbResult take_steps(Db *db, int version)
{
    DbResult result = DB_OK;
    const char *at = strstr(postgres_schema_sql, MARK);
    while (at && result == DB_OK) {
        char *step;
        int number = (int)strtol(at + sizeof MARK - 1, &step, 10);
        if (number > version)
            result = take_step(db, step, number, version == 0);
        version = number > version ? number : version;
        at = strstr(step, MARK);
    }
    return result;
}

StoreError postgres_schema_refuse(int version, const char *path, char *line)
{
    char detail[80];
    snprintf(detail, sizeof detail, "its version is %d, and this castled supports up to %d",
             version, schema_version(postgres_schema_sql));
    return database_say(line, path, STORE_NEWER, detail);
}

DbResult postgres_schema_find(Db *db, PostgresSchema *found)
{
    PostgresRow row, version;
    *found = (PostgresSchema){.is_there = false};
    DbResult result = postgres_db_exec(db, PG_FIND_SCHEMA, &row);
    if (result != DB_OK)
        return result;
    found->is_there = row.values[0][0] == '1';
    found->is_ours = row.values[1][0] == '1';
    if (!found->is_ours)
        return DB_OK;
    result = postgres_db_exec(db, PG_READ_VERSION, &version);
    found->version = atoi(version.values[0]);
    return result;
}

static StoreError check_encoding(Db *db, const char *path, char *line)
{
    PostgresRow row;
    DbResult result = postgres_db_exec(db, PG_ENCODING, &row);
    if (result != DB_OK)
        return database_refused(db, path, result, line);
    return strcmp(row.values[0], "UTF8") == 0
               ? STORE_OK
               : database_say(line, path, STORE_SERVER, "the database's encoding has to be UTF8");
}

/* Whoever is stuck is ended first, and has given it up when this is tried again. */
static DbResult try_to_lock(Db *db, bool waits, bool *is_locked)
{
    PostgresRow row;
    DbResult result = exec(db, PG_END_SCHEMA_STUCK);
    if (result == DB_OK)
        result = exec(db, "BEGIN");
    if (result == DB_OK && !waits)
        result = exec(db, PG_WAIT_FOR_NOBODY);
    if (result == DB_OK)
        result = postgres_db_exec(db, PG_LOCK_SCHEMA, &row);
    *is_locked = result == DB_OK && row.values[0][0] == '1';
    if (result == DB_OK && !*is_locked)
        result = exec(db, "ROLLBACK");
    return result;
}

static DbResult lock(Db *db, int64_t patience, bool *is_locked)
{
    const uint64_t end = uv_hrtime() + (uint64_t)patience * 1000000;
    for (;;) {
        DbResult result = try_to_lock(db, patience > 0, is_locked);
        if (result != DB_OK || *is_locked || uv_hrtime() >= end)
            return result;
        nanosleep(&(struct timespec){.tv_nsec = TRY_EVERY * 1000000}, NULL);
    }
}

StoreError postgres_schema_lock(Db *db, const char *path, int64_t patience, PostgresSchema *found,
                                char *line)
{
    bool is_locked;
    StoreError error = check_encoding(db, path, line);
    if (error != STORE_OK)
        return error;
    DbResult result = lock(db, patience, &is_locked);
    if (result == DB_OK && !is_locked) {
        snprintf(line, STORE_LINE_MAX,
                 "%.300s: another castled, or castled migrate, is making its tables", path);
        return STORE_LOCKED;
    }
    if (result == DB_OK)
        result = postgres_schema_find(db, found);
    if (result != DB_OK)
        return database_refused(db, path, result, line);
    if (found->is_there && !found->is_ours)
        return database_say(line, path, STORE_FOREIGN,
                            "its schema \"castled\" is another program's");
    return found->version > schema_version(postgres_schema_sql)
               ? postgres_schema_refuse(found->version, path, line)
               : STORE_OK;
}

DbResult postgres_schema_make(Db *db, const PostgresSchema *found)
{
    int64_t patience = postgres_db_be_patient(db, POSTGRES_WORK_MAX);
    DbResult result = found->is_there ? DB_OK : exec(db, PG_MAKE_SCHEMA);
    if (result == DB_OK)
        result = take_steps(db, found->version);
    postgres_db_be_patient(db, patience);
    return result;
}
