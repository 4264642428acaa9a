#include "simulated_postgres.h"

#include "memory.h"
#include "row_checksum.h"
#include "schema.h"
#include "sql.h"

#include <sqlite3.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Prepared Prepared;
struct Prepared {
    Prepared *next;
    char name[16];
    char *sql;
    sqlite3_stmt *statement;
};

typedef enum { OUTSIDE, WITHIN, FAILED } Transaction;

struct Backend {
    sqlite3 *db;
    Transaction transaction;
    bool skips; /* after an error, until the pipeline is synchronised */
    Prepared *prepared;
};

/* What PostgreSQL's own statements are here. Times are ms. */
typedef struct {
    const char *postgres, *sqlite;
} Twin;

static const Twin TWINS[] = {
    {PG_SET_UP, "SELECT 1"},
    {PG_SYNC_ON, "SELECT 1"},
    {PG_SYNC_OFF, "SELECT 1"},
    {PG_ENCODING, "SELECT 'UTF8'"},
    {PG_LOCK_SCHEMA, "SELECT 1"},
    {PG_FIND_SCHEMA, "SELECT count(*), count(*) FROM sqlite_schema WHERE name = 'leases'"},
    {PG_READ_VERSION, "SELECT version FROM castled"},
    {PG_INSERT_OWN, "INSERT INTO castled (one, secret, id_key, epoch, axis, version) "
                    "VALUES (1, randomblob(32), randomblob(16), 0, 0, 0) ON CONFLICT DO NOTHING"},
    {PG_FIND_RIVAL, "SELECT node, CAST(alive AS TEXT), alive - clock() FROM nodes WHERE node <> $1 "
                    "AND alive > clock() AND EXISTS (SELECT 1 FROM leases l WHERE l.node = "
                    "nodes.node) LIMIT 1"},
    {PG_JOIN_NODES, "INSERT INTO nodes (node, epoch, alive, batch) VALUES ($1, 1, clock() + $2, 0) "
                    "ON CONFLICT (node) DO UPDATE SET epoch = nodes.epoch + 1, "
                    "alive = excluded.alive, batch = 0"},
    {PG_LOCK_LEASES, "SELECT count(*) FROM leases"},
    {PG_TRY_LEASES, "SELECT count(*) FROM leases"},
    {PG_WAIT_FOR_NOBODY, "SELECT 1"},
    {PG_END_SCHEMA_STUCK, "SELECT 1"},
    {PG_END_STUCK, "SELECT $1"}, /* nobody is waited for in the middle of a transaction */
    {PG_TAKE_LEASES, PG_TAKE_LEASES},
    {PG_RAISE_NUMBERS, "SELECT 0"},
    {PG_READ_LEASES, PG_READ_LEASES},
    {PG_CHECK_LEASES, PG_CHECK_LEASES},
    {PG_NOTE_BATCH, "UPDATE nodes SET batch = $2, alive = clock() + $3 WHERE node = $1"},
    {PG_STAY_ALIVE, "UPDATE nodes SET alive = clock() + $2 WHERE node = $1"},
    {PG_RETAKE_LEASES, PG_RETAKE_LEASES},
    {PG_ASK_FOR_BATCH, PG_ASK_FOR_BATCH},
    {PG_LEAVE_NODES, "UPDATE nodes SET alive = clock() WHERE node = $1"},
    {PG_READ_SECRET, PG_READ_SECRET},
    {PG_LOOK_AT_LEASES, "SELECT version, castled.epoch, leases.node, leases.node = $1 "
                        "OR nodes.node IS NULL OR nodes.alive <= clock(), clock() "
                        "FROM castled JOIN leases ON partition = 256 "
                        "LEFT JOIN nodes ON nodes.node = leases.node"},
    {PG_NOTE_MEMBER,
     "INSERT INTO members (node, version, on_bus, alive) "
     "VALUES ($1, $2, $3, clock() + $4) ON CONFLICT (node) DO UPDATE SET "
     "version = excluded.version, on_bus = excluded.on_bus, alive = excluded.alive"},
    {PG_LOOK_AT_MEMBERS, "SELECT count(*), count(*) FILTER (WHERE on_bus <> 0), "
                         "count(*) FILTER (WHERE on_bus <> 0 AND node = $1) FROM members "
                         "WHERE alive > clock()"},
    {PG_FORGET_MEMBER, "DELETE FROM members WHERE node = $1 OR alive < clock() - 86400000"},
    {PG_PUT_EVENTS, "INSERT INTO events SELECT game.value, seq.value, bytea(bytes.value) "
                    "FROM json_each(array($1)) game JOIN json_each(array($2)) seq ON seq.key = "
                    "game.key JOIN json_each(array($3)) bytes ON bytes.key = game.key"},
};

/* The tables that only PostgreSQL has. Their columns are those of sql/postgres/schema.sql. */
static const char OWN_TABLES[] =
    "ALTER TABLE castled ADD COLUMN version INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE nodes (node TEXT PRIMARY KEY, epoch INTEGER NOT NULL, alive INTEGER NOT NULL, "
    " batch INTEGER NOT NULL, asked INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE leases (partition INTEGER PRIMARY KEY, node TEXT NOT NULL, epoch INTEGER NOT "
    "NULL) STRICT;"
    "WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 256) "
    "INSERT INTO leases SELECT n, '', 0 FROM n;"
    "CREATE TABLE members (node TEXT PRIMARY KEY, version TEXT NOT NULL, on_bus INTEGER NOT NULL, "
    " alive INTEGER NOT NULL) STRICT;";

void query_free(Query *query)
{
    for (int i = 0; i < query->count; i++)
        free(query->values[i].bytes);
    free(query->sql);
    free(query);
}

/* ---- SQL functions ---- */

static void sql_clock(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count, (void)values;
    sqlite3_result_int64(context, simulated_postgres_clock());
}

/* PostgreSQL's text of an array as JSON. */
static void sql_array(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    char *text = sqlite3_mprintf("[%s", (const char *)sqlite3_value_text(values[0]) + 1);
    text[strlen(text) - 1] = ']';
    sqlite3_result_text(context, text, -1, sqlite3_free);
}

/* "\x" and hexadecimal digits. */
static void sql_bytea(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]) + 2;
    size_t length = strlen(text) / 2;
    unsigned char *bytes = memory_new(length + 1);
    (void)count;
    for (size_t i = 0; i < length; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};
        bytes[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    sqlite3_result_blob(context, bytes, (int)length, free);
}

static bool holds_all(sqlite3 *db, sqlite3_value **values)
{
    sqlite3_stmt *statement;
    bool holds = false;
    static const char SQL[] =
        "SELECT count(*) = json_array_length(array(?2)) FROM json_each(array(?2)) p "
        "JOIN json_each(array(?3)) e ON e.key = p.key "
        "JOIN leases ON partition = p.value AND epoch = e.value AND node = ?1";
    if (sqlite3_prepare_v2(db, SQL, -1, &statement, NULL) != SQLITE_OK)
        return false;
    for (int i = 0; i < 3; i++)
        sqlite3_bind_value(statement, i + 1, values[i]);
    if (sqlite3_step(statement) == SQLITE_ROW)
        holds = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return holds;
}

static void sql_check_leases(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    if (!holds_all(sqlite3_context_db_handle(context), values))
        sqlite3_result_error(context, "CST01", -1);
}

/* ---- a backend ---- */

Backend *backend_new(const char *file)
{
    static const struct {
        const char *name;
        int count;
        void (*run)(sqlite3_context *context, int count, sqlite3_value **values);
    } FUNCTIONS[] = {{"clock", 0, sql_clock},
                     {"array", 1, sql_array},
                     {"bytea", 1, sql_bytea},
                     {"check_leases", 3, sql_check_leases}};
    Backend *backend = memory_new(sizeof *backend);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int rc = sqlite3_open_v2(file, &backend->db, flags, NULL);
    sqlite3_extended_result_codes(backend->db, 1);
    if (rc == SQLITE_OK)
        rc = row_checksum_add(backend->db);
    for (size_t i = 0; rc == SQLITE_OK && i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        rc = sqlite3_create_function(backend->db, FUNCTIONS[i].name, FUNCTIONS[i].count,
                                     SQLITE_UTF8, NULL, FUNCTIONS[i].run, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(backend->db,
                          "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;"
                          "PRAGMA foreign_keys = ON",
                          NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        return backend;
    fprintf(stderr, "%s: %s\n", file, sqlite3_errmsg(backend->db));
    abort();
}

void backend_free(Backend *backend)
{
    Prepared *prepared;
    while ((prepared = backend->prepared)) {
        backend->prepared = prepared->next;
        sqlite3_finalize(prepared->statement);
        free(prepared->sql);
        free(prepared);
    }
    sqlite3_close(backend->db);
    free(backend);
}

/* ---- answers ---- */

void answer_free(PGresult *result)
{
    if (!result)
        return;
    for (int i = 0; i < result->rows * result->columns; i++)
        free(result->values[i].bytes);
    free(result->values);
    free(result);
}

static PGresult *answer(ExecStatusType status, const char *command)
{
    PGresult *result = memory_new(sizeof *result);
    result->status = status;
    snprintf(result->command, sizeof result->command, "%s", command);
    return result;
}

/* Appendix A of PostgreSQL's manual. */
static const char *code_of(int rc, const char *message)
{
    if (strstr(message, "CST01"))
        return "CST01";
    switch (rc & 0xff) {
    case SQLITE_FULL: return "53100";
    case SQLITE_CORRUPT: return "XX001";
    case SQLITE_CONSTRAINT: return "23000";
    case SQLITE_MISMATCH: return "22000";
    default: return "58000";
    }
}

static PGresult *refuse(Backend *backend, int rc)
{
    const char *message = sqlite3_errmsg(backend->db), *code = code_of(rc, message);
    PGresult *result = answer(PGRES_FATAL_ERROR, "");
    snprintf(result->code, sizeof result->code, "%s", code);
    snprintf(result->message, sizeof result->message, "%s",
             strcmp(code, "CST01") == 0 ? "another castled has taken over" : message);
    backend->skips = true;
    if (backend->transaction == WITHIN)
        backend->transaction = FAILED;
    return result;
}

/* Integers have eight bytes, the highest first; or all is text. */
static QueryValue value_of(sqlite3_stmt *row, int column, bool is_text)
{
    QueryValue value = {.bytes = NULL};
    if (sqlite3_column_type(row, column) == SQLITE_NULL)
        return value;
    bool is_number = sqlite3_column_type(row, column) == SQLITE_INTEGER && !is_text;
    uint64_t number = (uint64_t)sqlite3_column_int64(row, column);
    const void *bytes = is_number ? NULL
                        : sqlite3_column_type(row, column) == SQLITE_BLOB
                            ? sqlite3_column_blob(row, column)
                            : sqlite3_column_text(row, column);
    value.length = is_number ? 8 : sqlite3_column_bytes(row, column);
    value.bytes = memory_new((size_t)value.length + 1);
    if (bytes)
        memcpy(value.bytes, bytes, (size_t)value.length);
    for (int i = 0; is_number && i < 8; i++)
        value.bytes[i] = (char)(number >> (56 - 8 * i));
    return value;
}

static void add_row(PGresult *result, sqlite3_stmt *row, bool is_text)
{
    result->columns = sqlite3_column_count(row);
    size_t before = (size_t)(result->rows * result->columns);
    result->values =
        memory_resize(result->values, before + (size_t)result->columns, sizeof *result->values);
    for (int i = 0; i < result->columns; i++)
        result->values[before + (size_t)i] = value_of(row, i, is_text);
    result->rows++;
}

/* ---- statements ---- */

static const char *text_of(const char *sql)
{
    for (size_t i = 0; i < sizeof TWINS / sizeof *TWINS; i++)
        if (strcmp(TWINS[i].postgres, sql) == 0)
            return TWINS[i].sqlite;
    for (const SqlStatement *statement = sql_statements; statement->name; statement++)
        if (statement->text && statement->postgres && strcmp(statement->postgres, sql) == 0)
            return statement->text;
    return sql;
}

/* PostgreSQL knows the type from where the parameter is used. What looks like a number is one: columns of texts make it a text
 * again. */
static bool is_number(const char *text)
{
    char same[24];
    snprintf(same, sizeof same, "%lld", strtoll(text, NULL, 10));
    return strcmp(same, text) == 0;
}

static void bind(sqlite3_stmt *statement, const Query *query)
{
    sqlite3_clear_bindings(statement);
    for (int i = 0; i < query->count; i++) {
        const QueryValue *value = &query->values[i];
        char dollar[16], mark[16];
        snprintf(dollar, sizeof dollar, "$%d", i + 1);
        snprintf(mark, sizeof mark, "?%d", i + 1);
        int at = sqlite3_bind_parameter_index(statement, dollar);
        at = at ? at : sqlite3_bind_parameter_index(statement, mark);
        at = at ? at : i + 1; /* a plain ? */
        if (!value->bytes)
            sqlite3_bind_null(statement, at);
        else if (value->is_binary)
            sqlite3_bind_blob(statement, at, value->bytes, value->length, SQLITE_STATIC);
        else if (is_number(value->bytes))
            sqlite3_bind_int64(statement, at, strtoll(value->bytes, NULL, 10));
        else
            sqlite3_bind_text(statement, at, value->bytes, value->length, SQLITE_STATIC);
    }
}

static PGresult *run(Backend *backend, sqlite3_stmt *statement, const Query *query)
{
    PGresult *result = answer(PGRES_TUPLES_OK, "");
    int rc;
    bind(statement, query);
    while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
        add_row(result, statement, query->kind == QUERY_SIMPLE);
    sqlite3_reset(statement);
    if (rc == SQLITE_DONE)
        return result;
    answer_free(result);
    return (rc & 0xff) == SQLITE_BUSY ? NULL : refuse(backend, rc);
}

static PGresult *run_text(Backend *backend, const Query *query)
{
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(backend->db, text_of(query->sql), -1, &statement, NULL);
    if ((rc & 0xff) == SQLITE_BUSY)
        return NULL;
    if (rc != SQLITE_OK)
        return refuse(backend, rc);
    PGresult *result = run(backend, statement, query);
    sqlite3_finalize(statement);
    return result;
}

static PGresult *prepare(Backend *backend, const Query *query)
{
    Prepared *prepared = memory_new(sizeof *prepared);
    int rc = sqlite3_prepare_v3(backend->db, text_of(query->sql), -1, SQLITE_PREPARE_PERSISTENT,
                                &prepared->statement, NULL);
    if (rc != SQLITE_OK) {
        free(prepared);
        return (rc & 0xff) == SQLITE_BUSY ? NULL : refuse(backend, rc);
    }
    memcpy(prepared->name, query->name, sizeof prepared->name);
    prepared->next = backend->prepared;
    backend->prepared = prepared;
    return answer(PGRES_COMMAND_OK, "PREPARE");
}

static PGresult *run_prepared(Backend *backend, const Query *query)
{
    for (const Prepared *each = backend->prepared; each; each = each->next)
        if (strcmp(each->name, query->name) == 0)
            return run(backend, each->statement, query);
    return refuse(backend, SQLITE_MISUSE);
}

/* ---- transactions, and the schema ---- */

/* NULL: it has to wait. */
static PGresult *execute(Backend *backend, const char *sql, const char *command)
{
    int rc = sqlite3_exec(backend->db, sql, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        return answer(PGRES_COMMAND_OK, command);
    return (rc & 0xff) == SQLITE_BUSY ? NULL : refuse(backend, rc);
}

static PGresult *begin(Backend *backend, const char *sql)
{
    bool is_write = strcmp(sql, "BEGIN") == 0;
    PGresult *result = execute(backend, is_write ? "BEGIN IMMEDIATE" : "BEGIN", "BEGIN");
    if (result && result->status == PGRES_COMMAND_OK)
        backend->transaction = WITHIN;
    return result;
}

static PGresult *end(Backend *backend, bool commits)
{
    PGresult *result = NULL;
    if (commits && backend->transaction == WITHIN)
        result = execute(backend, "COMMIT", "COMMIT");
    if (!result || result->status != PGRES_COMMAND_OK) {
        answer_free(result);
        if (!sqlite3_get_autocommit(backend->db))
            sqlite3_exec(backend->db, "ROLLBACK", NULL, NULL, NULL);
        result = answer(PGRES_COMMAND_OK, "ROLLBACK");
    }
    backend->transaction = OUTSIDE;
    return result;
}

/* How many of its steps have been taken. */
static int schema_of(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int version = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK)
        return version;
    if (sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

static PGresult *make_schema(Backend *backend)
{
    /* Its steps are transactions of their own, so that they stay when the client's is rolled back. */
    sqlite3_exec(backend->db, "COMMIT", NULL, NULL, NULL);
    int rc = schema_apply(backend->db, schema_sql, schema_of(backend->db));
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(backend->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    return rc == SQLITE_OK ? execute(backend, OWN_TABLES, "CREATE") : refuse(backend, rc);
}

static PGresult *run_simple(Backend *backend, const Query *query)
{
    backend->skips = false;
    if (strcmp(query->sql, PG_MAKE_SCHEMA) == 0)
        return make_schema(backend);
    if (strstr(postgres_schema_sql, query->sql))
        return answer(PGRES_COMMAND_OK, ""); /* a step, which make_schema has taken */
    const char *qualified = strstr(query->sql, "UPDATE castled.");
    if (!qualified)
        return run_text(backend, query);
    Query own = *query;
    char text[100];
    snprintf(text, sizeof text, "UPDATE %s", qualified + strlen("UPDATE castled."));
    own.sql = text;
    return run_text(backend, &own);
}

PGresult *backend_run(Backend *backend, const Query *query)
{
    if (query->kind == QUERY_SYNC) {
        backend->skips = false;
        return answer(PGRES_PIPELINE_SYNC, "");
    }
    if (backend->skips && query->kind != QUERY_SIMPLE)
        return answer(PGRES_PIPELINE_ABORTED, "");
    const char *sql = query->sql ? query->sql : "";
    if (strncmp(sql, "BEGIN", 5) == 0)
        return begin(backend, sql);
    if (strcmp(sql, "COMMIT") == 0 || strcmp(sql, "ROLLBACK") == 0)
        return end(backend, sql[0] == 'C');
    if (backend->transaction == FAILED)
        return refuse(backend, SQLITE_ABORT);
    switch (query->kind) {
    case QUERY_SIMPLE: return run_simple(backend, query);
    case QUERY_PREPARE: return prepare(backend, query);
    case QUERY_PREPARED: return run_prepared(backend, query);
    default: return run_text(backend, query);
    }
}
