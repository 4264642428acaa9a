#include "postgres_db.h"

#include "database.h"
#include "memory.h"
#include "postgres_connect.h"
#include "postgres_parts.h"
#include "sql.h"
#include "store_address.h"

#include <uv.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DbResult settle(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    return postgres_settle(db, NULL);
}

/* ---- transactions ---- */

static DbResult begin_read(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    DbResult result = postgres_need(base);
    if (result == DB_OK &&
        !postgres_send_text(db, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        result = DB_FAILED;
    db->in_transaction = result == DB_OK;
    return result;
}

/* Writes a list of numbers as PostgreSQL's text of an array. */
static char *print_array(const DbScope *scope, const int64_t *values)
{
    char *text = memory_new((size_t)DB_LEASES * 21 + 3), *out = text;
    *out++ = '{';
    for (int i = 0; i < DB_LEASES; i++)
        if (scope->partitions[i / 64] >> i % 64 & 1)
            out += sprintf(out, "%" PRId64 ",", values ? values[i] : (int64_t)i);
    out[out[-1] == ',' ? -1 : 0] = '}';
    return text;
}

static DbResult check_leases(PostgresDb *db, const DbScope *scope)
{
    char *partitions = print_array(scope, NULL), *epochs = print_array(scope, db->claim.epochs);
    db_bind_text(db->check, 1, db->claim.node, -1);
    db_bind_text(db->check, 2, partitions, -1);
    db_bind_text(db->check, 3, epochs, -1);
    free(partitions);
    free(epochs);
    return db_run(db->check);
}

static void rollback(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    char message[POSTGRES_MESSAGE_MAX];
    if (!db->in_transaction)
        return;
    db->in_transaction = db->is_writing = false;
    memcpy(message, db->message, sizeof message);
    if (db->unread > 0)
        postgres_settle(db, NULL);
    if (postgres_send_text(db, "ROLLBACK"))
        postgres_settle(db, NULL);
    memcpy(db->message, message, sizeof message);
}

/* The lease is counted from before it is asked for, so that it never seems longer here than it is there. */
static void extend_lease(PostgresDb *db, uint64_t asked_at)
{
    db->alive_at = asked_at;
    atomic_store(&db->leased_until, asked_at + (uint64_t)POSTGRES_LEASE * 1000000);
}

static int64_t lease_left(const Db *base)
{
    const PostgresDb *db = (const PostgresDb *)base;
    int64_t left = (int64_t)(atomic_load(&db->leased_until) - uv_hrtime());
    return db->has_claim ? left / 1000000 : INT64_MAX;
}

static bool is_away(const Db *base)
{
    const PostgresDb *db = (const PostgresDb *)base;
    return !db->connection || postgres_is_passing(db->code);
}

static void opened(Db *base)
{
    ((PostgresDb *)base)->patience = POSTGRES_SILENCE_MAX;
}

static DbResult note_batch(PostgresDb *db)
{
    db->asked_at = uv_hrtime();
    db_bind_text(db->note, 1, db->claim.node, -1);
    db_bind_int(db->note, 2, (int64_t)db->number);
    db_bind_int(db->note, 3, POSTGRES_LEASE);
    return db_run(db->note);
}

/* What is lost after this was sent may have been committed. */
static DbResult send_commit(PostgresDb *db)
{
    PGresult *answer = NULL;
    if (db->is_writing && db->number)
        db->doubt = db->number;
    if (!postgres_send_text(db, "COMMIT"))
        return DB_FAILED;
    DbResult result = postgres_settle(db, &answer);
    bool is_committed = result == DB_OK && strcmp(db->library.cmdStatus(answer), "COMMIT") == 0;
    db->library.clear(answer);
    if (result == DB_OK && !is_committed) {
        snprintf(db->message, sizeof db->message, "the transaction was rolled back");
        result = DB_FAILED;
    }
    if (result == DB_OK && db->is_unsure) {
        snprintf(db->message, sizeof db->message, "no standby has confirmed the commit");
        db->in_transaction = db->is_writing = false;
        return DB_FAILED;
    }
    if (db->connection && result != DB_FAILED)
        db->doubt = 0;
    return result;
}

static DbResult commit(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    bool is_writing = db->is_writing;
    DbResult result = db->in_transaction ? db->failure : DB_FAILED;
    if (result == DB_OK && is_writing && db->has_claim && db->number)
        result = note_batch(db);
    if (result == DB_OK)
        result = send_commit(db);
    if (result == DB_OK) {
        db->in_transaction = db->is_writing = false;
        if (db->asked_at)
            extend_lease(db, db->asked_at);
    } else if (!is_writing) {
        rollback(base);
    }
    return result;
}

/* The transaction in doubt may still be under way, in a server process that has not noticed yet that nobody listens. It has
 * locked its leases, and this waits for its end; or it has not, and will find that they have a new epoch. */
static DbResult retake(PostgresDb *db)
{
    int count = 0;
    DbResult result;
    db_bind_text(db->retake, 1, db->claim.node, -1);
    if (!postgres_send_text(db, PG_LOCK_LEASES))
        return DB_FAILED;
    while ((result = db_step(db->retake)) == DB_ROW && count < DB_LEASES) {
        db->claim.epochs[db_number(db->retake, 0) % DB_LEASES] = db_number(db->retake, 1);
        count++;
    }
    db_reset(db->retake);
    if (result != DB_DONE)
        return result == DB_ROW ? DB_DAMAGED : result;
    return count == DB_LEASES ? DB_OK : DB_TAKEN;
}

/* Whether the batch in doubt was committed: DB_DONE if it was. It also writes, so that its own commit shows that what was
 * before is as safe as that. */
static DbResult ask(PostgresDb *db)
{
    bool is_found = false;
    if (!postgres_send_text(db, "BEGIN"))
        return DB_FAILED;
    db->in_transaction = true;
    DbResult result = retake(db);
    if (result == DB_OK) {
        db_bind_text(db->ask, 1, db->claim.node, -1);
        result = db_step(db->ask);
        is_found = result == DB_ROW && (uint64_t)db_number(db->ask, 0) == db->doubt;
        db_reset(db->ask);
        result = result == DB_ROW ? commit(&db->db) : result == DB_DONE ? DB_TAKEN : result;
    }
    if (result != DB_OK) {
        rollback(&db->db);
        return result;
    }
    db->doubt = 0;
    return is_found ? DB_DONE : DB_OK;
}

static DbResult begin_write(Db *base, const DbScope *scope, uint64_t number)
{
    PostgresDb *db = (PostgresDb *)base;
    DbResult result = postgres_need(base);
    db->is_unsure = false;
    db->asked_at = 0;
    if (result == DB_OK && number && number == db->doubt)
        result = ask(db);
    if (result != DB_OK)
        return result;
    if (!postgres_send_text(db, "BEGIN"))
        return DB_FAILED;
    db->in_transaction = db->is_writing = true;
    db->number = number;
    return db->has_claim ? check_leases(db, scope) : DB_OK;
}

/* Says that the server is alive, unless another has taken over. All leases are taken together, so one of them tells. */
static DbResult idle(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    DbScope scope = {{0}};
    if (!db->has_claim || uv_hrtime() < db->alive_at + (uint64_t)POSTGRES_LEASE_EVERY * 1000000)
        return DB_OK;
    db_scope_add(&scope, DB_LOBBY);
    DbResult result = begin_write(base, &scope, 0);
    if (result == DB_OK) {
        db->asked_at = uv_hrtime();
        db_bind_text(db->stay, 1, db->claim.node, -1);
        db_bind_int(db->stay, 2, POSTGRES_LEASE);
        result = db_run(db->stay);
    }
    if (result == DB_OK)
        result = commit(base);
    if (result != DB_OK)
        rollback(base);
    return result;
}

static const char *message(Db *base)
{
    return ((PostgresDb *)base)->message;
}

/* ---- the connection as a whole ---- */

static void close_db(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    DbStatement *leave = NULL;
    if (db->has_claim && db->connection &&
        db_prepare(base, PG_LEAVE_NODES, false, &leave) == DB_OK) {
        db_bind_text(leave, 1, db->claim.node, -1);
        db_run(leave);
        db_finalize(leave);
    }
    db_finalize(db->check);
    db_finalize(db->note);
    db_finalize(db->stay);
    db_finalize(db->retake);
    db_finalize(db->ask);
    if (db->connection)
        db->library.finish(db->connection);
    free(db);
}

static const DbKind POSTGRES = {
    .prepare = postgres_prepare,
    .settle = settle,
    .finalize = postgres_finalize,
    .parameters = postgres_parameters,
    .bind_int = postgres_bind_int,
    .bind_text = postgres_bind_text,
    .bind_blob = postgres_bind_blob,
    .clear = postgres_clear,
    .step = postgres_step,
    .reset = postgres_reset,
    .run = postgres_run,
    .is_null = postgres_is_null,
    .number = postgres_number,
    .bytes = postgres_bytes,
    .begin_read = begin_read,
    .begin_write = begin_write,
    .commit = commit,
    .rollback = rollback,
    .idle = idle,
    .lease_left = lease_left,
    .is_away = is_away,
    .opened = opened,
    .message = message,
    .close = close_db,
};

Db *postgres_db_new(const PostgresOptions *options)
{
    PostgresDb *db = memory_new(sizeof *db);
    *db = (PostgresDb){.db = {.kind = &POSTGRES, .is_remote = true},
                       .options = *options,
                       .patience = options->is_watch ? POSTGRES_WATCH_MAX
                                   : options->works  ? POSTGRES_WORK_MAX
                                                     : POSTGRES_SILENCE_MAX};
    if (libpq_open(&db->library))
        return &db->db;
    free(db);
    return NULL;
}

static const char *find_value(const PQconninfoOption *options, const char *keyword)
{
    for (; options->keyword; options++)
        if (strcmp(options->keyword, keyword) == 0 && options->val)
            return options->val;
    return "";
}

static bool print_name(Db *base, char *name, size_t size)
{
    PostgresDb *db = (PostgresDb *)base;
    char *wrong = NULL;
    PQconninfoOption *options = db->library.conninfoParse(db->options.address, &wrong);
    db->library.freemem(wrong);
    if (!options)
        return false;
    const char *host = find_value(options, "host"), *port = find_value(options, "port");
    snprintf(name, size, "postgresql://%s%s%s/%s", host, *port ? ":" : "", port,
             find_value(options, "dbname"));
    db->library.conninfoFree(options);
    return true;
}

StoreError postgres_db_check(Db *db, char *path, char *line)
{
    if (!db)
        return database_say(line, "--store", STORE_SERVER,
                            "PostgreSQL's client library, libpq 14 or later, is not installed");
    if (!store_address_is_good(((PostgresDb *)db)->options.address) ||
        !print_name(db, path, DATABASE_PATH_MAX))
        return database_say(line, "--store", STORE_SERVER, "this is no address of a database");
    return STORE_OK;
}

DbResult postgres_db_claim(Db *base, const PostgresClaim *claim)
{
    PostgresDb *db = (PostgresDb *)base;
    db->claim = *claim;
    db->has_claim = true;
    base->idle_every = POSTGRES_LEASE_EVERY;
    extend_lease(db, claim->asked_at);
    DbResult result = db_prepare(base, PG_CHECK_LEASES, true, &db->check);
    if (result == DB_OK)
        result = db_prepare(base, PG_NOTE_BATCH, true, &db->note);
    if (result == DB_OK)
        result = db_prepare(base, PG_STAY_ALIVE, true, &db->stay);
    if (result == DB_OK)
        result = db_prepare(base, PG_RETAKE_LEASES, true, &db->retake);
    if (result == DB_OK)
        result = db_prepare(base, PG_ASK_FOR_BATCH, true, &db->ask);
    return result == DB_OK ? settle(base) : result;
}
