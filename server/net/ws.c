#include "ws.h"

#include "connection.h"
#include "exchange.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    READ_SIZE = 512, /* a request is rarely longer; lws keeps so much per connection */
    WRITE_SIZE = 64 * 1024,
    PING_AFTER = 25, /* s of silence; proxies cut off at 60 */
    HANG_UP_AFTER = 45,
    PING_LOST = 10,  /* s after which another is sent to measure the round trip */
    KEEP_ALIVE = 30, /* s that HTTP connections may idle */
    LINGER = 5,      /* s for a close frame to get through */
};

_Static_assert((size_t)PACKET_HEADROOM >= LWS_PRE, "lws writes the frame header into the headroom");

static Connection *connection_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

/* ---- upgrades ---- */

/* Whether castled.v1 is among the subprotocols, or none is named. A page's script cannot set Authorization;
 * what can be said of who comes stands here: "token." with a guest's token, for *kept, or NULL. */
static bool asks_for_castled(struct lws *wsi, Header protocols, const char **kept)
{
    static const char NAME[] = "castled.v1", TOKEN[] = "token.", BETWEEN[] = ", \t";
    *kept = NULL;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_PROTOCOL) == 0)
        return true;
    bool found = false;
    char *rest;
    char *name = connection_header(wsi, WSI_TOKEN_PROTOCOL, protocols)
                     ? strtok_r(protocols, BETWEEN, &rest)
                     : NULL;
    for (; name; name = strtok_r(NULL, BETWEEN, &rest)) {
        found |= strcmp(name, NAME) == 0;
        if (strncmp(name, TOKEN, sizeof TOKEN - 1) == 0)
            *kept = name + sizeof TOKEN - 1;
    }
    return found;
}

static const char FOREIGN[] =
    "Pages of other sites need a token. If this page is the server's own, "
    "see --public-url in castled --help.\n";

static const char *refusal_text(int status)
{
    switch (status) {
    case 401: return "The token is not good.\n";
    case 403: return "You have been banned from this server.\n";
    case 404: return "There is no WebSocket here.\n";
    case 429: return "Too many at once from your address: try again in a minute.\n";
    default: return "The server cannot take you in now: try again in a minute.\n";
    }
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
    Header path, protocols, authorization, cookie;
    const char *kept;
    if (strcasecmp(protocol, "websocket") != 0)
        return refuse(connection, 400, "Only upgrades to WebSocket are understood.\n");
    if (!connection_header(wsi, WSI_TOKEN_GET_URI, path) || strcmp(path, "/ws") != 0)
        return refuse(connection, 404, refusal_text(404));
    if (!asks_for_castled(wsi, protocols, &kept))
        return refuse(connection, 400, "The subprotocol spoken here is castled.v1.\n");
    connection_find_client(connection);
    WsCaller caller = {
        .headers = {.authorization = connection_authorization(wsi, authorization),
                    .cookie = connection_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookie),
                    .kept = kept,
                    .page = connection->client.page,
                    .place = connection->client.place},
        .address = connection->client.address,
    };
    if (auth_is_foreign(&caller.headers))
        return refuse(connection, 403, FOREIGN);
    free(connection->arrival);
    connection->arrival = memory_new(sizeof *connection->arrival);
    int status = ws->stopping ? 503
                              : ws->options.hooks.admit(ws->options.hooks.context, &caller,
                                                        connection->arrival);
    return status == 0 ? 0 : refuse(connection, status, refusal_text(status));
}

static int add_cookie(Connection *connection, const char *cookie,
                      struct lws_process_html_args *room)
{
    return cookie && *cookie
               ? lws_add_http_header_by_name(connection->wsi, (const unsigned char *)"set-cookie:",
                                             (const unsigned char *)cookie, (int)strlen(cookie),
                                             (unsigned char **)&room->p,
                                             (unsigned char *)room->p + room->max_len)
               : 0;
}

/* The 101 is about to go out. */
static int add_headers(Connection *connection, struct lws_process_html_args *room)
{
    const WsArrival *arrival = connection->arrival;
    return arrival && (add_cookie(connection, arrival->cookie, room) ||
                       add_cookie(connection, arrival->old_cookie, room));
}

static void established(Connection *connection)
{
    Ws *ws = connection->ws;
    connection->session = session_open(ws->sessions, connection);
    ws->options.hooks.opened(ws->options.hooks.context, connection->session, connection->arrival,
                             connection->client.address);
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

/* lws looks at each fragment's UTF-8, but not whether the last one, when it is empty, leaves a character
 * unfinished. */
static bool ends_inside_character(const unsigned char *bytes, size_t length)
{
    size_t seen = 0;
    while (seen < length && seen < 4) {
        unsigned char byte = bytes[length - ++seen];
        if (byte < 0x80 || byte >= 0xc0)
            return seen < (byte >= 0xf0 ? 4u : byte >= 0xe0 ? 3u : byte >= 0xc0 ? 2u : 1u);
    }
    return seen > 0;
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
    if (is_last && ends_inside_character(connection->pieces, connection->pieces_length))
        return refuse_frame(connection, LWS_CLOSE_STATUS_INVALID_PAYLOAD);
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

enum { PING_SIZE = 8 };

/* An instant as eight letters: Debian's lws asks of a pong, too, that it is UTF-8. */
static void write_stamp(uint64_t instant, unsigned char out[PING_SIZE])
{
    for (int i = 0; i < PING_SIZE; i++)
        out[i] = (unsigned char)('0' + (instant >> (10 + 5 * i) & 31));
}

/* The page's scripts never see these frames (RFC 6455, 5.5.2): the browser answers, and what it takes cannot be
 * lied about, only made worse. One is under way at a time, and none while a message comes in pieces, of which
 * lws would take the pong for one when it looks at the UTF-8. lws sends pings of its own, with other bytes. */
static void send_ping(void *context)
{
    Connection *connection = context;
    unsigned char frame[LWS_PRE + PING_SIZE];
    uint64_t now = uv_hrtime();
    bool waiting =
        connection->ping_at && now - connection->ping_at < PING_LOST * UINT64_C(1000000000);
    if (waiting || connection->pieces || lws_partial_buffered(connection->wsi))
        return;
    connection->ping_at = now;
    write_stamp(now, frame + LWS_PRE);
    if (lws_write(connection->wsi, frame + LWS_PRE, PING_SIZE, LWS_WRITE_PING) < 0)
        end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static void receive_pong(Connection *connection, const void *bytes, size_t length)
{
    uint64_t sent = connection->ping_at;
    unsigned char stamp[PING_SIZE];
    write_stamp(sent, stamp);
    if (!sent || length != PING_SIZE || memcmp(bytes, stamp, PING_SIZE) != 0)
        return;
    connection->ping_at = 0;
    session_note_round_trip(connection->ws->sessions, connection->session,
                            (int64_t)((uv_hrtime() - sent) / 1000));
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
    exchange_end(connection);
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
    case LWS_CALLBACK_HTTP: return exchange_begin(connection, in);
    case LWS_CALLBACK_HTTP_BODY: return exchange_body(connection, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return exchange_body_end(connection);
    case LWS_CALLBACK_HTTP_WRITEABLE: return exchange_writable(connection);
    case LWS_CALLBACK_CLOSED_HTTP: exchange_end(connection); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(connection, in);
    case LWS_CALLBACK_ADD_HEADERS: return add_headers(connection, in);
    case LWS_CALLBACK_ESTABLISHED: established(connection); return 0;
    case LWS_CALLBACK_RECEIVE: return receive(connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: receive_pong(connection, in, length); return 0;
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
    ws->sessions = sessions_new(
        &(SessionWire){.write = write_packet, .close = close_session, .ping = send_ping});
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
