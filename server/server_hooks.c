#include "server_hooks.h"

#include "busy.h"
#include "log.h"
#include "server_doubt.h"
#include "server_front.h"

#include <stdio.h>

/* ---- what the sockets ask and tell ---- */

static void on_handshake(void *context, ExchangeId exchange, const NetCaller *caller)
{
    const Server *server = context;
    if (server_loop_has_ended(&server->loop))
        return;
    if (server_is_in_doubt(server))
        net_admit(server->net, exchange, 503, NULL);
    else if (server->core)
        admission_ask(&server->admission, exchange, caller);
    else
        front_handshake(server->cluster.front, exchange, caller);
}

static void on_opened(void *context, SessionId session, const NetArrival *arrival,
                      const char *address)
{
    const Server *server = context;
    log_debug("session %llu begins: %s (%s) at %s", session_number(session), arrival->person.name,
              arrival->person.id, address);
    if (server->trace)
        trace_opened(server->trace, session, arrival->person.id, arrival->person.name, address);
    if (server_is_in_doubt(
            server)) /* since the handshake; what it is told from now on is dropped */
        session_close(net_sessions(server->net), session, CLOSE_RESTART);
    if (server->core)
        admission_opened(&server->admission, session, arrival, address);
    else
        front_opened(server->cluster.front, session, arrival, address);
}

static void on_read(void *context)
{
    Server *server = context;
    server_loop_read(&server->loop);
}

static void on_received(void *context, SessionId session, const char *text, size_t length)
{
    Server *server = context;
    if (server->trace)
        trace_frame(server->trace, session, TRACE_IN, text, length);
    if (!server_loop_is_running(&server->loop))
        return;
    if (server->core)
        core_received(server->core, session, text, length);
    else
        front_received(server->cluster.front, session, text, length);
}

static void on_closed(void *context, SessionId session)
{
    Server *server = context;
    log_debug("session %llu has ended", session_number(session));
    if (server->trace)
        trace_closed(server->trace, session);
    if (server->core)
        core_closed(server->core, session);
    else
        front_closed(server->cluster.front, session);
}

static void on_round_trip(void *context, SessionId session, int64_t us)
{
    Server *server = context;
    if (!server->core)
        front_round_trip(server->cluster.front, session, us);
}

static void on_sent(void *context, SessionId session, const char *text, size_t length)
{
    Server *server = context;
    trace_frame(server->trace, session, TRACE_OUT, text, length);
}

static size_t on_body(void *context, const HttpRequest *request)
{
    (void)context;
    return api_body_max(request);
}

static bool on_request(void *context, ExchangeId exchange, const HttpRequest *request,
                       HttpAnswer *answer)
{
    Server *server = context;
    if (server_loop_has_ended(&server->loop))
        return false;
    if (server_is_in_doubt(server))
        return server_doubt_request(server, exchange, request, answer);
    return server->core ? http_handler_request(&server->http, exchange, request, answer)
                        : server_front_request(server, exchange, request, answer);
}

static void on_connection(void *context, Transport *transport, const char *refusal)
{
    Server *server = context;
    if (!refusal && server_is_in_doubt(server))
        refusal = BUSY_SENTENCE;
    if (server->core)
        ics_connection(server->ics, transport, refusal);
    else
        front_connection(server->cluster.front, transport, refusal);
}

/* ---- what the other parts tell ---- */

static void on_commit(void *context, uint64_t number)
{
    Server *server = context;
    core_committed(server->core, number);
    webhooks_committed(server->webhooks, number);
    push_committed(server->push, number);
    mail_committed(server->mail, number);
    api_committed(server->api, number);
    if (server->admin)
        admin_socket_committed(server->admin, number);
}

/* Another castled has the games. Nothing that is in memory is told any more; it may be told twice, since the store closes. */
static void give_up(Server *server, const char *line)
{
    ServerCluster *cluster = &server->cluster;
    if (!cluster->line[0])
        snprintf(cluster->line, sizeof cluster->line, "%.300s; this one ends%s", line,
                 cluster->is_open ? ", and is a front when it is started again" : "");
    server->exit_status = NODE_STATUS;
    server_loop_end(&server->loop);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Server *server = context;
    if (error == STORE_TAKEN) {
        give_up(server, line);
        return;
    }
    if (server->exit_status)
        return; /* it ends already, and has said why */
    log_warning("%s; games wait until the database can be written to again", line);
    core_failing(server->core, true);
}

static void on_recovered(void *context)
{
    Server *server = context;
    log_info("the database can be written to again");
    core_failing(server->core, false);
}

static void on_away(void *context, const char *line)
{
    (void)context;
    log_warning("%s; castled starts when it is there", line);
}

static void on_answer(void *context, const SearchAnswer *answer)
{
    Server *server = context;
    core_answered(server->core, answer);
}

static void on_trouble(void *context, const GameId *game, const char *words, bool over)
{
    Server *server = context;
    core_engine_trouble(server->core, game, words, over);
}

/* ---- as hooks ---- */

NetHooks server_hooks_of_net(Server *server)
{
    return (NetHooks){.context = server,
                      .handshake = on_handshake,
                      .opened = on_opened,
                      .received = on_received,
                      .read = on_read,
                      .closed = on_closed,
                      .round_trip = server->config.bus ? on_round_trip : NULL,
                      .sent = server->trace ? on_sent : NULL,
                      .body_max = on_body,
                      .request = on_request,
                      .connection = on_connection};
}

OpponentsHooks server_hooks_of_opponents(Server *server)
{
    return (OpponentsHooks){.context = server, .answer = on_answer, .trouble = on_trouble};
}

void server_hooks_of_store(Server *server, StoreOptions *options)
{
    options->context = server;
    options->on_commit = on_commit;
    options->on_failure = on_failure;
    options->on_recovered = on_recovered;
    /* A node looks for it by its watch, and goes on meanwhile. */
    options->on_away = server->cluster.is_open ? NULL : on_away;
}
