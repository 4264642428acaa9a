#include "postgres_parts.h"

#include <stdio.h>
#include <string.h>

/* So many statements are sent before the answers to them are looked at. */
enum { LOOK_EVERY = 64 };

/* Appendix A of PostgreSQL's manual lists the codes. */
static DbResult result_of(const char *code)
{
    if (strcmp(code, "CST01") == 0)
        return DB_TAKEN;
    if (strcmp(code, "53100") == 0)
        return DB_FULL;
    if (strcmp(code, "XX001") == 0 || strcmp(code, "XX002") == 0)
        return DB_DAMAGED;
    return strncmp(code, "22", 2) == 0 || strncmp(code, "23", 2) == 0 ? DB_BUG : DB_FAILED;
}

DbResult postgres_note(PostgresDb *db, const PGresult *result)
{
    const char *code = db->library.resultErrorField(result, PG_DIAG_SQLSTATE);
    const char *words = db->library.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (db->failure == DB_OK) {
        snprintf(db->code, sizeof db->code, "%s", code ? code : "");
        postgres_say(db, words ? words : db->library.errorMessage(db->connection));
        db->failure = code ? result_of(code) : DB_FAILED;
    }
    return db->failure;
}

static bool sent(PostgresDb *db, int result)
{
    if (!result) {
        postgres_lose_with_message(db);
        return false;
    }
    return ++db->unread % LOOK_EVERY != 0 || postgres_flush(db);
}

bool postgres_send_text(PostgresDb *db, const char *sql)
{
    return db->connection &&
           sent(db, db->library.sendQueryParams(db->connection, sql, 0, NULL, NULL, NULL, NULL, 1));
}

bool postgres_send_prepare(PostgresDb *db, const PostgresStatement *statement)
{
    return db->connection && sent(db, db->library.sendPrepare(db->connection, statement->name,
                                                              statement->sql, 0, NULL));
}

bool postgres_send(PostgresDb *db, PostgresStatement *statement)
{
    const char *values[POSTGRES_PARAMETERS_MAX];
    int lengths[POSTGRES_PARAMETERS_MAX], formats[POSTGRES_PARAMETERS_MAX];
    if (!db->connection)
        return false;
    for (int i = 0; i < statement->count; i++) {
        const PostgresParameter *parameter = &statement->parameters[i];
        values[i] = parameter->is_null ? NULL : parameter->value;
        lengths[i] = parameter->length;
        formats[i] = parameter->is_binary;
    }
    const LibPq *library = &db->library;
    return sent(db, statement->is_kept
                        ? library->sendQueryPrepared(db->connection, statement->name,
                                                     statement->count, values, lengths, formats, 1)
                        : library->sendQueryParams(db->connection, statement->sql, statement->count,
                                                   NULL, values, lengths, formats, 1));
}

/* The next answer; NULL when there will be none. What is between the answers to two statements is passed over. */
static PGresult *next_answer(PostgresDb *db)
{
    for (;;) {
        if (!postgres_await(db))
            return NULL;
        PGresult *answer = db->library.getResult(db->connection);
        if (answer && !postgres_is_copy(db->library.resultStatus(answer)))
            return answer;
        if (answer || db->library.status(db->connection) != CONNECTION_OK) {
            db->library.clear(answer);
            postgres_lose_with_message(db);
            return NULL;
        }
    }
}

/* Until the end of what was sent. The answer to the last statement; NULL: the connection is lost, or there was none. */
static PGresult *read_answers(PostgresDb *db)
{
    PGresult *answer, *kept = NULL;
    while ((answer = next_answer(db)) != NULL) {
        ExecStatusType status = db->library.resultStatus(answer);
        if (status == PGRES_PIPELINE_SYNC) {
            db->library.clear(answer);
            return kept;
        }
        if (status == PGRES_FATAL_ERROR)
            postgres_note(db, answer);
        db->library.clear(kept);
        kept = answer;
    }
    return kept;
}

DbResult postgres_settle(PostgresDb *db, PGresult **last)
{
    if (last)
        *last = NULL;
    if (!db->connection)
        return DB_FAILED;
    uint64_t since = db->options.is_watch ? postgres_limit(db) : db->since;
    PGresult *kept = NULL;
    if (!db->library.pipelineSync(db->connection))
        postgres_lose_with_message(db);
    else if (postgres_flush(db))
        kept = read_answers(db);
    db->since = since;
    db->unread = 0;
    DbResult result = db->connection ? db->failure : DB_FAILED;
    if (!last || result != DB_OK)
        db->library.clear(kept);
    else
        *last = kept;
    return result;
}
