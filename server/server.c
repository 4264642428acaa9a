#include "server.h"

#include "log.h"
#include "memory.h"
#include "server_cluster.h"
#include "server_front.h"
#include "server_opening.h"

#include <stdio.h>
#include <sys/resource.h>

enum {
    FILES_MAX = 262144, /* libuv keeps a table of this size, so a limit of a billion is too much */
    FILES_RESERVED =
        64, /* for the database, the loop, and connections that are told that the server is full */
};

/* The open files that the system grants; how many connections they allow. */
static size_t raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024 - FILES_RESERVED;
    limit.rlim_cur = limit.rlim_max < FILES_MAX ? limit.rlim_max : FILES_MAX;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > 2 * FILES_RESERVED ? limit.rlim_cur - FILES_RESERVED : FILES_RESERVED;
}

static void adopt_connections(Server *server)
{
    Predecessor *predecessor = &server->neighbours->predecessor;
    for (size_t i = 0; i < predecessor->connection_count; i++) {
        const PredecessorConnection *connection = &predecessor->connections[i];
        net_adopt(server->net, connection->fd, connection->door, connection->tls);
    }
    predecessor->connection_count = 0;
}

static bool open_roles(Server *server, char *line)
{
    if (!server->config.bus)
        server_open_answers(server);
    opponents_serve(&server->opponents, &server->config, &server->loop.uv);
    const LoopParts parts = server_loop_parts(server);
    server_loop_start(&server->loop, &parts);
    return !server->config.bus ||
           (server_cluster_open(server, line) && server_cluster_wait(server, line));
}

Server *server_open(const Config *config, ServerNeighbours *neighbours, char *line)
{
    Server *server = memory_new(sizeof *server);
    server->neighbours = neighbours;
    server->config = *config;
    server->connections_max = raise_files();
    server_loop_init(&server->loop);
    if (!server_open_parts(server, line)) {
        server_close_parts(server);
        return NULL;
    }
    if (!open_roles(server, line)) {
        server_close(server);
        return NULL;
    }
    adopt_connections(server);
    return server;
}

const Net *server_net(const Server *server)
{
    return server->net;
}

const Config *server_config(const Server *server)
{
    return &server->config;
}

int server_metrics_port(const Server *server)
{
    return net_port(server->net, DOOR_METRICS);
}

int server_ics_port(const Server *server)
{
    return net_port(server->net, DOOR_ICS);
}

int server_redirect_port(const Server *server)
{
    return net_port(server->net, DOOR_REDIRECT);
}

bool server_has_games(const Server *server)
{
    return server->core != NULL;
}

bool server_is_ready(Server *server)
{
    return server->core || !server_front_trouble(server);
}

void server_on_games(Server *server, void (*on_games)(Server *server))
{
    server->on_games = on_games;
}

size_t server_games(const Server *server)
{
    MetricsNow now = {0};
    if (server->core)
        core_count(server->core, &now);
    return now.games_live;
}

size_t server_connections_max(const Server *server)
{
    return server->connections_max;
}

static void operators_found(void *context, const AccountsAnswer *answer)
{
    bool *has_operator = context;
    *has_operator = answer->count > 0;
}

bool server_operator_code(Server *server, char code[OPERATOR_CODE_MAX + 1])
{
    bool has_operator = true;
    accounts_operators(server->accounts, operators_found, &has_operator);
    accounts_finish(server->accounts);
    if (!has_operator)
        operator_code_open(&server->secrets->operator_code, code);
    return !has_operator;
}

/* For the service manager. */
static void describe(void *context, char state[SUPERVISOR_STATE_MAX])
{
    const Server *server = context;
    size_t connections = sessions_count(net_sessions(server->net));
    if (server->core)
        snprintf(state, SUPERVISOR_STATE_MAX, "%zu games in progress, %zu connections",
                 server_games(server), connections);
    else
        snprintf(state, SUPERVISOR_STATE_MAX, "a front of a cluster, %zu connections", connections);
}

int server_run(Server *server)
{
    supervisor_ready(&server->neighbours->supervisor, &server->loop.uv, describe, server);
    server_loop_run(&server->loop, server->config.watchdog, server->config.watchdog_core);
    if (server->cluster.line[0])
        log_warning("%s", server->cluster.line);
    return server->exit_status;
}

bool server_close(Server *server)
{
    server_loop_stop(&server->loop);
    return server_close_parts(server);
}
