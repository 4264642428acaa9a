#include "postgres_connect.h"

#include "postgres_parts.h"
#include "sql.h"

#include <uv.h>

#include <stdio.h>
#include <string.h>

/* What a server says beside its answers. While a standby has to have a commit, that the wait for it was ended: the commit is
 * there, but may be lost with this server (SyncRepWaitForLSN in PostgreSQL's syncrep.c). */
static void on_notice(void *context, const PGresult *notice)
{
    PostgresDb *db = context;
    const char *code = db->library.resultErrorField(notice, PG_DIAG_SQLSTATE);
    if (code && (strcmp(code, "57014") == 0 || strncmp(code, "57P", 3) == 0))
        db->is_unsure = true;
}

static void keep_row(const PostgresDb *db, const PGresult *result, PostgresRow *row)
{
    enum { COUNT = sizeof row->values / sizeof *row->values };
    *row = (PostgresRow){.values = {""}};
    for (int i = 0; i < COUNT && i < db->library.nfields(result); i++)
        if (db->library.ntuples(result) > 0)
            snprintf(row->values[i], sizeof row->values[i], "%s",
                     db->library.getvalue(result, 0, i));
}

DbResult postgres_db_exec(Db *base, const char *sql, PostgresRow *row)
{
    PostgresDb *db = (PostgresDb *)base;
    db->failure = DB_OK;
    PGresult *result = db->library.exec(db->connection, sql);
    ExecStatusType status = db->library.resultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        postgres_note(db, result);
    if (row)
        keep_row(db, result, row);
    db->library.clear(result);
    return db->failure;
}

/* What is given first can be changed by the address. */
static PGconn *dial(const PostgresDb *db)
{
    char limit[16];
    snprintf(limit, sizeof limit, "%d", POSTGRES_CONNECT_MAX);
    const char *const names[] = {"connect_timeout",           "keepalives_idle",
                                 "keepalives_interval",       "keepalives_count",
                                 "tcp_user_timeout",          "target_session_attrs",
                                 "fallback_application_name", "dbname",
                                 "client_encoding",           NULL};
    const char *const values[] = {limit,     "5",
                                  "2",       "3",
                                  "10000",   db->options.is_reader ? "any" : "read-write",
                                  "castled", db->options.address,
                                  "UTF8",    NULL};
    return db->library.connectdbParams(names, values, 1);
}

DbResult postgres_db_dial(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    db->attempted = uv_hrtime();
    db->failure = DB_OK;
    db->connection = dial(db);
    if (!db->connection || db->library.status(db->connection) != CONNECTION_OK)
        return postgres_lose(db, db->connection ? db->library.errorMessage(db->connection)
                                                : "there is no memory");
    db->library.setNoticeReceiver(db->connection, on_notice, db);
    if (db->library.serverVersion(db->connection) < POSTGRES_VERSION_LEAST)
        return postgres_lose(db, "PostgreSQL 14 or later is needed");
    DbResult result = postgres_db_exec(base, PG_SET_UP, NULL);
    if (result == DB_OK)
        result = postgres_db_exec(base, db->options.syncs ? PG_SYNC_ON : PG_SYNC_OFF, NULL);
    return result == DB_OK ? DB_OK : postgres_lose(db, NULL);
}

DbResult postgres_db_begin(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    db->library.setnonblocking(db->connection, 1);
    if (!db->library.enterPipelineMode(db->connection))
        return postgres_lose(db, "pipeline mode is refused");
    for (const PostgresStatement *kept = db->kept; kept; kept = kept->next)
        if (!postgres_send_prepare(db, kept))
            return DB_FAILED;
    DbResult result = postgres_settle(db, NULL);
    return result == DB_OK ? DB_OK : postgres_lose(db, NULL);
}

DbResult postgres_need(Db *base)
{
    PostgresDb *db = (PostgresDb *)base;
    db->failure = DB_OK;
    if (db->connection)
        return DB_OK;
    if (!db->has_claim && db->attempted &&
        uv_hrtime() < db->attempted + (uint64_t)POSTGRES_READS_AGAIN * 1000000)
        return DB_FAILED;
    DbResult result = postgres_db_dial(base);
    return result == DB_OK ? postgres_db_begin(base) : result;
}
