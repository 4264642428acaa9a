/* An echo on the server's own sockets (server/net): every message comes back. For the cases of RFC 6455 that need answers
 * without a game. Messages may have 1 MiB; it prints the port of 127.0.0.1 on which it listens, until it is killed. */
#include "net.h"

#include <stdio.h>
#include <string.h>

enum { MESSAGE_MAX = 1024 * 1024 - 4096, CONNECTIONS_MAX = 1000 };

static Net *net;

static void on_handshake(void *context, ExchangeId exchange, const NetCaller *caller)
{
    NetArrival arrival = {.cookie = ""};
    (void)context, (void)caller;
    net_admit(net, exchange, 0, &arrival);
}

static void on_opened(void *context, SessionId session, const NetArrival *arrival,
                      const char *address)
{
    (void)context, (void)session, (void)arrival, (void)address;
}

static void on_received(void *context, SessionId session, const char *text, size_t length)
{
    Packet *packet = packet_new(text, length);
    (void)context;
    session_push(net_sessions(net), session, packet, 0);
    packet_release(packet);
}

static void on_closed(void *context, SessionId session)
{
    (void)context, (void)session;
}

static size_t on_body(void *context, const HttpRequest *request)
{
    (void)context, (void)request;
    return 0;
}

static bool on_request(void *context, ExchangeId exchange, const HttpRequest *request,
                       HttpAnswer *answer)
{
    (void)context, (void)exchange, (void)request;
    http_plain(answer, 404, "There is only an echo here.\n");
    return true;
}

/* Before the loop sleeps, as the server does. */
static void on_prepare(uv_prepare_t *prepare)
{
    (void)prepare;
    sessions_flush(net_sessions(net));
}

int main(void)
{
    uv_loop_t loop;
    uv_prepare_t prepare;
    RemoteRules rules;
    char line[NET_LINE_MAX];
    NetOptions options = {.loop = &loop,
                          .doors = {{.door = DOOR_PUBLIC, .host = "127.0.0.1"}},
                          .door_count = 1,
                          .connections_max = CONNECTIONS_MAX,
                          .message_max = MESSAGE_MAX,
                          .client = &rules,
                          .hooks = {.handshake = on_handshake,
                                    .opened = on_opened,
                                    .received = on_received,
                                    .closed = on_closed,
                                    .body_max = on_body,
                                    .request = on_request}};
    remote_usual(&rules);
    uv_loop_init(&loop);
    net = net_open(&options, line);
    if (!net) {
        fprintf(stderr, "%s\n", line);
        return 1;
    }
    uv_prepare_init(&loop, &prepare);
    uv_prepare_start(&prepare, on_prepare);
    printf("the echo is ready on port %d\n", net_port(net, DOOR_PUBLIC));
    fflush(stdout);
    return uv_run(&loop, UV_RUN_DEFAULT);
}
