#include "postgres_connect.h"

#include "postgres_parts.h"
#include "sql.h"

#include <uv.h>

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

/* What a server says beside its answers. While a standby has to have a commit, that the wait for it was ended: the commit is
 * there, but may be lost with this server. Ended by pg_cancel_backend, that has the code of any warning, and its words may be in any
 * language: where it comes from tells it. */
static void on_notice(void *context, const PGresult *notice)
{
    PostgresDb *db = context;
    const char *code = db->library.resultErrorField(notice, PG_DIAG_SQLSTATE);
    const char *function = db->library.resultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);
    if ((code && strncmp(code, "57P", 3) == 0) ||
        (function && strcmp(function, "SyncRepWaitForLSN") == 0)) /* of PostgreSQL's syncrep.c */
        db->is_unsure = true;
}

/* What is given before the address can be changed by it. */
void postgres_set_dial(PostgresDial *dial, const PostgresDb *db, bool is_any_good)
{
    const char *const terms[][2] = {
        {"connect_timeout", dial->limit},
        {"keepalives_idle", "5"},
        {"keepalives_interval", "2"},
        {"keepalives_count", "3"},
        {"tcp_user_timeout", "10000"},
        {"target_session_attrs", db->options.is_reader ? "any" : "read-write"},
        {"fallback_application_name", "castled"},
        {"dbname", db->options.address},
        {"client_encoding", "UTF8"},
        {is_any_good ? "target_session_attrs" : NULL, is_any_good ? "any" : NULL},
    };
    static_assert(sizeof terms / sizeof *terms < POSTGRES_DIAL_MAX, "there is room for a NULL");
    *dial = (PostgresDial){.names = {NULL}};
    int64_t limit = db->patience / 1000;
    snprintf(dial->limit, sizeof dial->limit, "%d",
             limit < POSTGRES_CONNECT_MAX ? (int)limit : POSTGRES_CONNECT_MAX);
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        dial->names[i] = terms[i][0];
        dial->values[i] = terms[i][1];
    }
}

static PGconn *dial_server(const PostgresDb *db)
{
    PostgresDial dial;
    postgres_set_dial(&dial, db, false);
    return db->library.connectdbParams(dial.names, dial.values, 1);
}

bool postgres_db_was_locked(const Db *base)
{
    const PostgresDb *db = (const PostgresDb *)base;
    return db->connection && strcmp(db->code, "55P03") == 0;
}

bool postgres_db_is_connected(const Db *base)
{
    return ((const PostgresDb *)base)->connection != NULL;
}

void postgres_db_hang_up(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    if (db->connection)
        postgres_lose(db, NULL);
}

/* All of it within the patience of one statement. */
static DbResult set_up(PostgresDb *db)
{
    uint64_t since = postgres_limit(db);
    DbResult result = postgres_db_exec(&db->db, PG_SET_UP, NULL);
    if (result == DB_OK)
        result = postgres_db_exec(&db->db, db->options.syncs ? PG_SYNC_ON : PG_SYNC_OFF, NULL);
    db->since = since;
    return result;
}

DbResult postgres_db_dial(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    db->attempted = uv_hrtime();
    db->failure = DB_OK;
    db->connection = dial_server(db);
    if (!db->connection || db->library.status(db->connection) != CONNECTION_OK)
        return postgres_lose(db, db->connection ? db->library.errorMessage(db->connection)
                                                : "there is no memory");
    db->library.setNoticeReceiver(db->connection, on_notice, db);
    db->library.setnonblocking(db->connection, 1);
    if (db->library.serverVersion(db->connection) < POSTGRES_VERSION_LEAST)
        return postgres_lose(db, "PostgreSQL 14 or later is needed");
    if (set_up(db) != DB_OK)
        return postgres_lose(db, NULL);
    db->attempted = 0;
    return DB_OK;
}

static DbResult prepare_kept(PostgresDb *db)
{
    for (const PostgresStatement *kept = db->kept; kept; kept = kept->next)
        if (!postgres_send_prepare(db, kept))
            return DB_FAILED;
    return postgres_settle(db, NULL);
}

DbResult postgres_db_begin(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    if (!db->connection)
        return DB_FAILED;
    if (!db->library.enterPipelineMode(db->connection))
        return postgres_lose(db, "pipeline mode is refused");
    uint64_t since = postgres_limit(db);
    DbResult result = prepare_kept(db);
    db->since = since;
    return result == DB_OK ? DB_OK : postgres_lose(db, NULL);
}

DbResult postgres_db_end(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    if (!db->connection)
        return DB_FAILED;
    if (!db->library.exitPipelineMode(db->connection))
        return postgres_lose_with_message(db);
    return DB_OK;
}

int64_t postgres_db_be_patient(Db *base, int64_t patience)
{
    PostgresDb *db = (PostgresDb *)base;
    int64_t before = db->patience;
    db->patience = patience;
    return before;
}

/* A server that has ended, or has ended this connection, has said so by now. Little else comes while nothing is asked. */
static void look_for_end(PostgresDb *db)
{
    struct pollfd idle = {.fd = db->library.socket(db->connection), .events = POLLIN};
    while (db->connection && poll(&idle, 1, 0) > 0 && postgres_consume(db)) {
        db->is_unsure = false;
        db->library.isBusy(db->connection); /* which hands out notices */
        if (db->is_unsure)
            postgres_lose(db, NULL);
    }
}

DbResult postgres_need(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    if (db->connection && strcmp(db->code, "25006") == 0) /* it only reads; another may not */
        postgres_lose(db, NULL);
    if (db->connection)
        look_for_end(db);
    db->failure = DB_OK;
    db->code[0] = '\0';
    if (db->connection)
        return DB_OK;
    if (!db->has_claim && db->attempted &&
        uv_hrtime() < db->attempted + (uint64_t)POSTGRES_READS_AGAIN * 1000000)
        return DB_FAILED;
    DbResult result = postgres_db_dial(base);
    return result == DB_OK ? postgres_db_begin(base) : result;
}
