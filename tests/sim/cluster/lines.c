#include "lines.h"

#include "memory.h"
#include "simulated_libpq.h"
#include "threads.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DIAL_PATIENCE = 2 * SECOND, /* until a client knows that there is no way */
    LATE_MOST = 3 * SECOND,     /* for what was left behind in a line that is gone */
    LOCK_EVERY = 1000,          /* µs between looks whether a lock is free */
    SOCKETS = 1000,             /* a line's descriptor: this and its number */
    LINES_MAX = 64,
};

typedef struct Parcel Parcel;
struct Parcel {
    Parcel *next;
    Query *queries;
};

typedef struct {
    bool is_used;
    int node;
    PGconn *connection;           /* NULL: the client is gone */
    Backend *backend;             /* NULL: it has died */
    Parcel *flying, **flying_end; /* to the server, oldest first */
    Query *inbox, **inbox_end;    /* of the backend */
    PGresult *back, **back_end;   /* on their way to the client */
    int64_t last_up, last_down;   /* when what was sent last arrives */
    bool is_ready;                /* something has come that was not looked at */
    uint64_t life;                /* numbers the uses of this place */
} SimulatedLine;

static struct {
    Random random;
    int64_t travel;
    LineLosses losses;
    int64_t cut_at[LINE_NODES]; /* of those that are cut */
    bool cut[LINE_NODES], detached[LINE_NODES], hurried[LINE_NODES];
    SimulatedLine lines[LINES_MAX];
    uint64_t lives;
    int64_t lost_at;
} all;

static void work(SimulatedLine *line);

void lines_begin(uint64_t seed, int64_t travel, const LineLosses *losses)
{
    memset(&all, 0, sizeof all);
    all.random = random_stream(seed, 20);
    all.travel = travel;
    all.losses = *losses;
}

/* ---- its parts ---- */

static void drop_queries(Query *query)
{
    while (query) {
        Query *next = query->next;
        query_free(query);
        query = next;
    }
}

/* The server's process of that line ends: what it has begun is rolled back, and what it is still sent is lost. */
static void end_backend(SimulatedLine *line)
{
    Parcel *parcel;
    while ((parcel = line->flying)) {
        line->flying = parcel->next;
        drop_queries(parcel->queries);
        free(parcel);
    }
    line->flying_end = &line->flying;
    drop_queries(line->inbox);
    line->inbox = NULL;
    line->inbox_end = &line->inbox;
    if (line->backend)
        backend_free(line->backend);
    line->backend = NULL;
}

static void end_line(SimulatedLine *line)
{
    PGresult *result;
    end_backend(line);
    while ((result = line->back)) {
        line->back = result->next;
        answer_free(result);
    }
    *line = (SimulatedLine){.is_used = false};
}

void lines_end(void)
{
    for (int i = 0; i < LINES_MAX; i++)
        if (all.lines[i].is_used)
            end_line(&all.lines[i]);
}

static SimulatedLine *of_event(void *context, uint64_t number)
{
    SimulatedLine *line = context;
    return line->is_used && line->life == number ? line : NULL;
}

/* ---- from the server ---- */

static void arrive_down(void *context, uint64_t number)
{
    SimulatedLine *line = of_event(context, number);
    PGresult *result;
    if (!line || !line->connection || all.cut[line->node])
        return; /* it waits in the line until that is mended */
    while ((result = line->back)) {
        line->back = result->next;
        result->next = NULL;
        line_answer(line->connection, result);
        line->is_ready = true;
    }
    line->back_end = &line->back;
}

static void send_down(SimulatedLine *line)
{
    int64_t at = world_now() + random_about(&all.random, all.travel);
    line->last_down = at > line->last_down ? at : line->last_down;
    world_at(line->last_down, arrive_down, line, line->life);
}

static void look_again(void *context, uint64_t number)
{
    SimulatedLine *line = of_event(context, number);
    if (line)
        work(line);
}

/* The backend carries out what has come, up to what somebody else has locked. It ends with the client. */
static void work(SimulatedLine *line)
{
    Query *query;
    PGresult *result = NULL, *before = line->back;
    while ((query = line->inbox) && (result = backend_run(line->backend, query))) {
        line->inbox = query->next;
        query_free(query);
        if (line->connection) {
            *line->back_end = result;
            line->back_end = &result->next;
        } else {
            answer_free(result);
        }
    }
    if (!line->inbox)
        line->inbox_end = &line->inbox;
    else
        world_at(world_now() + LOCK_EVERY, look_again, line, line->life);
    if (!line->connection && !line->inbox && !line->flying)
        end_line(line);
    else if (line->connection && line->back && line->back != before)
        send_down(line);
}

/* ---- to the server ---- */

static void take_parcel(SimulatedLine *line)
{
    Parcel *parcel = line->flying;
    line->flying = parcel->next;
    if (!line->flying)
        line->flying_end = &line->flying;
    *line->inbox_end = parcel->queries;
    while (*line->inbox_end)
        line->inbox_end = &(*line->inbox_end)->next;
    free(parcel);
}

/* Either end gives it up, so that nobody knows what of it was carried out. */
static void reset_line(SimulatedLine *line)
{
    line_lose(line->connection);
    line->is_ready = true;
}

static bool commits(const Parcel *parcel)
{
    for (const Query *query = parcel->queries; query; query = query->next)
        if (query->sql && strcmp(query->sql, "COMMIT") == 0)
            return true;
    return false;
}

static void arrive_up(void *context, uint64_t number)
{
    SimulatedLine *line = of_event(context, number);
    if (!line || !line->flying || (all.cut[line->node] && line->connection))
        return;
    bool is_end = commits(line->flying);
    uint64_t once_in = is_end ? all.losses.commit_once_in : all.losses.once_in;
    bool is_lost = line->connection && random_once_in(&all.random, once_in);
    if (is_lost && random_once_in(&all.random, 2)) {
        end_backend(line);
    } else {
        take_parcel(line);
        work(line);
    }
    if (!is_lost)
        return;
    all.lost_at = world_now();
    reset_line(line);
    if (is_end)
        all.losses.lost(all.losses.context, line->node);
}

static void *dial(PGconn *connection, const char *node, const char *file)
{
    int number = atoi(node), place = 0;
    if (all.detached[number] || all.cut[number]) {
        if (!all.detached[number] && !all.hurried[number])
            threads_sleep(DIAL_PATIENCE);
        return NULL;
    }
    if (!all.hurried[number])
        threads_sleep(2 * random_about(&all.random, all.travel));
    while (all.lines[place].is_used)
        place++;
    SimulatedLine *line = &all.lines[place];
    *line = (SimulatedLine){.is_used = true,
                            .node = number,
                            .connection = connection,
                            .backend = backend_new(file),
                            .life = ++all.lives};
    line->flying_end = &line->flying;
    line->inbox_end = &line->inbox;
    line->back_end = &line->back;
    return line;
}

static bool ping(const char *node)
{
    (void)node;
    return false; /* whatever the server has refused, it may allow later */
}

static void send_up(void *context, Query *queries)
{
    SimulatedLine *line = context;
    Parcel *parcel = memory_new(sizeof *parcel);
    int64_t at = world_now() + random_about(&all.random, all.travel);
    parcel->queries = queries;
    if (all.detached[line->node] ||
        !line->backend) { /* either process has died before this was sent */
        drop_queries(parcel->queries);
        free(parcel);
        return;
    }
    *line->flying_end = parcel;
    line->flying_end = &parcel->next;
    line->last_up = at > line->last_up ? at : line->last_up;
    world_at(line->last_up, arrive_up, line, line->life);
}

/* Nothing else happens meanwhile. */
static bool is_hurried(const SimulatedLine *line)
{
    return !threads_is_thread() || all.hurried[line->node];
}

/* Without taking any time. */
static void hurry(SimulatedLine *line)
{
    while (line->flying)
        take_parcel(line);
    work(line);
    arrive_down(line, line->life);
    if (line->inbox)
        line_lose(line->connection); /* it cannot be waited for */
}

static void wait(void *context, int ms)
{
    SimulatedLine *line = context;
    if (all.detached[line->node] || (all.cut[line->node] && is_hurried(line)))
        line_lose(line->connection);
    else if (is_hurried(line))
        hurry(line);
    else if (ms > 0)
        threads_sleep(random_between(&all.random, 200, 1000));
}

static int socket_of(const void *line)
{
    return SOCKETS + (int)((const SimulatedLine *)line - all.lines);
}

/* What is in the line when it is given up has perhaps been in a queue of the server's all the while, or is lost. */
static void hang_up(void *context)
{
    SimulatedLine *line = context;
    bool is_lost = all.cut[line->node] && random_once_in(&all.random, 2);
    line->connection = NULL;
    if ((!line->flying && !line->inbox) || is_lost)
        end_line(line);
    else
        for (const Parcel *parcel = line->flying; parcel; parcel = parcel->next)
            world_at(world_now() + random_between(&all.random, 0, LATE_MOST), arrive_up, line,
                     line->life);
}

const LineHooks simulated_lines = {.dial = dial,
                                   .ping = ping,
                                   .send = send_up,
                                   .wait = wait,
                                   .socket = socket_of,
                                   .hang_up = hang_up};

/* ---- poll(2), by the linker's --wrap: of a line ---- */

/* NOLINTBEGIN(bugprone-reserved-identifier) */
int __wrap_poll(struct pollfd *wanted, nfds_t count, int timeout);
/* NOLINTEND(bugprone-reserved-identifier) */

int __wrap_poll(struct pollfd *wanted, nfds_t count, int timeout)
{
    SimulatedLine *line = &all.lines[wanted->fd - SOCKETS];
    int64_t until = world_now() + (int64_t)timeout * 1000;
    (void)count;
    if (timeout == 0)
        return 0; /* the end of a line is found with the next statement */
    wait(line, 0);
    while (!is_hurried(line) && !line->is_ready && !all.detached[line->node] && world_now() < until)
        threads_sleep(random_between(&all.random, 200, 2000));
    bool is_ready = line->is_ready || all.detached[line->node] || is_hurried(line);
    line->is_ready = false;
    wanted->revents = wanted->events;
    return is_ready;
}

/* ---- what happens to them ---- */

static void go_on(SimulatedLine *line)
{
    for (const Parcel *parcel = line->flying; parcel; parcel = parcel->next)
        world_at(world_now() + random_about(&all.random, all.travel), arrive_up, line, line->life);
    if (line->back)
        send_down(line);
}

void lines_cut(int node, bool is_cut)
{
    if (is_cut && !all.cut[node])
        all.cut_at[node] = world_now();
    all.cut[node] = is_cut;
    for (int i = 0; i < LINES_MAX; i++) {
        SimulatedLine *line = &all.lines[i];
        if (!line->is_used || line->node != node)
            continue;
        if (!is_cut)
            go_on(line);
        else if (line->connection && random_once_in(&all.random, 2))
            reset_line(line);
    }
}

int64_t lines_lost_at(void)
{
    return all.lost_at;
}

int64_t lines_cut_since(int node)
{
    return all.cut[node] ? all.cut_at[node] : INT64_MAX;
}

void lines_detach(int node)
{
    all.detached[node] = true;
}

void lines_hurry(int node, bool hurries)
{
    all.hurried[node] = hurries;
}

void lines_attach(int node)
{
    all.detached[node] = false;
}
