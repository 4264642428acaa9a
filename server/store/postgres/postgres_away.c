#include "postgres_connect.h"

#include "postgres_parts.h"

#include <uv.h>

#include <ctype.h>
#include <poll.h>
#include <string.h>

enum { CODE = 5 }; /* letters and digits of an SQLSTATE */

/* By the class of the error (appendix A of PostgreSQL's manual): rolled back, no room, busy, stopped by an operator, the
 * machine. */
bool postgres_is_passing(const char *code)
{
    static const char *const CLASSES[] = {"40", "53", "55", "57", "58"};
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++)
        if (strncmp(code, CLASSES[i], 2) == 0)
            return true;
    return false;
}

/* "53300: " */
static bool is_code(const char *at)
{
    for (int i = 0; i < CODE; i++)
        if (!isdigit((unsigned char)at[i]) && !isupper((unsigned char)at[i]))
            return false;
    return at[CODE] == ':';
}

/* Of a connection that was refused libpq tells no SQLSTATE, but its longest message has it: "FATAL:  53300: sorry, too many
 * clients already". Only the code is in no human language. Each server of the address may have said something. */
static bool says_passing(const char *message)
{
    for (const char *at = strstr(message, ":  "); at; at = strstr(at, ":  ")) {
        at += strlen(":  ");
        if (is_code(at) && postgres_is_passing(at))
            return true;
    }
    return false;
}

/* Until it is made or refused; or, after the usual patience, neither. */
static PostgresPollingStatusType wait_for_connection(const PostgresDb *db, PGconn *connection)
{
    const LibPq *library = &db->library;
    const uint64_t end = uv_hrtime() + (uint64_t)db->patience * 1000000;
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    if (library->status(connection) == CONNECTION_OK ||
        library->status(connection) == CONNECTION_BAD)
        return library->connectPoll(connection);
    while ((state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING) &&
           uv_hrtime() < end && !(db->options.is_over && *db->options.is_over)) {
        struct pollfd wanted = {.fd = library->socket(connection),
                                .events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        if (poll(&wanted, 1, POSTGRES_OVER_MAX) > 0)
            state = library->connectPoll(connection);
    }
    return state;
}

/* A server of the address lets this castled in, if only to read, or may do so later. */
static bool is_let_in(const PostgresDb *db)
{
    const LibPq *library = &db->library;
    PostgresDial dial;
    postgres_set_dial(&dial, db, true);
    PGconn *connection = library->connectStartParams(dial.names, dial.values, 1);
    if (!connection)
        return false;
    library->setErrorVerbosity(connection, PQERRORS_VERBOSE);
    PostgresPollingStatusType state = wait_for_connection(db, connection);
    bool is_good =
        state == PGRES_POLLING_OK
            ? library->serverVersion(connection) >= POSTGRES_VERSION_LEAST
            : state != PGRES_POLLING_FAILED || says_passing(library->errorMessage(connection));
    library->finish(connection);
    return is_good;
}

bool postgres_db_is_away(Db *base)
{
    const PostgresDb *db = (PostgresDb *)base;
    PostgresDial dial;
    if (db->connection && db->library.status(db->connection) == CONNECTION_OK)
        return postgres_is_passing(db->code);
    postgres_set_dial(&dial, db, false);
    switch (db->library.pingParams(dial.names, dial.values, 1)) {
    case PQPING_NO_ATTEMPT: return false;
    case PQPING_OK: return is_let_in(db);
    default: return true;
    }
}
