#include "postgres_parts.h"

#include <uv.h>

#include <errno.h>
#include <poll.h>

void postgres_say(PostgresDb *db, const char *why)
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
        postgres_say(db, why);
    if (db->connection)
        db->library.finish(db->connection);
    db->connection = NULL;
    db->unread = 0;
    db->failure = DB_FAILED;
    return DB_FAILED;
}

DbResult postgres_lose_with_message(PostgresDb *db)
{
    return postgres_lose(db, db->library.errorMessage(db->connection));
}

static int64_t patience(const PostgresDb *db)
{
    bool is_over = db->options.is_over && *db->options.is_over;
    return is_over ? POSTGRES_OVER_MAX : db->patience;
}

uint64_t postgres_limit(PostgresDb *db)
{
    uint64_t before = db->since;
    if (!before)
        db->since = uv_hrtime();
    return before;
}

bool postgres_wait(PostgresDb *db, short events)
{
    struct pollfd wanted = {.fd = db->library.socket(db->connection), .events = events};
    uint64_t since = db->since ? db->since : uv_hrtime();
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

bool postgres_consume(PostgresDb *db)
{
    if (db->library.consumeInput(db->connection))
        return true;
    postgres_lose_with_message(db);
    return false;
}

bool postgres_flush(PostgresDb *db)
{
    int left;
    while ((left = db->library.flush(db->connection)) == 1)
        if (!postgres_wait(db, POLLIN | POLLOUT) || !postgres_consume(db))
            return false;
    if (left < 0)
        postgres_lose_with_message(db);
    return left == 0;
}

bool postgres_await(PostgresDb *db)
{
    while (db->library.isBusy(db->connection))
        if (!postgres_wait(db, POLLIN) || !postgres_consume(db))
            return false;
    return true;
}
