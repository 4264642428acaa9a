#include "server_front.h"

#include "memory.h"
#include "open_addresses.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- health ---- */

const char *server_front_trouble(void *context)
{
    const ServerCluster *cluster = &((const Server *)context)->cluster;
    if (server_clock_trouble(cluster))
        return server_clock_trouble(cluster);
    if (front_is_up(cluster->front))
        return NULL;
    if (cluster->view.state != CLUSTER_SEEN)
        return "the database cannot be reached";
    if (!cluster->has_bus)
        return "the bus cannot be reached";
    if (cluster->view.is_free)
        return "no node has the games";
    return "there is no link to the node that has the games";
}

static void answer_health(Server *server, HttpAnswer *answer)
{
    ServerCluster *cluster = &server->cluster;
    Text *text = &cluster->health;
    const char *trouble = server_front_trouble(server);
    text_reset(text);
    text_open(text, NULL, '{');
    text_string(text, "status", trouble ? "not ready" : "ok");
    text_string(text, "version", CASTLED_VERSION);
    text_integer(text, "sessions", (int64_t)sessions_count(net_sessions(server->net)));
    text_string(text, "role", "front");
    text_integer(text, "database_silence", cluster_watch_silence(cluster->watch));
    if (trouble)
        text_string(text, "reason", trouble);
    text_close(text, '}');
    text_append(text, "\n", 1);
    *answer = (HttpAnswer){
        .status = trouble ? 503 : 200,
        .type = "application/json",
        .body = text->bytes,
        .length = text->length,
        .cache = "no-store",
    };
}

/* ---- metrics ---- */

/* How many fronts are linked to the owner; *round_trip: the longest to one of them. */
static uint64_t count_fronts(const Host *host, int64_t *round_trip)
{
    HostFront front;
    size_t count = 0;
    for (; host_front(host, count, &front); count++)
        if (front.round_trip > *round_trip)
            *round_trip = front.round_trip;
    return count;
}

void server_front_count(void *context, MetricsNow *now)
{
    const Server *server = context;
    const ServerCluster *cluster = &server->cluster;
    int64_t round_trip = 0;
    if (cluster->host) {
        now->cluster_links = count_fronts(cluster->host, &round_trip);
        now->cluster_epoch = cluster->node.epoch;
        now->cluster_owner = 1;
    } else if (cluster->front) {
        const FrontState state = front_state(cluster->front);
        now->cluster_links = front_is_up(cluster->front);
        now->cluster_epoch = state.epoch;
        now->cluster_unacknowledged_bytes = state.unacknowledged;
        round_trip = state.round_trip;
    }
    now->cluster_round_trip_ms = round_trip > 0 ? (uint64_t)round_trip : 0;
    now->cluster_bus = cluster->has_bus;
    now->cluster_clock_off_seconds = (uint64_t)llabs(cluster->view.clock_ahead);
}

static void answer_metrics(Server *server, HttpAnswer *answer)
{
    SessionsUse use = sessions_use(net_sessions(server->net));
    MetricsNow now = {
        .connections = net_connections(server->net),
        .sessions = sessions_count(net_sessions(server->net)),
        .outbox_bytes = use.memory,
        .heap_bytes = memory_in_use(),
    };
    server->metrics.closed_behind_total = use.closed_behind;
    server->metrics.closed_crowded_total = use.closed_crowded;
    server->metrics.cluster_held_total = front_state(server->cluster.front).held_total;
    server_front_count(server, &now);
    *answer = (HttpAnswer){
        .status = 200,
        .type = "text/plain; version=0.0.4; charset=utf-8",
        .body = server->http.metrics_text,
        .length = metrics_print(&server->metrics, &now, server->http.metrics_text),
        .cache = "no-store",
    };
}

/* ---- who connects ---- */

/* What an owner of another version says of itself, only that one knows. */
static bool describe(const Server *server, const HttpRequest *request, HttpAnswer *answer)
{
    const FrontState state = front_state(server->cluster.front);
    return strcmp(state.castled, CASTLED_VERSION) == 0 && api_describe(request, answer);
}

bool server_front_request(Server *server, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer)
{
    server->metrics.http_requests_total++;
    switch (http_route(request, NULL, answer)) {
    case ROUTE_HEALTH: answer_health(server, answer); return true;
    case ROUTE_METRICS: answer_metrics(server, answer); return true;
    case ROUTE_ANSWERED: break;
    }
    if (request->door == DOOR_METRICS)
        return true;
    if (describe(server, request, answer))
        return true;
    return front_request(server->cluster.front, exchange, request, answer);
}

/* ---- castled admin ---- */

const char *server_front_elsewhere(void *context)
{
    ServerCluster *cluster = &((Server *)context)->cluster;
    snprintf(cluster->elsewhere, sizeof cluster->elsewhere,
             cluster->view.owner[0]
                 ? "This castled is a front of a cluster. Run this on the node that has the "
                   "games: %s"
                 : "This castled is a front of a cluster, in which no node has the games yet.%s",
             cluster->view.owner);
    return cluster->elsewhere;
}

static void print_database(const ServerCluster *cluster, char text[64])
{
    int64_t silence = cluster_watch_silence(cluster->watch);
    if (silence < 0)
        snprintf(text, 64, "HAS NOT ANSWERED YET");
    else if (silence > CLUSTER_SILENCE)
        snprintf(text, 64, "HAS NOT ANSWERED for %" PRId64 " s", silence / 1000);
    else
        snprintf(text, 64, "answers");
}

void server_front_status(void *context, Text *out)
{
    Server *server = context;
    const ServerCluster *cluster = &server->cluster;
    const char *trouble = server_front_trouble(server);
    OpenAddresses addresses;
    char local[REMOTE_BASE_MAX + 1], database[64], line[512];
    print_database(cluster, database);
    open_address_local(&server->config, server->net, local);
    open_addresses_find(&addresses, &server->config, server->net);
    int length =
        snprintf(line, sizeof line,
                 "castled " CASTLED_VERSION ", a front of a cluster: %s%s\n"
                 "games         on %s (epoch %" PRIu64 ")\n"
                 "database      %s\n"
                 "bus           %s\n"
                 "nodes         %d, %d of them connected to the bus\n"
                 "connections   %zu players, %zu in all of at most %zu\n",
                 trouble ? "NOT READY, " : "ready", trouble ? trouble : "",
                 cluster->view.owner[0] ? cluster->view.owner : "no node", cluster->view.epoch,
                 database, cluster->has_bus ? "connected" : "NOT CONNECTED", cluster->view.nodes,
                 cluster->view.on_bus, sessions_count(net_sessions(server->net)),
                 net_connections(server->net), server->connections_max);
    text_append(out, line, (size_t)length);
    length =
        snprintf(line, sizeof line, "address       %s\n", addresses.best ? addresses.best : local);
    text_append(out, line, (size_t)length);
}
