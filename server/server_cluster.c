#include "server_cluster.h"

#include "busy.h"
#include "log.h"
#include "memory.h"
#include "server_doubt.h"
#include "server_front.h"
#include "server_hooks.h"
#include "server_opening.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t now_of(void *context)
{
    Server *server = context;
    uv_update_time(&server->loop.uv);
    return (int64_t)uv_now(&server->loop.uv);
}

/* ---- from a front to the owner ---- */

/* Its process ends with that status, and what is in memory is written and told no more. */
__attribute__((format(printf, 3, 4))) static void end(Server *server, int status,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(server->cluster.line, sizeof server->cluster.line, format, arguments);
    va_end(arguments);
    server->exit_status = status;
    server_loop_end(&server->loop);
}

static void on_passed(void *context, uint64_t epoch)
{
    Server *server = context;
    if (!node_is_passed(&server->cluster.node, epoch))
        return;
    end(server, NODE_STATUS,
        "another node has the games now (epoch %" PRIu64
        "); this one ends, and is a front when it is started again",
        epoch);
}

static void on_line(void *context, Transport *transport, const char *address, bool is_confidential,
                    uint64_t front)
{
    const Server *server = context;
    ics_connection_elsewhere(server->ics, transport, address, is_confidential, front,
                             server_is_in_doubt(server) ? BUSY_SENTENCE : NULL);
}

static void on_lines_lost(void *context, uint64_t front)
{
    const Server *server = context;
    ics_front_lost(server->ics, front);
}

static void on_cut_off(void *context, int64_t lost)
{
    const Server *server = context;
    core_cut_off(server->core, lost);
}

/* From now on the loop works with what there is. */
static void change_loop(Server *server)
{
    const LoopParts parts = server_loop_parts(server);
    server_loop_change(&server->loop, &parts);
}

static void begin_to_own(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    const NetHooks hooks = server_hooks_of_net(server);
    Front *front = cluster->front;
    node_owns(&cluster->node, store_epoch(server->store));
    front_announce(front, cluster->node.epoch);
    server_open_answers(server);
    cluster->host = host_new(&(HostOptions){.loop = &server->loop.uv,
                                            .net = server->net,
                                            .bus = cluster->bus,
                                            .key = cluster->key,
                                            .node = cluster_watch_node(cluster->watch),
                                            .castled = CASTLED_VERSION,
                                            .epoch = cluster->node.epoch,
                                            .hooks = hooks,
                                            .context = server,
                                            .now = now_of,
                                            .line = server->ics ? on_line : NULL,
                                            .lines_lost = server->ics ? on_lines_lost : NULL,
                                            .cut_off = on_cut_off,
                                            .passed = on_passed});
    cluster->front = NULL;
    server->status.host = cluster->host;
    change_loop(server);
    log_info("this node has the games now (epoch %" PRIu64 ")", cluster->node.epoch);
    front_close(front, CLOSE_RESTART, &hooks);
    front_free(front);
    if (server->on_games)
        server->on_games(server);
}

/* ms that it waits for another try when it is no race with other nodes any more. */
enum { TELL_AFTER = 2000 };

/* It has the leases, but not what belongs to them. What is in memory by now cannot be loaded again. */
static void end_unloaded(Server *server, const char *line)
{
    if (store_is_away(server->store))
        end(server, NODE_STATUS,
            "the database went away while the games were loaded (%s); this node ends, and is a "
            "front when it is started again",
            line);
    else
        end(server, EXIT_FAILURE, "%s", line);
}

/* Whoever was faster, or a database that refuses, leaves a front as it was. What is wrong with this node's own options ends it. */
static void take(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    char line[SERVER_LINE_MAX] = "";
    StoreError error = server_open_store(server, line);
    if (error != STORE_OK) {
        node_missed(&cluster->node, now_of(server));
        bool is_race = error == STORE_LOCKED || error == STORE_TAKEN;
        if (!is_race || cluster->node.again >= TELL_AFTER)
            log_warning("the games cannot be taken: %s", line);
        return;
    }
    if (server_open_games(server, line)) {
        begin_to_own(server);
        return;
    }
    end_unloaded(server, line);
}

/* ---- what the database and the bus say ---- */

static void look(Server *server);

static void on_timer(uv_timer_t *timer)
{
    look(timer->data);
}

static void set_timer(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    int64_t wait = node_wait(&cluster->node, now_of(server));
    if (wait >= 0)
        uv_timer_start(&cluster->timer, on_timer, (uint64_t)wait, 0);
    else
        uv_timer_stop(&cluster->timer);
}

/* The first answer of the database says which cluster it is. */
static void meet(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    cluster->key = memory_secret(sizeof *cluster->key);
    cluster_key_init(cluster->key, cluster_watch_secret(cluster->watch));
    front_join(cluster->front, cluster->key, cluster_watch_node(cluster->watch));
}

static void look(Server *server)
{
    ServerCluster *cluster = &server->cluster;
    if (!server_loop_is_running(&server->loop))
        return;
    switch (node_decide(&cluster->node, &cluster->view, cluster->has_bus, now_of(server))) {
    case NODE_STAYS: break;
    case NODE_TAKES:
        server_loop_load(&server->loop, true);
        take(server);
        server_loop_load(&server->loop, false);
        break;
    case NODE_GIVES:
        log_warning("the bus cannot be reached from here, but from other nodes; this one gives "
                    "the games to them, and is a front when it is started again");
        server->exit_status = NODE_STATUS;
        server_loop_leave(&server->loop);
        break;
    case NODE_LOST: on_passed(server, cluster->view.epoch); break;
    }
    if (server_loop_is_running(&server->loop))
        set_timer(server);
}

static void tell_trouble(ServerCluster *cluster, const ClusterView *view)
{
    bool is_away = view->state == CLUSTER_AWAY;
    if (is_away && !cluster->told_away)
        log_warning("%s; this node waits for it", view->line);
    if (!is_away && cluster->told_away)
        log_info("the database can be reached again");
    if (view->state == CLUSTER_REFUSED && cluster->key)
        log_warning("%s; this node can only be a front", view->line);
    cluster->told_away = is_away;
}

/* Dates, tokens and codes of a second factor go by the wall clock; leases and players' clocks do not. So an owner goes on. */
static void look_at_clock(Server *server, const ClusterView *view)
{
    ServerCluster *cluster = &server->cluster;
    bool was_off = *cluster->clock;
    int64_t ahead = view->clock_ahead;
    *cluster->clock = '\0';
    if (view->is_clock_off)
        snprintf(cluster->clock, sizeof cluster->clock,
                 "this node's clock is %" PRId64 " s %s the database's", ahead < 0 ? -ahead : ahead,
                 ahead < 0 ? "behind" : "ahead of");
    if (view->is_clock_off && !was_off)
        log_warning("%s: it is not ready, and does not take the games, until that is right",
                    cluster->clock);
    if (!view->is_clock_off && was_off)
        log_info("this node's clock is right again");
    server->http.trouble = server->status.trouble = server_clock_trouble(cluster);
}

static void on_changed(void *context, const ClusterView *view)
{
    Server *server = context;
    ServerCluster *cluster = &server->cluster;
    tell_trouble(cluster, view);
    if (view->state == CLUSTER_SEEN)
        look_at_clock(server, view);
    cluster->view = *view;
    if (view->state == CLUSTER_REFUSED && !cluster->key) {
        end(server, EXIT_FAILURE, "%s", view->line);
        return;
    }
    if (view->state == CLUSTER_SEEN && !cluster->key)
        meet(server);
    if (view->state == CLUSTER_SEEN && cluster->front)
        front_note_epoch(cluster->front, view->epoch);
    look(server);
}

static void on_bus(void *context, bool is_connected, const char *why)
{
    Server *server = context;
    if (is_connected)
        log_info("connected to the bus");
    else
        log_warning("the bus cannot be reached: %s", why);
    server->cluster.has_bus = is_connected;
    cluster_watch_set_bus(server->cluster.watch, is_connected);
    look(server);
}

/* ---- opening and closing ---- */

_Static_assert((int)SERVER_LINE_MAX >= (int)BUS_LINE_MAX, "its reason fits");

bool server_cluster_open(Server *server, char *line)
{
    ServerCluster *cluster = &server->cluster;
    const ClusterWatchOptions options = {.loop = &server->loop.uv,
                                         .directory = server->config.data,
                                         .server = server->config.store,
                                         .version = CASTLED_VERSION,
                                         .clock_tolerance = server->config.clock_tolerance,
                                         .context = server,
                                         .changed = on_changed};
    node_init(&cluster->node);
    text_init(&cluster->health);
    uv_timer_init(&server->loop.uv, &cluster->timer);
    uv_timer_init(&server->loop.uv, &cluster->late);
    cluster->timer.data = server;
    cluster->is_open = true;
    if (cluster_watch_open(&cluster->watch, &options, line) != STORE_OK)
        return false;
    cluster->bus = bus_open(&(BusOptions){.loop = &server->loop.uv,
                                          .address = server->config.bus,
                                          .name = "castled",
                                          .context = server,
                                          .state = on_bus},
                            line);
    if (!cluster->bus)
        return false;
    cluster->front = front_new(&(FrontOptions){.net = server->net,
                                               .bus = cluster->bus,
                                               .site = server->site,
                                               .castled = CASTLED_VERSION,
                                               .context = server,
                                               .now = now_of});
    change_loop(server);
    server->admin = admin_socket_open(&server->loop.uv, server->config.data,
                                      &(AdminTarget){.describe = server_front_status,
                                                     .elsewhere = server_front_elsewhere,
                                                     .trouble = server_front_trouble,
                                                     .context = server,
                                                     .metrics = &server->metrics});
    return true;
}

static bool can_serve(const Server *server)
{
    return server->core || front_is_up(server->cluster.front);
}

/* So that the loop turns. */
static void on_late(uv_timer_t *timer)
{
    (void)timer;
}

bool server_cluster_wait(Server *server, char *line)
{
    int64_t until = now_of(server) + SERVER_CLUSTER_WAIT;
    uv_timer_start(&server->cluster.late, on_late, SERVER_CLUSTER_WAIT, 0);
    while (server_loop_is_running(&server->loop) && !can_serve(server) && now_of(server) < until)
        uv_run(&server->loop.uv, UV_RUN_ONCE);
    uv_timer_stop(&server->cluster.late);
    if (!server->core && server_loop_is_running(&server->loop)) {
        const char *trouble = server_front_trouble(server);
        log_info("this node is a front%s%s", trouble ? ", and not ready: " : "",
                 trouble ? trouble : "");
    }
    snprintf(line, SERVER_LINE_MAX, "%s", server->cluster.line);
    return server->exit_status != EXIT_FAILURE;
}
