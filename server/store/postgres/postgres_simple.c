#include "postgres_connect.h"

#include "postgres_parts.h"

#include <stdio.h>

/* Where a COPY begins, libpq answers the same without end. */
static bool is_end(const PostgresDb *db, const PGresult *answer)
{
    return !answer || postgres_is_copy(db->library.resultStatus(answer));
}

/* The next answer, or NULL behind the last one. False when the connection is lost. */
static bool read_answer(PostgresDb *db, PGresult **answer)
{
    *answer = NULL;
    if (!postgres_await(db))
        return false;
    *answer = db->library.getResult(db->connection);
    if (*answer && db->library.resultStatus(*answer) == PGRES_FATAL_ERROR)
        postgres_note(db, *answer);
    if (!*answer && db->library.status(db->connection) != CONNECTION_OK)
        postgres_lose_with_message(db);
    return db->connection != NULL;
}

PGresult *postgres_ask(PostgresDb *db, const char *sql)
{
    PGresult *last = NULL, *answer;
    if (!db->library.sendQuery(db->connection, sql)) {
        postgres_lose_with_message(db);
        return NULL;
    }
    if (!postgres_flush(db))
        return NULL;
    while (read_answer(db, &answer)) {
        if (answer) {
            db->library.clear(last);
            last = answer;
        }
        if (is_end(db, answer))
            return last;
    }
    db->library.clear(last);
    return NULL;
}

DbResult postgres_finish(PostgresDb *db)
{
    PGresult *answer;
    while (read_answer(db, &answer) && answer) {
        bool is_copy = is_end(db, answer);
        db->library.clear(answer);
        if (is_copy)
            return postgres_lose(db, "the server copies once more");
    }
    return db->failure;
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
    if (row)
        *row = (PostgresRow){.values = {""}};
    if (!db->connection)
        return DB_FAILED;
    db->failure = DB_OK;
    db->code[0] = '\0';
    uint64_t since = postgres_limit(db);
    PGresult *result = postgres_ask(db, sql);
    db->since = since;
    if (!result)
        return db->connection ? DB_OK : DB_FAILED;
    if (is_end(db, result))
        postgres_lose(db, "the server copies");
    else if (row && db->failure == DB_OK)
        keep_row(db, result, row);
    db->library.clear(result);
    return db->failure;
}
