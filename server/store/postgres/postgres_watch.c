#include "postgres_watch.h"

#include "database.h"
#include "memory.h"
#include "postgres_connect.h"
#include "postgres_db.h"
#include "postgres_schema.h"
#include "postgres_stuck.h"
#include "schema.h"
#include "sql.h"
#include "wall_clock.h"

#include <uv.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* While PostgreSQL was away its owner could not say that it is alive. It has this long to do so, and goes on (ms). */
enum { OWNER_COMES_BACK = 1500 };

struct PostgresWatch {
    PostgresWatchTerms terms;
    Db *db;
    char path[DATABASE_PATH_MAX]; /* the address without its password */
    bool is_ready;                /* connected, and the tables have been looked at */
    bool has_secret;
    ClusterView seen; /* the last time that it answered */
    bool was_away;
    uint64_t trusts_at; /* uv_hrtime: from when on leases may count as free */
    bool had_bus;       /* in the last sign of life */
    uint64_t sign_at;   /* uv_hrtime: when the next one is due */
};

PostgresWatch *postgres_watch_new(const PostgresWatchTerms *terms, char *line)
{
    const PostgresOptions options = {
        .address = terms->address, .syncs = true, .is_watch = true, .is_over = terms->is_over};
    PostgresWatch *watch = memory_new(sizeof *watch);
    watch->terms = *terms;
    watch->db = postgres_db_new(&options);
    if (postgres_db_check(watch->db, watch->path, line) == STORE_OK)
        return watch;
    postgres_watch_free(watch);
    return NULL;
}

/* ---- a new connection ---- */

/* The keys of a cluster never change: with others it is another database. */
static DbResult read_secret(PostgresWatch *watch, bool *is_same)
{
    DbStatement *row;
    DbResult result = db_prepare(watch->db, PG_READ_SECRET, false, &row);
    if (result != DB_OK)
        return result;
    result = db_step(row);
    bool is_whole = result == DB_ROW && db_size(row, 0) == CLUSTER_SECRET_SIZE;
    *is_same = is_whole && (!watch->has_secret ||
                            memcmp(watch->terms.secret, db_text(row, 0), CLUSTER_SECRET_SIZE) == 0);
    if (is_whole && !watch->has_secret)
        memcpy(watch->terms.secret, db_text(row, 0), CLUSTER_SECRET_SIZE);
    watch->has_secret = watch->has_secret || is_whole;
    db_finalize(row);
    return result != DB_ROW && result != DB_DONE ? result : is_whole ? DB_OK : DB_DAMAGED;
}

/* Nobody can own what has no tables yet. */
static StoreError make_schema(PostgresWatch *watch, char *line)
{
    PostgresSchema found;
    DbResult result = postgres_schema_find(watch->db, &found);
    if (result == DB_OK && found.is_ours && found.version <= schema_version(postgres_schema_sql))
        return STORE_OK;
    if (result != DB_OK)
        return database_refused(watch->db, watch->path, result, line);
    StoreError error = postgres_schema_lock(watch->db, watch->path, 0, &found, line);
    if (error != STORE_OK)
        return error;
    result = found.is_ours ? DB_OK : postgres_schema_make(watch->db, &found);
    if (result == DB_OK)
        result = postgres_db_exec(watch->db, "COMMIT", NULL);
    return result == DB_OK ? STORE_OK : database_refused(watch->db, watch->path, result, line);
}

static StoreError get_ready(PostgresWatch *watch, char *line)
{
    bool is_same = true;
    DbResult result = postgres_db_dial(watch->db);
    if (result != DB_OK)
        return database_refused(watch->db, watch->path, result, line);
    StoreError error = make_schema(watch, line);
    if (error != STORE_OK)
        return error;
    result = postgres_db_begin(watch->db);
    if (result == DB_OK)
        result = read_secret(watch, &is_same);
    if (result != DB_OK)
        return database_refused(watch->db, watch->path, result, line);
    if (!is_same)
        return database_say(line, watch->path, STORE_FOREIGN,
                            "it is another castled's database than before");
    watch->is_ready = true;
    watch->sign_at = 0;
    if (watch->was_away)
        watch->trusts_at = uv_hrtime() + (uint64_t)OWNER_COMES_BACK * 1000000;
    watch->was_away = false;
    return STORE_OK;
}

/* ---- looking ---- */

/* PostgreSQL read its clock between these two readings of ours: what lies outside of them is a difference. */
static void compare_clocks(const PostgresWatch *watch, int64_t before, int64_t theirs,
                           int64_t after, ClusterView *view)
{
    int64_t ahead = theirs < before ? before - theirs : theirs > after ? after - theirs : 0;
    view->clock_ahead = ahead / 1000;
    view->is_clock_off = llabs(ahead) > watch->terms.clock_tolerance;
}

static DbResult see_leases(PostgresWatch *watch, ClusterView *view, int *version)
{
    DbStatement *row;
    DbResult result = db_prepare(watch->db, PG_LOOK_AT_LEASES, false, &row);
    if (result != DB_OK)
        return result;
    db_bind_text(row, 1, watch->terms.node, -1);
    int64_t asked_at = wall_clock();
    result = db_step(row);
    if (result == DB_ROW) {
        compare_clocks(watch, asked_at, db_number(row, 4), wall_clock(), view);
        *version = (int)db_number(row, 0);
        view->epoch = (uint64_t)db_number(row, 1);
        snprintf(view->owner, sizeof view->owner, "%s", db_text(row, 2));
        view->is_free = db_number(row, 3) != 0 && uv_hrtime() >= watch->trusts_at;
        view->is_own = strcmp(view->owner, watch->terms.node) == 0;
    }
    db_finalize(row);
    return result == DB_ROW ? DB_OK : result == DB_DONE ? DB_DAMAGED : result;
}

static DbResult give_sign(PostgresWatch *watch, bool has_bus)
{
    DbStatement *statement;
    uint64_t now = uv_hrtime();
    if (now < watch->sign_at && has_bus == watch->had_bus)
        return DB_OK;
    DbResult result = db_prepare(watch->db, PG_NOTE_MEMBER, false, &statement);
    if (result != DB_OK)
        return result;
    db_bind_text(statement, 1, watch->terms.node, -1);
    db_bind_text(statement, 2, watch->terms.version, -1);
    db_bind_int(statement, 3, has_bus);
    db_bind_int(statement, 4, CLUSTER_SILENCE);
    result = db_run(statement);
    db_finalize(statement);
    if (result == DB_OK) {
        watch->sign_at = now + (uint64_t)CLUSTER_SIGN_EVERY * 1000000;
        watch->had_bus = has_bus;
    }
    return result;
}

static DbResult see_members(PostgresWatch *watch, ClusterView *view)
{
    DbStatement *row;
    DbResult result = db_prepare(watch->db, PG_LOOK_AT_MEMBERS, false, &row);
    if (result != DB_OK)
        return result;
    db_bind_text(row, 1, view->owner, -1);
    result = db_step(row);
    if (result == DB_ROW) {
        view->nodes = (int)db_number(row, 0);
        view->on_bus = (int)db_number(row, 1);
        view->owner_has_bus = db_number(row, 2) != 0;
    }
    db_finalize(row);
    return result == DB_ROW || result == DB_DONE ? DB_OK : result;
}

/* Tables of an older castled have no place for signs of life before store_open has brought them up to date. */
static StoreError look(PostgresWatch *watch, bool has_bus, ClusterView *view)
{
    int version = 0;
    DbResult result = see_leases(watch, view, &version);
    if (result == DB_OK && version > schema_version(postgres_schema_sql))
        return postgres_schema_refuse(version, watch->path, view->line);
    if (result == DB_OK && version == schema_version(postgres_schema_sql))
        result = give_sign(watch, has_bus);
    if (result == DB_OK && version == schema_version(postgres_schema_sql))
        result = see_members(watch, view);
    if (result == DB_OK && view->is_free && !view->is_own)
        result = postgres_end_stuck(watch->db);
    return result == DB_OK ? STORE_OK
                           : database_refused(watch->db, watch->path, result, view->line);
}

/* What has worked is waited for. Before that, what PostgreSQL says to this castled will be the same the next time. */
static bool is_final(PostgresWatch *watch, StoreError error)
{
    if (error == STORE_FOREIGN || error == STORE_NEWER)
        return true;
    return error != STORE_LOCKED && !watch->has_secret && !postgres_db_is_away(watch->db);
}

void postgres_watch_look(PostgresWatch *watch, bool has_bus, ClusterView *view)
{
    *view = (ClusterView){.state = CLUSTER_SEEN};
    if (!postgres_db_is_connected(watch->db))
        watch->is_ready = false;
    view->error = watch->is_ready ? STORE_OK : get_ready(watch, view->line);
    if (view->error == STORE_OK)
        view->error = look(watch, has_bus, view);
    if (view->error == STORE_OK) {
        watch->seen = *view;
        return;
    }
    watch->was_away = watch->was_away || view->error != STORE_LOCKED;
    ClusterView failed = *view;
    *view = watch->seen;
    view->state = is_final(watch, failed.error) ? CLUSTER_REFUSED : CLUSTER_AWAY;
    view->error = failed.error;
    memcpy(view->line, failed.line, sizeof view->line);
    view->is_free = false;
    postgres_db_hang_up(watch->db);
    watch->is_ready = false;
}

void postgres_watch_free(PostgresWatch *watch)
{
    DbStatement *leave;
    if (watch->is_ready && postgres_db_is_connected(watch->db) &&
        db_prepare(watch->db, PG_FORGET_MEMBER, false, &leave) == DB_OK) {
        db_bind_text(leave, 1, watch->terms.node, -1);
        db_run(leave);
        db_finalize(leave);
    }
    db_close(watch->db);
    free(watch);
}
