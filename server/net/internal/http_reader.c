#include "http_reader.h"

#include "base62.h"
#include "handshake.h"
#include "http_connection.h"
#include "log.h"
#include "log_path.h"
#include "memory.h"
#include "websocket.h"

#include <assert.h>
#include <string.h>

/* ---- the request is whole ---- */

static void redirect(HttpConnection *connection, const HttpRequest *request)
{
    const RemoteRules *rules = connection->net->options.client;
    char location[HTTP_HEAD_MAX + WEB_ORIGIN_MAX];
    if (!http_redirect_url(request, rules->has_public_url ? &rules->public_url : NULL,
                           connection->net->public_port, location, sizeof location)) {
        http_connection_refuse(connection, 400, "A Host header is needed.\n");
        return;
    }
    HttpAnswer answer;
    http_plain(&answer, 308, "Use https for this address.\n");
    answer.location = location;
    connection->ending = true;
    http_connection_write(connection, &answer);
}

/* Without the query, in which people search for names. */
static void log_request(const HttpConnection *connection, const HttpRequest *request)
{
    static const char *const METHODS[] = {"GET",    "HEAD",    "POST", "PUT",
                                          "DELETE", "OPTIONS", "other"};
    char path[LOG_PATH_SIZE];
    log_debug("http %llu: %s %s from %s", http_connection_number(connection),
              METHODS[request->method], log_path(request->path, path), request->address);
}

/* Of a body that is not needed nothing was kept, however long it is (NetHooks.body_max). */
static bool is_too_long(const IncomingRequest *incoming)
{
    return incoming->too_long && incoming->most;
}

/* The answer may come before the hook returns, or any time later. */
static void ask(HttpConnection *connection)
{
    const NetHooks *hooks = &connection->net->options.hooks;
    IncomingRequest *incoming = connection->incoming;
    HttpAnswer answer;
    if (is_too_long(incoming)) {
        http_plain(&answer, 413, "The body is too long.\n");
        http_connection_write(connection, &answer);
        return;
    }
    if (!http_connection_enter_client(connection)) {
        http_connection_refuse(connection, 429, "Too many at once from your address.\n");
        return;
    }
    connection->incoming = NULL; /* the answer may end the connection at once */
    ExchangeId exchange = http_connection_ask(connection);
    LogRequest before = log_enter_request(connection->request_id);
    log_request(connection, &incoming->request);
    if (hooks->request(hooks->context, exchange, &incoming->request, &answer))
        http_connection_write(connection, &answer);
    log_leave_request(before);
    incoming_request_free(incoming);
}

static void read_body(HttpConnection *connection)
{
    IncomingRequest *incoming = connection->incoming;
    size_t length, used;
    const char *input;
    while (connection->state == HTTP_STATE_BODY) {
        input = transport_input(connection->transport, &length);
        if (!length)
            break;
        IncomingResult result = incoming_request_take(incoming, input, length, &used);
        transport_consume(connection->transport, used);
        if (incoming->too_long && incoming->came > HTTP_DISCARD_MAX)
            http_connection_refuse(connection, 413, "The body is too long.\n");
        else if (result == INCOMING_BAD)
            http_connection_refuse(connection, 400,
                                   "The chunks of the body cannot be understood.\n");
        else if (result == INCOMING_WHOLE)
            ask(connection);
        else
            continue;
        return;
    }
    if (connection->state == HTTP_STATE_BODY && transport_has_ended(connection->transport))
        http_connection_refuse(connection, 400, "The body is incomplete.\n");
}

static void begin_body(HttpConnection *connection)
{
    connection->state = HTTP_STATE_BODY;
    connection->incoming->begun_at = uv_now(connection->net->options.loop);
    transport_set_timer(connection->transport, HTTP_BODY_TIME);
    read_body(connection);
}

static void on_continued(void *owner)
{
    begin_body(owner);
}

static void await_body(HttpConnection *connection)
{
    static const char GO_ON[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const NetHooks *hooks = &connection->net->options.hooks;
    IncomingRequest *incoming = connection->incoming;
    size_t waiting;
    incoming->most = hooks->body_max(hooks->context, &incoming->request);
    incoming->too_long = incoming->expected > incoming->most;
    transport_input(connection->transport, &waiting);
    if (incoming->expects && !incoming->most) {
        connection->ending = true; /* since it may send the body all the same (RFC 9110, 10.1.1) */
        ask(connection);
    } else if (incoming->too_long && (incoming->expects || incoming->expected > HTTP_DISCARD_MAX)) {
        http_connection_refuse(connection, 413, "The body is too long.\n");
    } else if (incoming->expects && waiting == 0) {
        connection->state = HTTP_STATE_CONTINUE;
        transport_set_timer(connection->transport, HTTP_STALL_TIME);
        transport_write(connection->transport, &(TransportPiece){GO_ON, sizeof GO_ON - 1}, 1,
                        on_continued);
    } else {
        begin_body(connection);
    }
}

/* ---- to a WebSocket ---- */

/* Asks whether its sender is let in; until the answer nothing more is read. */
static void ask_to_admit(HttpConnection *connection, const Handshake *handshake,
                         const HttpHead *head)
{
    const NetHooks *hooks = &connection->net->options.hooks;
    const IncomingRequest *incoming = connection->incoming;
    NetCaller caller = {.headers = incoming->request.auth, .address = incoming->client.address};
    caller.headers.kept = handshake->token;
    connection->handshake = memory_new(sizeof *connection->handshake);
    handshake_accept(handshake, head, connection->handshake);
    transport_consume(connection->transport, head->size);
    ExchangeId exchange = http_connection_ask(connection);
    transport_set_timer(connection->transport, HANDSHAKE_WAIT);
    LogRequest before = log_enter_request(connection->request_id);
    hooks->handshake(hooks->context, exchange, &caller);
    log_leave_request(before);
}

/* A head asks to become a WebSocket, and is still unread in the transport. */
static void begin_handshake(HttpConnection *connection, const HttpHead *head)
{
    size_t waiting;
    Handshake handshake;
    transport_input(connection->transport, &waiting);
    int status = handshake_read(&handshake, head, &connection->incoming->request, waiting);
    const char *refusal = handshake.refusal;
    if (!status && connection->net->stopping)
        refusal = handshake_refusal(status = 503);
    if (!status && !http_connection_enter_client(connection))
        refusal = handshake_refusal(status = 429);
    if (status)
        http_connection_refuse(connection, status, refusal);
    else
        ask_to_admit(connection, &handshake, head);
    handshake_clear(&handshake);
}

/* Its sender is let in. */
static void open_websocket(HttpConnection *connection, const NetArrival *arrival)
{
    char answer[HANDSHAKE_ANSWER_MAX];
    size_t length =
        handshake_answer(connection->handshake, arrival->cookie, arrival->old_cookie, answer);
    websocket_open(connection->net, connection->transport, connection->incoming->client.address,
                   connection->client, arrival, answer, length);
    *connection->client = '\0'; /* the WebSocket counts */
    http_connection_free(connection);
}

void http_reader_admit(Net *net, ExchangeId exchange, int status, const NetArrival *arrival)
{
    HttpConnection *connection = http_connection_find(net, exchange);
    size_t waiting;
    if (!connection)
        return;
    assert(connection->handshake);
    transport_input(connection->transport, &waiting);
    if (!status && net->stopping)
        status = 503;
    if (status)
        http_connection_refuse(connection, status, handshake_refusal(status));
    else if (waiting)
        http_connection_refuse(connection, 400, HANDSHAKE_TOO_EARLY);
    else if (transport_has_ended(connection->transport))
        http_connection_cut(connection);
    else
        open_websocket(connection, arrival);
}

/* ---- the head ---- */

/* As the proxy in front has named it, or by chance: so that an answer can be found in the logs of both. */
static void name_request(HttpConnection *connection)
{
    enum { DRAWN = 16 };
    _Static_assert((int)LOG_REQUEST_MAX >= (int)REQUEST_ID_MAX, "every id fits");
    const char *given = connection->incoming->client.request_id;
    if (*given)
        memcpy(connection->request_id, given, strlen(given) + 1);
    else
        base62_draw(connection->request_id, DRAWN);
}

/* A head is whole. */
static void begin(HttpConnection *connection, const HttpHead *head)
{
    Transport *transport = connection->transport;
    connection->is_head = head->method == HTTP_HEAD;
    connection->asks_http10 = head->minor == 0;
    /* A request that asks for another protocol is answered in this one, and nothing is read behind it. */
    connection->ending = !head->keeps_alive || head->upgrades;
    connection->incoming =
        incoming_request_new(head, connection->net->options.client, transport_peer(transport),
                             transport_is_tls(transport));
    if (!connection->incoming) {
        http_connection_refuse(connection, 400, "The address cannot be decoded.\n");
        return;
    }
    connection->incoming->request.door = connection->door;
    name_request(connection);
    if (connection->door == DOOR_PUBLIC && handshake_is_asked(head)) {
        begin_handshake(connection, head);
        return;
    }
    transport_consume(transport, head->size);
    if (connection->net->stopping) {
        http_connection_refuse(connection, 503, "The server is restarting: try again.\n");
        return;
    }
    if (connection->door == DOOR_REDIRECT)
        redirect(connection, &connection->incoming->request);
    else if (head->body == BODY_CHUNKED || head->length > 0)
        await_body(connection);
    else
        ask(connection);
}

/* A head can only have become whole, or bad, by one of these bytes. So what drips in is not parsed for each byte. */
static bool is_worth_parsing(HttpConnection *connection, const char *input, size_t length)
{
    size_t at = connection->looked_at;
    connection->looked_at = length;
    if (length >= HTTP_HEAD_MAX)
        return true;
    for (; at < length; at++)
        if (((unsigned char)input[at] < 0x20 && input[at] != '\t') || input[at] == 0x7f)
            return true;
    return false;
}

static void read_head(HttpConnection *connection)
{
    HttpHead head;
    size_t length;
    const char *input = transport_input(connection->transport, &length);
    bool has_ended = transport_has_ended(connection->transport);
    if (length && connection->idle) {
        connection->idle = false;
        transport_set_timer(connection->transport, HTTP_HEAD_TIME);
    }
    int status = HTTP_HEAD_UNFINISHED;
    if (length && is_worth_parsing(connection, input, length))
        status = http_head_parse(input, length, &head);
    if (status == HTTP_HEAD_WHOLE)
        begin(connection, &head);
    else if (status != HTTP_HEAD_UNFINISHED)
        http_connection_refuse(connection, status, head.reason);
    else if (has_ended)
        http_connection_finish(connection);
}

static void read_on(HttpConnection *connection)
{
    switch (connection->state) {
    case HTTP_STATE_HEAD: read_head(connection); break;
    case HTTP_STATE_BODY: read_body(connection); break;
    default: http_connection_arrived(connection); break; /* it waits its turn, in the transport */
    }
}

/* ---- what the transport tells ---- */

static void on_arrived(void *owner)
{
    read_on(owner);
}

static void on_late_body(HttpConnection *connection)
{
    const IncomingRequest *incoming = connection->incoming;
    uint64_t spent = uv_now(connection->net->options.loop) - incoming->begun_at;
    uint64_t allowed = HTTP_BODY_TIME + incoming->came / HTTP_BODY_RATE;
    if (spent < allowed)
        transport_set_timer(connection->transport, allowed - spent);
    else
        http_connection_refuse(connection, 408, "The body did not come in time.\n");
}

static void on_late(void *owner)
{
    HttpConnection *connection = owner;
    size_t waiting;
    transport_input(connection->transport, &waiting);
    if (connection->state == HTTP_STATE_HEAD && waiting && transport_is_open(connection->transport))
        http_connection_refuse(connection, 408, "The request did not come in time.\n");
    else if (connection->state == HTTP_STATE_HEAD)
        http_connection_finish(connection);
    else if (connection->state == HTTP_STATE_BODY)
        on_late_body(connection);
    else
        http_connection_late(connection);
}

static void on_lost(void *owner)
{
    http_connection_free(owner);
}

static bool is_busy(void *owner)
{
    return http_connection_is_busy(owner);
}

static void on_leave(void *owner)
{
    http_connection_leave(owner);
}

static HttpConnection *new_connection(Net *net, Transport *transport, HttpDoor door)
{
    static const TransportHooks HOOKS = {.arrived = on_arrived,
                                         .late = on_late,
                                         .lost = on_lost,
                                         .busy = is_busy,
                                         .leave = on_leave};
    return http_connection_new(net, transport, door, &HOOKS, read_on);
}

void http_reader_open(Net *net, Transport *transport, HttpDoor door)
{
    new_connection(net, transport, door);
    transport_set_timer(transport, HTTP_HEAD_TIME);
}

void http_reader_turn_away(Net *net, Transport *transport, int status, const char *sentence)
{
    if (net->refusing >= HTTP_REFUSING_MAX || transport_is_tls(transport)) {
        transport_close(transport);
        return;
    }
    transport_tally(transport, &net->refusing);
    http_connection_refuse(new_connection(net, transport, DOOR_PUBLIC), status, sentence);
}
