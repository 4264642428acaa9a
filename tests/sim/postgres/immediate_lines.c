/* immediate_lines.c - lines to the simulated PostgreSQL that nothing ever happens to, for tests of one module on real time. */
#include "simulated_libpq.h"

#include "memory.h"
#include "wall_clock.h"

#include <sys/timerfd.h>

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum { LOOK_EVERY = 2 }; /* ms, while a statement waits for a lock */

typedef struct {
    PGconn *connection;
    Backend *backend;
    Query *queries;
    int timer; /* always readable again soon */
} ImmediateLine;

int64_t simulated_postgres_clock(void)
{
    return wall_clock();
}

static void *dial(PGconn *connection, const char *node, const char *file)
{
    ImmediateLine *line = memory_new(sizeof *line);
    const struct itimerspec pace = {{0, LOOK_EVERY * 1000000}, {0, LOOK_EVERY * 1000000}};
    (void)node;
    int made = open(file, O_CREAT | O_EXCL | O_CLOEXEC, 0600); /* nobody else may read it */
    if (made >= 0)
        close(made);
    line->connection = connection;
    line->backend = backend_new(file);
    line->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    int result = timerfd_settime(line->timer, 0, &pace, NULL);
    assert(result == 0);
    (void)result;
    return line;
}

static bool ping(const char *node)
{
    (void)node;
    return true;
}

static void work(ImmediateLine *line)
{
    Query *query;
    PGresult *result;
    while ((query = line->queries) && (result = backend_run(line->backend, query))) {
        line->queries = query->next;
        query_free(query);
        line_answer(line->connection, result);
    }
}

static void send(void *context, Query *queries)
{
    ImmediateLine *line = context;
    Query **end = &line->queries;
    while (*end)
        end = &(*end)->next;
    *end = queries;
    work(line);
}

static void wait(void *context, int ms)
{
    ImmediateLine *line = context;
    uint64_t ticks;
    if (read(line->timer, &ticks, sizeof ticks) < 0 && ms > 0)
        usleep(LOOK_EVERY * 1000);
    work(line);
}

static int socket_of(const void *line)
{
    return ((const ImmediateLine *)line)->timer;
}

static void hang_up(void *context)
{
    ImmediateLine *line = context;
    Query *query;
    while ((query = line->queries)) {
        line->queries = query->next;
        query_free(query);
    }
    backend_free(line->backend);
    close(line->timer);
    free(line);
}

const LineHooks simulated_lines = {.dial = dial,
                                   .ping = ping,
                                   .send = send,
                                   .wait = wait,
                                   .socket = socket_of,
                                   .hang_up = hang_up};
