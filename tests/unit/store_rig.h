/* store_rig.h - a store on a temporary directory with a loop of its own, for the tests of the store; with PostgreSQL if the
 * environment says CASTLED_TEST_STORE=postgres, or with the simulated one (TEST_SIMULATED_POSTGRES).
 *
 * Included by one test program each; rig_open and rig_close pair up, rig_clear removes the directory. Tests that are about
 * what every store does run with all of them. */
#pragma once

#include "check_rig.h"
#ifdef TEST_POSTGRES
#include "postgres_rig.h"
#endif
#include "store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char server[256];          /* "": SQLite */
    const ClusterWatch *watch; /* of the same directory and server; NULL: none */
    void *lock;                /* a connection that keeps the store from writing */
    void *connection;          /* to the server, for questions */
    char directory[64];
    char file[96];
    uv_loop_t loop;
    Store *store;
    char line[STORE_LINE_MAX];
    uint64_t committed;
    int commits, failures, recoveries;
    StoreError failure;
    int64_t archive_after;                            /* for the next rig_open */
    void (*on_away)(void *context, const char *line); /* likewise */
} Rig;

static inline void rig_on_commit(void *context, uint64_t number)
{
    Rig *rig = context;
    ck_assert_uint_gt(number, rig->committed);
    rig->committed = number;
    rig->commits++;
}

static inline void rig_on_failure(void *context, StoreError error, const char *line)
{
    Rig *rig = context;
    rig->failures++;
    rig->failure = error;
    snprintf(rig->line, sizeof rig->line, "%s", line);
}

static inline void rig_on_recovered(void *context)
{
    ((Rig *)context)->recoveries++;
}

/* ---- PostgreSQL ---- */

#ifdef TEST_POSTGRES
static PostgresRig rig_postgres;

/* For 'main': whether there is the database that the environment asks for. */
static inline bool rig_has_store(void)
{
    const char *wanted = getenv("CASTLED_TEST_STORE");
    return !wanted || strcmp(wanted, "postgres") != 0 || postgres_rig_begin(&rig_postgres);
}

static inline void rig_end_store(void)
{
    if (rig_postgres.pid > 0)
        postgres_rig_end(&rig_postgres);
}

static inline bool rig_is_postgres(void)
{
    return rig_postgres.pid > 0;
}

/* The first rig's tables are in a database that is there already, since making one takes longer than most tests; a second
 * one at the same time has a database of its own. */
static int rig_count;

static inline bool rig_has_database(const Rig *rig)
{
    return strstr(rig->server, "@/rig") != NULL;
}

/* With RIG_KEEPS_TABLES the next test has the tables of this one, as they are after initdb: to make them takes longer than most
 * tests. Those of a test that has changed them are dropped: "kept" has what there has to be. */
static const char RIG_EMPTY[] =
#ifdef RIG_KEEPS_TABLES
    "DO $$ DECLARE each TEXT; count BIGINT; version BIGINT; BEGIN"
    " IF to_regclass('castled.castled') IS NULL THEN DROP SCHEMA IF EXISTS castled CASCADE; "
    "RETURN; END IF;"
    " SELECT count(*) INTO count FROM pg_class WHERE relnamespace = 'castled'::regnamespace;"
    " SELECT c.version INTO version FROM castled.castled c;"
    " CREATE TABLE IF NOT EXISTS public.kept AS SELECT count AS objects, version AS newest;"
    " IF NOT EXISTS (SELECT 1 FROM public.kept WHERE kept.objects = count AND kept.newest = "
    "version)"
    " THEN DROP SCHEMA castled CASCADE; RETURN; END IF;"
    " SET LOCAL session_replication_role = replica;" /* no foreign keys */
    " FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'castled'"
    "  AND tablename NOT IN ('castled', 'leases') LOOP EXECUTE format('DELETE FROM castled.%I', "
    "each); END LOOP;"
    " UPDATE castled.leases SET node = '', epoch = 0;"
    " UPDATE castled.castled SET epoch = 0, axis = 0, archive_format = 1, recoded = -1,"
    "  secret = sha256(uuid_send(gen_random_uuid())),"
    "  id_key = uuid_send(gen_random_uuid());"
    " PERFORM setval(oid::regclass, 1, false) FROM pg_class"
    "  WHERE relkind = 'S' AND relnamespace = 'castled'::regnamespace;"
    "END $$";
#else
    "DROP SCHEMA IF EXISTS castled CASCADE";
#endif

static inline void rig_make_database(Rig *rig)
{
    char address[256], sql[160], name[32];
    postgres_rig_address(&rig_postgres, "postgres", address, sizeof address);
    if (rig_count++ == 0) {
        postgres_rig_ask(&rig->connection, address, RIG_EMPTY); /* a test may have been killed */
        memcpy(rig->server, address, sizeof rig->server);
        return;
    }
    snprintf(name, sizeof name, "rig%s", strrchr(rig->directory, '-') + 1);
    snprintf(sql, sizeof sql, "CREATE DATABASE \"%s\" TEMPLATE template0", name);
    postgres_rig_ask(&rig->connection, address, sql);
    postgres_rig_forget(&rig->connection);
    postgres_rig_address(&rig_postgres, name, rig->server, sizeof rig->server);
}

static inline void rig_drop_database(Rig *rig)
{
    if (rig->server[0] && !rig_has_database(rig))
        postgres_rig_ask(&rig->connection, rig->server, RIG_EMPTY);
    postgres_rig_forget(&rig->connection);
    rig_count--;
}

/* Another castled's directory with the same database. */
static inline Rig rig_rival(const Rig *other)
{
    Rig rival = {.lock = NULL};
    snprintf(rival.directory, sizeof rival.directory, "%.50s-rival", other->directory);
    memcpy(rival.server, other->server, sizeof rival.server);
    return rival;
}

static inline void rig_clear_rival(Rig *rival)
{
    char command[96];
    postgres_rig_forget(&rival->connection);
    snprintf(command, sizeof command, "rm -rf '%s'", rival->directory);
    ck_assert_int_eq(system(command), 0);
}
#else
/* With the simulated PostgreSQL (tests/sim/postgres) the directory has its file, so that questions are as for SQLite. */
static inline bool rig_has_store(void)
{
    return !getenv("CASTLED_TEST_STORE");
}

static inline void rig_end_store(void) {}

static inline bool rig_is_postgres(void)
{
    return false;
}
#endif

static inline void rig_init(Rig *rig)
{
    *rig = (Rig){0};
    const char *base = getenv("TMPDIR");
    snprintf(rig->directory, sizeof rig->directory, "%s/castled-store-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(rig->directory));
    snprintf(rig->file, sizeof rig->file, "%s/castled.db", rig->directory);
#ifdef TEST_SIMULATED_POSTGRES
    snprintf(rig->server, sizeof rig->server, "postgresql://rig@simulated/%s", rig->file);
#endif
#ifdef TEST_POSTGRES
    if (rig_is_postgres())
        rig_make_database(rig);
#endif
}

static inline StoreError rig_try_open(Rig *rig, Durability durability)
{
    ck_assert_int_eq(uv_loop_init(&rig->loop), 0);
    rig->committed = 0;
    StoreOptions options = {.directory = rig->directory,
                            .server = rig->server[0] ? rig->server : NULL,
                            .watch = rig->watch,
                            .loop = &rig->loop,
                            .durability = durability,
                            .archive_after = rig->archive_after,
                            .context = rig,
                            .on_commit = rig_on_commit,
                            .on_failure = rig_on_failure,
                            .on_recovered = rig_on_recovered,
                            .on_away = rig->on_away};
    StoreError error = store_open(&rig->store, &options, rig->line);
    if (error != STORE_OK) {
        ck_assert_ptr_null(rig->store);
        ck_assert_int_eq(uv_loop_close(&rig->loop), 0); /* nothing was left running on it */
    }
    return error;
}

static inline void rig_open(Rig *rig, Durability durability)
{
    StoreError error = rig_try_open(rig, durability);
    ck_assert_msg(error == STORE_OK, "%s", rig->line);
}

static inline StoreError rig_close(Rig *rig)
{
    StoreError error = store_close(rig->store);
    uv_run(&rig->loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&rig->loop), 0);
    return error;
}

static inline void rig_clear(Rig *rig)
{
    static const char *const names[] = {"castled.db", "castled.db-wal", "castled.db-shm",
                                        "castled.lock"};
    char path[128];
#ifdef TEST_POSTGRES
    if (rig_is_postgres())
        rig_drop_database(rig);
#endif
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", rig->directory, names[i]);
        unlink(path);
    }
    ck_assert_int_eq(rmdir(rig->directory), 0);
}

/* An act of an operator in those words; the number of its batch. */
static inline uint64_t rig_put_act(Rig *rig, const char *what)
{
    StoreAct act = {.at = 1793000000000};
    snprintf(act.act, sizeof act.act, "%s", what);
    return store_put_act(rig->store, &act);
}

/* Flushes, and runs the loop until that is durable. */
static inline void rig_commit(Rig *rig, uint64_t number)
{
    store_flush(rig->store);
    while (rig->committed < number)
        uv_run(&rig->loop, UV_RUN_ONCE);
}

static inline StorePlayer rig_player(const char *id, const char *name)
{
    StorePlayer player = {.guest = true, .made = 1793000000000};
    snprintf(player.id, sizeof player.id, "%s", id);
    snprintf(player.name, sizeof player.name, "%s", name);
    return player;
}

/* A game of "ann" (also put here) against a computer, put but not flushed. */
static inline GameId rig_put_game(Rig *rig)
{
    StorePlayer ann = rig_player("ann", "Ann");
    store_put_player(rig->store, &ann);
    StoreGame game = {
        .id = store_draw_game_id(rig->store),
        .seat = {[WHITE] = {.player = "ann"}, [BLACK] = {.kind = STORE_SEAT_LEVEL, .level = 4}},
        .control = {.timed = true, .initial = 300000, .increment = 3000},
        .created = 1000,
        .made = 1793000000001};
    store_put_game(rig->store, &game);
    return game.id;
}

static inline uint64_t rig_put_event(Rig *rig, const GameId *id, uint32_t seq)
{
    unsigned char bytes[8] = {1, 2, 3};
    memcpy(bytes + 4, &seq, sizeof seq);
    return store_put_event(rig->store, id, seq, bytes, sizeof bytes);
}

/* A connection of its own to the file, which waits while the store writes. */
static inline sqlite3 *rig_database(const Rig *rig)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open_v2(rig->file, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 60000);
    return db;
}

/* One number from the file, read through a connection of its own; -1 without a row. */
static inline int64_t rig_ask(const Rig *rig, const char *sql)
{
#ifdef TEST_POSTGRES
    if (rig->server[0])
        return postgres_rig_ask(&((Rig *)rig)->connection, rig->server, sql);
#endif
    sqlite3 *db = rig_database(rig);
    sqlite3_stmt *statement;
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    int rc = sqlite3_step(statement);
    int64_t value = rc == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    ck_assert_msg(rc == SQLITE_ROW || rc == SQLITE_DONE, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}

/* Nothing can be written until rig_unlock; what is durable can be read. */
static inline void rig_lock(Rig *rig)
{
#ifdef TEST_POSTGRES
    if (rig->server[0]) {
        PGconn *connection = PQconnectdb(rig->server);
        PGresult *result = PQexec(connection, "BEGIN; LOCK TABLE castled.leases IN EXCLUSIVE MODE");
        ck_assert_int_eq(PQresultStatus(result), PGRES_COMMAND_OK);
        PQclear(result);
        rig->lock = connection;
        return;
    }
#endif
    sqlite3 *db = rig_database(rig);
    ck_assert_int_eq(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    rig->lock = db;
}

static inline void rig_unlock(Rig *rig)
{
#ifdef TEST_POSTGRES
    if (rig->server[0]) {
        PQfinish(rig->lock);
        return;
    }
#endif
    ck_assert_int_eq(sqlite3_exec(rig->lock, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(rig->lock);
}

/* In place of run_suite: 77, which ctest takes as skipped, without the database that is asked for. */
static inline int rig_run_suite(Suite *suite)
{
    if (!rig_has_store()) {
        fputs("skipped: PostgreSQL's programs are not installed\n", stderr);
        return 77;
    }
    int failed = run_suite(suite);
    rig_end_store();
    return failed;
}
