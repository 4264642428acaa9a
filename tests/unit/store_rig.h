/* store_rig.h - a store on a temporary directory with a loop of its own, for the tests of the store.
 *
 * Included by one test program each; rig_open and rig_close pair up, rig_clear removes the directory. */
#pragma once

#include "check_rig.h"
#include "store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    char directory[64];
    char file[96];
    uv_loop_t loop;
    Store *store;
    char line[STORE_LINE_MAX];
    uint64_t committed;
    int commits, failures, recoveries;
    StoreError failure;
    int64_t archive_after; /* for the next rig_open */
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

static inline void rig_init(Rig *rig)
{
    *rig = (Rig){0};
    const char *base = getenv("TMPDIR");
    snprintf(rig->directory, sizeof rig->directory, "%s/castled-store-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(rig->directory));
    snprintf(rig->file, sizeof rig->file, "%s/castled.db", rig->directory);
}

static inline StoreError rig_try_open(Rig *rig, Durability durability)
{
    ck_assert_int_eq(uv_loop_init(&rig->loop), 0);
    rig->committed = 0;
    StoreOptions options = {.directory = rig->directory,
                            .loop = &rig->loop,
                            .durability = durability,
                            .archive_after = rig->archive_after,
                            .context = rig,
                            .on_commit = rig_on_commit,
                            .on_failure = rig_on_failure,
                            .on_recovered = rig_on_recovered};
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
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", rig->directory, names[i]);
        unlink(path);
    }
    ck_assert_int_eq(rmdir(rig->directory), 0);
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

/* One number from the file, read through a connection of its own; -1 without a row. */
static inline int64_t rig_ask(const Rig *rig, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open_v2(rig->file, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    int rc = sqlite3_step(statement);
    int64_t value = rc == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    ck_assert_msg(rc == SQLITE_ROW || rc == SQLITE_DONE, "%s", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return value;
}
