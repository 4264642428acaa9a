#include "postgres_open.h"

#include "memory.h"
#include "postgres_connect.h"
#include "postgres_db.h"
#include "postgres_schema.h"
#include "postgres_stuck.h"
#include "schema.h"
#include "sql.h"

#include <uv.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ms between looks at whether another server is alive, and between attempts to connect to a PostgreSQL that is away */
enum { LOOK_EVERY = 250, DIAL_EVERY = 500 };

/* ---- the schema ---- */

static StoreError prepare_schema(Db *db, bool waits, const char *path, char *line)
{
    PostgresSchema found;
    StoreError error =
        postgres_schema_lock(db, path, waits ? POSTGRES_SILENCE_MAX : 0, &found, line);
    if (error != STORE_OK)
        return error;
    DbResult result = postgres_schema_make(db, &found);
    if (result == DB_OK)
        result = postgres_db_exec(db, "COMMIT", NULL);
    return result == DB_OK ? STORE_OK : database_refused(db, path, result, line);
}

/* ---- leases ---- */

typedef struct {
    char node[80], alive[64];
    bool is_busy; /* somebody's transaction has locked leases */
} Rival;

/* Runs a statement with the node's name as its first parameter, and a number as its second if it has one. */
static DbResult run_for(Db *db, const char *sql, const char *node, int64_t number)
{
    DbStatement *statement;
    DbResult result = db_prepare(db, sql, false, &statement);
    if (result != DB_OK)
        return result;
    if (db_parameters(statement) >= 1)
        db_bind_text(statement, 1, node, -1);
    if (db_parameters(statement) >= 2)
        db_bind_int(statement, 2, number);
    result = db_run(statement);
    db_finalize(statement);
    return result;
}

static DbResult find_rival(Db *db, const char *node, Rival *rival)
{
    DbStatement *statement;
    *rival = (Rival){.node = ""};
    DbResult result = db_prepare(db, PG_FIND_RIVAL, false, &statement);
    if (result != DB_OK)
        return result;
    db_bind_text(statement, 1, node, -1);
    result = db_step(statement);
    if (result == DB_ROW) {
        snprintf(rival->node, sizeof rival->node, "%s", db_text(statement, 0));
        snprintf(rival->alive, sizeof rival->alive, "%s", db_text(statement, 1));
    }
    db_finalize(statement);
    return result == DB_ROW || result == DB_DONE ? DB_OK : result;
}

static DbResult read_epochs(Db *db, PostgresClaim *claim)
{
    DbStatement *statement;
    DbResult result = db_prepare(db, PG_READ_LEASES, false, &statement);
    int count = 0;
    if (result != DB_OK)
        return result;
    db_bind_text(statement, 1, claim->node, -1);
    for (; (result = db_step(statement)) == DB_ROW && count < DB_LEASES; count++)
        if (db_number(statement, 0) == count)
            claim->epochs[count] = db_number(statement, 1);
    db_finalize(statement);
    return result == DB_DONE && count < DB_LEASES ? DB_TAKEN : result == DB_DONE ? DB_OK : result;
}

/* Runs a statement that answers how many locks it got. */
static DbResult try_locks(Db *db, const char *sql, int wanted, Rival *rival)
{
    DbStatement *statement;
    DbResult result = db_prepare(db, sql, false, &statement);
    if (result != DB_OK)
        return result;
    result = db_step(statement);
    rival->is_busy = result == DB_ROW && db_number(statement, 0) < wanted;
    db_finalize(statement);
    return result == DB_ROW ? DB_OK : result == DB_DONE ? DB_DAMAGED : result;
}

/* One that seems to have died is looked for again when it can no longer say that it is alive: it may just have done so, in
 * a transaction that had locked its leases. Nobody is waited for: those who are stuck are ended, and have given up what they had
 * when this is tried again. */
static DbResult find_and_lock(Db *db, const char *node, Rival *rival)
{
    DbResult result = run_for(db, PG_WAIT_FOR_NOBODY, node, 0);
    if (result == DB_OK)
        result = run_for(db, PG_END_SCHEMA_STUCK, node, 0);
    if (result == DB_OK)
        result = try_locks(db, PG_LOCK_SCHEMA, 1, rival);
    if (result == DB_OK && !rival->is_busy)
        result = find_rival(db, node, rival);
    if (result != DB_OK || rival->is_busy || rival->node[0])
        return result;
    result = postgres_end_stuck(db);
    if (result == DB_OK) /* of a transaction that may be about to say that its castled is alive */
        result = try_locks(db, PG_TRY_LEASES, DB_LEASES, rival);
    return result == DB_OK && !rival->is_busy ? find_rival(db, node, rival) : result;
}

/* In one transaction; nothing is taken while there is a rival. */
static DbResult try_to_take(Db *db, PostgresClaim *claim, Rival *rival)
{
    const DbScope none = {{0}};
    const char *node = claim->node;
    *rival = (Rival){.node = ""};
    DbResult result = db_begin_write(db, &none, 0);
    if (result == DB_OK)
        result = find_and_lock(db, node, rival);
    if (result == DB_OK && (rival->node[0] || rival->is_busy)) {
        db_rollback(db);
        return DB_OK;
    }
    claim->asked_at = uv_hrtime();
    if (result == DB_OK)
        result = run_for(db, PG_JOIN_NODES, node, POSTGRES_LEASE);
    if (result == DB_OK)
        result = run_for(db, PG_TAKE_LEASES, node, 0);
    if (result == DB_OK)
        result = run_for(db, SQL_RAISE_EPOCH, node, 0);
    if (result == DB_OK)
        result = read_epochs(db, claim);
    if (result == DB_OK)
        return db_commit(db);
    rival->is_busy = postgres_db_was_locked(db);
    if (rival->is_busy)
        db_rollback(db);
    return rival->is_busy ? DB_OK : result;
}

static void sleep_for(int64_t ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static StoreError say_locked(const char *path, const Rival *rival, char *line)
{
    if (rival->is_busy)
        snprintf(line, STORE_LINE_MAX,
                 "%.300s: a transaction of another castled, which has not ended, is using it",
                 path);
    else
        snprintf(line, STORE_LINE_MAX, "%.300s: another castled is using this database (on %s)",
                 path, rival->node);
    return STORE_LOCKED;
}

/* A rival that gives another sign of life is alive; one that gives none has died, and its leases end by PostgreSQL's clock. */
static StoreError take_leases(Db *db, bool waits, const char *path, PostgresClaim *claim,
                              char *line)
{
    Rival rival, before = {.node = ""};
    const uint64_t end = uv_hrtime() + (uint64_t)POSTGRES_SILENCE_MAX * 1000000;
    for (;;) {
        DbResult result = try_to_take(db, claim, &rival);
        if (result != DB_OK)
            return database_give_up(db, path, result, line);
        if (!rival.node[0] && !rival.is_busy)
            break;
        bool is_alive =
            strcmp(before.node, rival.node) == 0 && strcmp(before.alive, rival.alive) != 0;
        if (!waits || (rival.is_busy ? uv_hrtime() >= end : is_alive))
            return say_locked(path, &rival, line);
        if (!rival.is_busy)
            before = rival;
        sleep_for(LOOK_EVERY);
    }
    DbResult result = postgres_db_claim(db, claim);
    return result == DB_OK ? STORE_OK : database_refused(db, path, result, line);
}

/* ---- the server's own row ---- */

static DbResult read_own(Db *db, Owner *owner)
{
    DbStatement *row;
    DbResult result = db_prepare(db, SQL_READ_SERVER, false, &row);
    if (result != DB_OK)
        return result;
    result = db_step(row);
    bool is_whole = result == DB_ROW && db_size(row, 0) == sizeof owner->secret &&
                    db_size(row, 1) == sizeof owner->id_key;
    if (is_whole) {
        memcpy(owner->secret, db_text(row, 0), sizeof owner->secret);
        memcpy(owner->id_key, db_text(row, 1), sizeof owner->id_key);
        owner->epoch = db_number(row, 2);
        owner->axis = db_number(row, 3);
        owner->next_game = db_number(row, 4);
        is_whole = owner->next_game >= 0 && owner->next_game < GAME_NUMBER_END;
    }
    db_finalize(row);
    return result != DB_ROW && result != DB_DONE ? result : is_whole ? DB_OK : DB_DAMAGED;
}

/* ---- opening ---- */

/* A server that is away is waited for, if somebody is told. */
static StoreError dial(Db *db, const PostgresTerms *terms, const char *path, char *line)
{
    char before[STORE_LINE_MAX] = "";
    for (;;) {
        DbResult result = postgres_db_dial(db);
        if (result == DB_OK)
            return STORE_OK;
        StoreError error = database_refused(db, path, result, line);
        if (!terms->on_away || !postgres_db_is_away(db))
            return error;
        if (strcmp(before, line) != 0)
            terms->on_away(terms->context, line);
        memcpy(before, line, sizeof before);
        sleep_for(DIAL_EVERY);
    }
}

/* Whoever does not wait tries again: until then nothing is held up for long. */
static StoreError open_writer(Db *db, const PostgresTerms *terms, int64_t patience,
                              const char *path, Owner *owner, char *line)
{
    PostgresClaim claim = {.node = terms->node};
    postgres_db_be_patient(db, patience); /* until db_opened */
    StoreError error = dial(db, terms, path, line);
    if (error == STORE_OK)
        error = prepare_schema(db, terms->waits, path, line);
    if (error != STORE_OK)
        return error;
    DbResult result = postgres_db_begin(db);
    if (result != DB_OK)
        return database_refused(db, path, result, line);
    error = take_leases(db, terms->waits, path, &claim, line);
    if (error != STORE_OK)
        return error;
    result = run_for(db, PG_RAISE_NUMBERS, terms->node, 0);
    if (result == DB_OK)
        result = read_own(db, owner);
    return result == DB_OK ? STORE_OK : database_refused(db, path, result, line);
}

static StoreError open_reader(Db *db, int64_t patience, const char *path, char *line)
{
    int64_t usual = postgres_db_be_patient(db, patience);
    DbResult result = postgres_db_dial(db);
    if (result == DB_OK)
        result = postgres_db_begin(db);
    postgres_db_be_patient(db, usual);
    return result == DB_OK ? STORE_OK : database_refused(db, path, result, line);
}

StoreError postgres_open(Db **db, Db *readers[2], const PostgresTerms *terms, Owner *owner,
                         char *path, char *line)
{
    const PostgresOptions options = {.address = terms->address, .syncs = terms->syncs};
    const int64_t patience = terms->waits ? POSTGRES_SILENCE_MAX : POSTGRES_LEASE;
    *db = postgres_db_new(&options);
    for (int i = 0; i < 2; i++)
        readers[i] = postgres_db_new(&options);
    StoreError error = postgres_db_check(*db, path, line);
    if (error == STORE_OK)
        error = open_writer(*db, terms, patience, path, owner, line);
    for (int i = 0; i < 2 && error == STORE_OK; i++)
        error = open_reader(readers[i], patience, path, line);
    if (error == STORE_OK)
        return STORE_OK;
    for (int i = 0; i < 2; i++) {
        db_close(readers[i]);
        readers[i] = NULL;
    }
    db_close(*db);
    *db = NULL;
    return error;
}

StoreError postgres_try(const char *address, char *line)
{
    const PostgresOptions options = {.address = address};
    char path[DATABASE_PATH_MAX];
    PostgresSchema found = {.is_there = false};
    Db *db = postgres_db_new(&options);
    StoreError error = postgres_db_check(db, path, line);
    DbResult result = error == STORE_OK ? postgres_db_dial(db) : DB_OK;
    if (error == STORE_OK && result == DB_OK)
        result = postgres_schema_find(db, &found);
    if (result != DB_OK)
        error = database_refused(db, path, result, line);
    else if (error == STORE_OK && found.version > schema_version(postgres_schema_sql))
        error = postgres_schema_refuse(found.version, path, line);
    db_close(db);
    return error;
}

static StoreError check_version(Db *db, const char *path, char *line)
{
    PostgresSchema found;
    DbResult result = postgres_schema_find(db, &found);
    if (result != DB_OK)
        return database_refused(db, path, result, line);
    if (!found.is_ours)
        return database_say(line, path, STORE_FOREIGN, NULL);
    return found.version == schema_version(postgres_schema_sql)
               ? STORE_OK
               : database_say(line, path, STORE_NEWER, "or by an older one");
}

StoreError postgres_inspect(Db **db, const char *address, unsigned char *key, char *path,
                            char *line)
{
    const PostgresOptions options = {.address = address, .is_reader = true};
    Owner owner;
    *db = postgres_db_new(&options);
    StoreError error = postgres_db_check(*db, path, line);
    DbResult result = error == STORE_OK ? postgres_db_dial(*db) : DB_OK;
    if (error == STORE_OK && result == DB_OK)
        error = check_version(*db, path, line);
    if (error == STORE_OK && result == DB_OK)
        result = postgres_db_begin(*db);
    if (error == STORE_OK && result == DB_OK)
        result = read_own(*db, &owner);
    if (result != DB_OK)
        return database_refused(*db, path, result, line);
    if (error == STORE_OK)
        memcpy(key, owner.id_key, sizeof owner.id_key);
    memory_wipe(&owner, sizeof owner);
    return error;
}
