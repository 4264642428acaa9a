#include "postgres_parts.h"

#include <uv.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

/* So many statements are sent before the answers to them are looked at. */
enum { LOOK_EVERY = 64 };

/* In one line. */
static void say(PostgresDb *db, const char *why)
{
    size_t length = 0;
    for (; why && *why && length + 1 < sizeof db->message; why++) {
        char c = *why < ' ' && *why >= 0 ? ' ' : *why;
        if (c != ' ' || (length > 0 && db->message[length - 1] != ' '))
            db->message[length++] = c;
    }
    while (length > 0 && db->message[length - 1] == ' ')
        length--;
    db->message[length] = '\0';
}

DbResult postgres_lose(PostgresDb *db, const char *why)
{
    if (why)
        say(db, why);
    if (db->connection)
        db->library.finish(db->connection);
    db->connection = NULL;
    db->unread = 0;
    db->failure = DB_FAILED;
    return DB_FAILED;
}

static DbResult lose_with_message(PostgresDb *db)
{
    return postgres_lose(db, db->library.errorMessage(db->connection));
}

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
        say(db, words ? words : db->library.errorMessage(db->connection));
        db->failure = code ? result_of(code) : DB_FAILED;
    }
    return db->failure;
}

/* ms for which a silent server is waited for. */
static int64_t patience(const PostgresDb *db)
{
    if (db->options.is_over && *db->options.is_over)
        return POSTGRES_OVER_MAX;
    return db->options.is_watch ? POSTGRES_WATCH_MAX * 1000 : POSTGRES_SILENCE_MAX;
}

/* Until the socket can be used so, or the server has been silent for too long. */
static bool wait_for(PostgresDb *db, short events)
{
    struct pollfd wanted = {.fd = db->library.socket(db->connection), .events = events};
    uint64_t since = uv_hrtime();
    int found;
    do {
        int64_t left = patience(db) - (int64_t)((uv_hrtime() - since) / 1000000);
        int64_t most = db->options.is_over ? POSTGRES_OVER_MAX : left;
        found = left > 0 ? poll(&wanted, 1, (int)(left < most ? left : most)) : 0;
        if (left <= 0)
            break;
    } while (found == 0 || (found < 0 && errno == EINTR));
    if (found <= 0)
        postgres_lose(db, "the server does not answer");
    return found > 0;
}

/* A server that waits for its answers to be read takes no more. */
static bool flush(PostgresDb *db)
{
    int left;
    while ((left = db->library.flush(db->connection)) == 1) {
        if (!wait_for(db, POLLIN | POLLOUT))
            return false;
        if (!db->library.consumeInput(db->connection)) {
            lose_with_message(db);
            return false;
        }
    }
    if (left < 0)
        lose_with_message(db);
    return left == 0;
}

static bool sent(PostgresDb *db, int result)
{
    if (!result) {
        lose_with_message(db);
        return false;
    }
    return ++db->unread % LOOK_EVERY != 0 || flush(db);
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

/* The next answer; NULL with *is_lost when there will be none. What is between the answers to two statements is passed
 * over. */
static PGresult *next_answer(PostgresDb *db, bool *is_lost)
{
    *is_lost = false;
    for (;;) {
        while (db->library.isBusy(db->connection)) {
            if (!wait_for(db, POLLIN)) {
                *is_lost = true;
                return NULL;
            }
            if (!db->library.consumeInput(db->connection)) {
                *is_lost = true;
                lose_with_message(db);
                return NULL;
            }
        }
        PGresult *answer = db->library.getResult(db->connection);
        if (answer)
            return answer;
        if (db->library.status(db->connection) != CONNECTION_OK) {
            *is_lost = true;
            lose_with_message(db);
            return NULL;
        }
    }
}

DbResult postgres_settle(PostgresDb *db, PGresult **last)
{
    PGresult *answer = NULL, *kept = NULL;
    bool is_lost = false, is_over = false;
    if (!db->connection)
        return DB_FAILED;
    if (!db->library.pipelineSync(db->connection))
        return lose_with_message(db);
    if (!flush(db))
        return DB_FAILED;
    while (!is_over && (answer = next_answer(db, &is_lost)) != NULL) {
        ExecStatusType status = db->library.resultStatus(answer);
        is_over = status == PGRES_PIPELINE_SYNC;
        if (status == PGRES_FATAL_ERROR)
            postgres_note(db, answer);
        PGresult *old = is_over ? answer : kept;
        kept = is_over ? kept : answer;
        db->library.clear(old);
    }
    db->unread = 0;
    DbResult result = is_lost ? DB_FAILED : db->failure;
    if (!last || result != DB_OK) {
        db->library.clear(kept);
        kept = NULL;
    }
    if (last)
        *last = kept;
    return result;
}
