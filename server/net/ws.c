#include "ws.h"

#include "address.h"
#include "memory.h"

#include <libwebsockets.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_SIZE = 512, /* a request is rarely longer; lws keeps so much per connection */
    WRITE_SIZE = 64 * 1024,
    HEADER_MAX = 2048, /* of a header that is looked at; a longer one counts as absent */
    HEADERS_SIZE = 4096,
    PING_AFTER = 25, /* s of silence; proxies cut off at 60 */
    HANG_UP_AFTER = 45,
    KEEP_ALIVE = 30,                  /* s that HTTP connections may idle */
    LINGER = 5,                       /* s for a close frame to get through */
    COOKIE_LIFE = 400 * 24 * 60 * 60, /* the longest that browsers grant */
};

_Static_assert((size_t)PACKET_HEADROOM >= LWS_PRE, "lws writes the frame header into the headroom");

/* An answer that came later, with a copy of its body behind it. */
typedef struct {
    HttpAnswer answer;
    unsigned char body[];
} Reply;

typedef struct Connection Connection;
struct Connection {
    Ws *ws;
    struct lws *wsi;
    SessionId session;     /* 0: HTTP so far */
    WsArrival *arrival;    /* let in, the handshake not yet done */
    unsigned char *pieces; /* of a message that came in several */
    size_t pieces_length;
    CloseCode closing;
    bool parted;         /* lws has been told to close */
    bool refused;        /* for the frame that is coming in: its rest is read and let go */
    ExchangeId exchange; /* 0: none waits */
    bool head;           /* it is a HEAD */
    Reply *reply;
    Connection *next_waiting;
    char address[ADDRESS_MAX + 1];
};

struct Ws {
    WsOptions options;
    struct lws_context *context;
    Sessions *sessions;
    size_t connections;
    ExchangeId exchanges;
    Connection *waiting; /* with an exchange */
    bool stopping, closing;
};

static Connection *connection_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

/* ---- headers ---- */

typedef char Header[HEADER_MAX];

/* NULL when it is absent or too long. */
static const char *header(struct lws *wsi, enum lws_token_indexes token, Header out)
{
    int length = lws_hdr_copy(wsi, out, HEADER_MAX, token);
    return length > 0 ? out : NULL;
}

static void find_address(Connection *connection)
{
    char peer[ADDRESS_MAX + 16] = "";
    Header forwarded;
    lws_get_peer_simple(connection->wsi, peer, sizeof peer);
    address_of_client(peer, header(connection->wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded),
                      connection->address);
}

/* ---- upgrades ---- */

static bool asks_for_castled(struct lws *wsi)
{
    static const char NAME[] = "castled.v1", BETWEEN[] = ", \t";
    Header protocols;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_PROTOCOL) == 0)
        return true;
    const char *at = header(wsi, WSI_TOKEN_PROTOCOL, protocols);
    for (size_t length; at && *at; at += length) {
        at += strspn(at, BETWEEN);
        length = strcspn(at, BETWEEN);
        if (length == sizeof NAME - 1 && memcmp(at, NAME, length) == 0)
            return true;
    }
    return false;
}

static const char *refusal_text(int status)
{
    switch (status) {
    case 401: return "The token is not good.\n";
    case 404: return "There is no WebSocket here.\n";
    case 429: return "Too many at once from your address: try again in a minute.\n";
    default: return "The server cannot take you in now: try again in a minute.\n";
    }
}

/* One that is too long is there, and bad: it must not make its sender a new guest. */
static const char *authorization_header(struct lws *wsi, Header out)
{
    const char *text = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, out);
    return !text && lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_AUTHORIZATION) > 0 ? "" : text;
}

/* 1: lws goes on as after any HTTP answer; -1: it closes. */
static int refuse(Connection *connection, int status, const char *text)
{
    unsigned char buffer[LWS_PRE + HEADERS_SIZE];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    size_t length = strlen(text);
    if (lws_add_http_header_status(connection->wsi, (unsigned)status, &at, end) ||
        lws_add_http_header_by_token(connection->wsi, WSI_TOKEN_HTTP_CONTENT_TYPE,
                                     (const unsigned char *)"text/plain; charset=utf-8", 25, &at,
                                     end) ||
        lws_add_http_header_content_length(connection->wsi, length, &at, end) ||
        lws_finalize_write_http_header(connection->wsi, start, &at, end))
        return -1;
    memcpy(start, text, length);
    if (lws_write(connection->wsi, start, length, LWS_WRITE_HTTP_FINAL) < 0)
        return -1;
    return 1;
}

static int confirm_upgrade(Connection *connection, const char *protocol)
{
    Ws *ws = connection->ws;
    struct lws *wsi = connection->wsi;
    Header path, authorization, cookie, origin, host;
    if (strcasecmp(protocol, "websocket") != 0)
        return refuse(connection, 400, "Only upgrades to WebSocket are understood.\n");
    if (!header(wsi, WSI_TOKEN_GET_URI, path) || strcmp(path, "/ws") != 0)
        return refuse(connection, 404, refusal_text(404));
    if (!asks_for_castled(wsi))
        return refuse(connection, 400, "The subprotocol spoken here is castled.v1.\n");
    find_address(connection);
    WsCaller caller = {
        .headers = {.authorization = authorization_header(wsi, authorization),
                    .cookie = header(wsi, WSI_TOKEN_HTTP_COOKIE, cookie),
                    .origin = header(wsi, WSI_TOKEN_ORIGIN, origin),
                    .host = header(wsi, WSI_TOKEN_HOST, host)},
        .address = connection->address,
    };
    free(connection->arrival);
    connection->arrival = memory_new(sizeof *connection->arrival);
    int status = ws->stopping ? 503
                              : ws->options.hooks.admit(ws->options.hooks.context, &caller,
                                                        connection->arrival);
    return status == 0 ? 0 : refuse(connection, status, refusal_text(status));
}

/* The 101 is about to go out: it carries a new guest's cookie. */
static int add_headers(Connection *connection, struct lws_process_html_args *room)
{
    if (!connection->arrival || !connection->arrival->token[0])
        return 0;
    char cookie[TOKEN_MAX + 128];
    int length =
        snprintf(cookie, sizeof cookie, "%s=%s; HttpOnly; SameSite=Lax; Path=/; Max-Age=%d",
                 AUTH_COOKIE, connection->arrival->token, COOKIE_LIFE);
    return lws_add_http_header_by_name(
        connection->wsi, (const unsigned char *)"set-cookie:", (const unsigned char *)cookie,
        length, (unsigned char **)&room->p, (unsigned char *)room->p + room->max_len);
}

static void established(Connection *connection)
{
    Ws *ws = connection->ws;
    connection->session = session_open(ws->sessions, connection);
    ws->options.hooks.opened(ws->options.hooks.context, connection->session,
                             &connection->arrival->person, connection->address);
    free(connection->arrival);
    connection->arrival = NULL;
}

/* ---- messages ---- */

/* Closes when the rest of the frame is read, or LINGER is over: bytes left unread would make the system
 * reset the connection, and the close frame would be lost with it. */
static int refuse_frame(Connection *connection, enum lws_close_status code)
{
    connection->refused = true;
    lws_close_reason(connection->wsi, code, NULL, 0);
    if (lws_remaining_packet_payload(connection->wsi) == 0)
        return -1;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, LINGER);
    return 0;
}

static void deliver(Connection *connection, const void *text, size_t length)
{
    Ws *ws = connection->ws;
    if (!ws->stopping)
        ws->options.hooks.received(ws->options.hooks.context, connection->session, text, length);
}

static void keep_piece(Connection *connection, const void *bytes, size_t length)
{
    connection->pieces =
        memory_resize(connection->pieces, connection->pieces_length + length + 1, 1);
    if (length)
        memcpy(connection->pieces + connection->pieces_length, bytes, length);
    connection->pieces_length += length;
}

static int receive(Connection *connection, const void *bytes, size_t length)
{
    struct lws *wsi = connection->wsi;
    if (connection->refused)
        return lws_remaining_packet_payload(wsi) == 0 ? -1 : 0;
    if (lws_frame_is_binary(wsi))
        return refuse_frame(connection, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    size_t rest = lws_remaining_packet_payload(wsi);
    if (connection->pieces_length + length + rest > WS_FRAME_MAX)
        return refuse_frame(connection, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    bool is_last = rest == 0 && lws_is_final_fragment(wsi);
    if (is_last && !connection->pieces) {
        deliver(connection, bytes, length);
        return 0;
    }
    keep_piece(connection, bytes, length);
    if (is_last) {
        deliver(connection, connection->pieces, connection->pieces_length);
        free(connection->pieces);
        connection->pieces = NULL;
        connection->pieces_length = 0;
    }
    return 0;
}

/* lws looks at its timers only when something wakes it: a time-out set from outside waits for that. */
static void end_by_timeout(Connection *connection, enum pending_timeout reason, int seconds)
{
    lws_set_timeout(connection->wsi, reason, seconds);
    lws_cancel_service(connection->ws->context);
}

/* What lws could not hand to the socket it keeps, and then it wants no more before it is writable. */
static bool write_packet(void *context, Packet *packet)
{
    Connection *connection = context;
    if (lws_partial_buffered(connection->wsi)) {
        lws_callback_on_writable(connection->wsi);
        return false;
    }
    if (lws_write(connection->wsi, packet_text(packet), packet_length(packet), LWS_WRITE_TEXT) < 0)
        end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    return true;
}

/* The close frame goes out by a time-out of now: after -1 from a writable callback Debian's lws, built with
 * _DEBUG, closes twice "to confirm", and the second time cuts the connection off. A time-out of this kind is
 * the one after which lws closes politely. */
static void send_close(Connection *connection)
{
    if (connection->parted)
        return;
    connection->parted = true;
    lws_close_reason(connection->wsi, (enum lws_close_status)connection->closing, NULL, 0);
    end_by_timeout(connection, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, LWS_TO_KILL_ASYNC);
}

static void close_session(void *context, CloseCode code)
{
    Connection *connection = context;
    connection->closing = code;
    if (!lws_partial_buffered(connection->wsi)) {
        send_close(connection);
        return;
    }
    lws_callback_on_writable(connection->wsi);
    end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, LINGER);
}

static int writable(Connection *connection)
{
    if (connection->closing != CLOSE_NONE)
        send_close(connection);
    else
        session_writable(connection->ws->sessions, connection->session);
    return 0;
}

static void session_ended(Connection *connection)
{
    Ws *ws = connection->ws;
    if (!connection->session)
        return;
    if (!ws->closing)
        ws->options.hooks.closed(ws->options.hooks.context, connection->session);
    session_lost(ws->sessions, connection->session);
    connection->session = 0;
}

/* ---- HTTP ---- */

static int add(struct lws *wsi, const char *name, const char *value, unsigned char **at,
               unsigned char *end)
{
    return value ? lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                               (const unsigned char *)value, (int)strlen(value), at,
                                               end)
                 : 0;
}

static int add_answer_headers(struct lws *wsi, const HttpAnswer *answer, unsigned char **at,
                              unsigned char *end)
{
    char save_as[128], etag[128];
    int failed = lws_add_http_header_status(wsi, (unsigned)answer->status, at, end);
    failed |= add(wsi, "content-type:", answer->type, at, end);
    failed |= add(wsi, "content-encoding:", answer->encoding, at, end);
    if (answer->etag) { /* weak: the compressed forms share it (RFC 9110, 8.8.3.3) */
        snprintf(etag, sizeof etag, "W/%s", answer->etag);
        failed |= add(wsi, "etag:", etag, at, end);
    }
    failed |= add(wsi, "cache-control:", answer->cache, at, end);
    failed |= add(wsi, "allow:", answer->allow, at, end);
    failed |= add(wsi, "vary:", answer->vary ? "accept-encoding" : NULL, at, end);
    if (answer->file) {
        snprintf(save_as, sizeof save_as, "attachment; filename=\"%s\"", answer->file);
        failed |= add(wsi, "content-disposition:", save_as, at, end);
    }
    for (const HttpHeader *each = HTTP_SECURITY; each->name; each++)
        failed |= add(wsi, each->name, each->value, at, end);
    if (answer->status != 304)
        failed |= lws_add_http_header_content_length(wsi, answer->length, at, end);
    return failed;
}

/* What the callback of lws returns: 0 to go on with the connection, else it is closed. */
static int write_answer(Connection *connection, const HttpAnswer *answer)
{
    struct lws *wsi = connection->wsi;
    unsigned char buffer[LWS_PRE + HEADERS_SIZE];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    if (add_answer_headers(wsi, answer, &at, end) ||
        lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    /* lws changes nothing of a body in HTTP/1.1, the only HTTP that is spoken here. */
    if (answer->length && !connection->head && answer->status != 304 &&
        lws_write(wsi, (unsigned char *)(size_t)answer->body, answer->length,
                  LWS_WRITE_HTTP_FINAL) < 0)
        return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static void stop_waiting(Connection *connection)
{
    Connection **at = &connection->ws->waiting;
    while (*at && *at != connection)
        at = &(*at)->next_waiting;
    if (*at)
        *at = connection->next_waiting;
    connection->exchange = 0;
    free(connection->reply);
    connection->reply = NULL;
}

static int handle_request(Connection *connection, const char *path)
{
    Ws *ws = connection->ws;
    struct lws *wsi = connection->wsi;
    Header accept_encoding, if_none_match;
    char *uri;
    int uri_length;
    int method = lws_http_get_uri_and_method(wsi, &uri, &uri_length);
    HttpRequest request = {
        .method = method == LWSHUMETH_GET    ? HTTP_GET
                  : method == LWSHUMETH_HEAD ? HTTP_HEAD
                                             : HTTP_OTHER,
        .path = path,
        .accept_encoding = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, accept_encoding),
        .if_none_match = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, if_none_match),
    };
    HttpAnswer answer;
    find_address(connection);
    connection->head = request.method == HTTP_HEAD;
    ExchangeId exchange = ++ws->exchanges;
    if (ws->options.hooks.request(ws->options.hooks.context, exchange, connection->address,
                                  &request, &answer))
        return write_answer(connection, &answer);
    connection->exchange = exchange;
    connection->next_waiting = ws->waiting;
    ws->waiting = connection;
    return 0;
}

static int write_reply(Connection *connection)
{
    if (!connection->reply)
        return 0;
    int result = write_answer(connection, &connection->reply->answer);
    stop_waiting(connection);
    return result;
}

void ws_answer(Ws *ws, ExchangeId exchange, const HttpAnswer *answer)
{
    Connection *connection = ws->waiting;
    while (connection && connection->exchange != exchange)
        connection = connection->next_waiting;
    if (!connection || connection->reply)
        return;
    Reply *reply = memory_new(sizeof *reply + answer->length);
    reply->answer = *answer;
    reply->answer.body = reply->body;
    if (answer->length)
        memcpy(reply->body, answer->body, answer->length);
    connection->reply = reply;
    lws_callback_on_writable(connection->wsi);
}

/* ---- what lws calls ---- */

static int arrive(Ws *ws, struct lws *wsi)
{
    Connection *connection = memory_new(sizeof *connection);
    connection->ws = ws;
    connection->wsi = wsi;
    lws_set_opaque_user_data(wsi, connection);
    ws->connections++;
    return 0;
}

static void leave(Connection *connection)
{
    session_ended(connection);
    stop_waiting(connection);
    connection->ws->connections--;
    lws_set_opaque_user_data(connection->wsi, NULL);
    free(connection->arrival);
    free(connection->pieces);
    free(connection);
}

/* Of a connection that arrived. */
static int on_connection(Connection *connection, enum lws_callback_reasons reason, void *in,
                         size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP: return handle_request(connection, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_reply(connection);
    case LWS_CALLBACK_CLOSED_HTTP: stop_waiting(connection); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(connection, in);
    case LWS_CALLBACK_ADD_HEADERS: return add_headers(connection, in);
    case LWS_CALLBACK_ESTABLISHED: established(connection); return 0;
    case LWS_CALLBACK_RECEIVE: return receive(connection, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: return writable(connection);
    case LWS_CALLBACK_CLOSED: session_ended(connection); return 0;
    case LWS_CALLBACK_WSI_DESTROY: leave(connection); return 0;
    default: return 0;
    }
}

static int on_lws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    (void)user;
    Ws *ws = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return ws->stopping || ws->connections >= ws->options.connections_max;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return arrive(ws, wsi);
    default: break;
    }
    Connection *connection = wsi ? connection_of(wsi) : NULL;
    return connection ? on_connection(connection, reason, in, length) : 0;
}

/* The same protocol for HTTP (the first in the list) and WebSocket: one connection, one callback. */
static const struct lws_protocols PROTOCOLS[] = {
    {.name = "castled.v1",
     .callback = on_lws,
     .rx_buffer_size = READ_SIZE,
     .tx_packet_size = WRITE_SIZE},
    {.name = NULL},
};

static const lws_retry_bo_t KEEPALIVE = {
    .secs_since_valid_ping = PING_AFTER,
    .secs_since_valid_hangup = HANG_UP_AFTER,
};

/* ---- opening and closing ---- */

static void say_nothing(int level, const char *line)
{
    (void)level;
    (void)line;
}

Ws *ws_open(const WsOptions *options, char *line)
{
    char address[ADDRESS_MAX + 1];
    if (!address_can_listen(options->host, options->port, address, line, WS_LINE_MAX))
        return NULL;
    Ws *ws = memory_new(sizeof *ws);
    ws->options = *options;
    ws->sessions = sessions_new(&(SessionWire){.write = write_packet, .close = close_session});
    void *loops[] = {options->loop};
    struct lws_context_creation_info info = {
        .port = options->port,
        .iface = address,
        .protocols = PROTOCOLS,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   /* a socket of IPv6 would take an IPv4 address for all addresses */
                   (strchr(address, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .user = ws,
        .server_string = "castled",
        .retry_and_idle_policy = &KEEPALIVE,
        .keepalive_timeout = KEEP_ALIVE,
    };
    lws_set_log_level(0, say_nothing);
    ws->context = lws_create_context(&info);
    if (ws->context)
        return ws;
    snprintf(line, WS_LINE_MAX,
             "cannot listen on %s, port %d (or libwebsockets lacks its libuv part, "
             "libwebsockets-evlib-uv)",
             address, options->port);
    sessions_free(ws->sessions);
    free(ws);
    return NULL;
}

int ws_port(const Ws *ws)
{
    return lws_get_vhost_listen_port(lws_get_vhost_by_name(ws->context, "default"));
}

size_t ws_connections(const Ws *ws)
{
    return ws->connections;
}

Sessions *ws_sessions(Ws *ws)
{
    return ws->sessions;
}

void ws_stop(Ws *ws)
{
    ws->stopping = true;
    sessions_close_all(ws->sessions, CLOSE_GOING_AWAY);
    sessions_flush(ws->sessions);
}

void ws_close(Ws *ws)
{
    ws->stopping = ws->closing = true;
    lws_context_destroy(ws->context);
}

void ws_free(Ws *ws)
{
    /* On a loop that is not its own lws frees itself only when it is asked a second time. */
    lws_context_destroy(ws->context);
    sessions_free(ws->sessions);
    free(ws);
}
