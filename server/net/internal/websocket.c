#include "websocket.h"

#include "array.h"
#include "memory.h"
#include "tls_bridge.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_SIZE = 512, /* a message is rarely longer; lws keeps so much per connection */
    WRITE_SIZE = 64 * 1024,
};

_Static_assert((size_t)PACKET_HEADROOM >= LWS_PRE, "lws writes the frame header into the headroom");

struct WebSocket {
    Net *net;
    struct lws *wsi;               /* NULL: it is being given, or has been taken away */
    SessionId session;             /* 0: the handshake is not done */
    NetArrival *arrival;           /* until then */
    char counted[ADDRESS_MAX + 1]; /* for this key; "": for none */
    char client[ADDRESS_MAX + 1];  /* and for the one whom a proxy names */
    bool is_bridged;               /* by TLS, whose transport counts for it */
    unsigned char *pieces;         /* of a message that came in several */
    size_t pieces_length, pieces_capacity;
    CloseCode closing;
    bool parted;       /* lws has been told to close */
    bool refused;      /* for a frame: its rest and all that follows is read and let go */
    uint64_t ping_at;  /* uv_hrtime of the ping whose pong is waited for; 0: none */
    uint64_t heard_at; /* uv_now of what came last */
    uv_timer_t silence;
    char address[ADDRESS_MAX + 1];
};

static WebSocket *connection_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

static int add_cookie(WebSocket *connection, const char *cookie, struct lws_process_html_args *room)
{
    return cookie && *cookie
               ? lws_add_http_header_by_name(connection->wsi, (const unsigned char *)"set-cookie:",
                                             (const unsigned char *)cookie, (int)strlen(cookie),
                                             (unsigned char **)&room->p,
                                             (unsigned char *)room->p + room->max_len)
               : 0;
}

/* The 101 is about to go out. */
static int add_headers(WebSocket *connection, struct lws_process_html_args *room)
{
    const NetArrival *arrival = connection->arrival;
    return arrival && (add_cookie(connection, arrival->cookie, room) ||
                       add_cookie(connection, arrival->old_cookie, room));
}

static void established(WebSocket *connection)
{
    Net *net = connection->net;
    connection->session = session_open(net->sessions, connection);
    net->options.hooks.opened(net->options.hooks.context, connection->session, connection->arrival,
                              connection->address);
    free(connection->arrival);
    connection->arrival = NULL;
}

/* ---- messages ---- */

/* What follows is read and let go until the client says goodbye: bytes left unread would make the system reset the
 * connection, and the close frame would be lost with it. For the same reason lws is not told from inside its
 * callback: it would forget how far it has read the frames. */
static int refuse_frame(WebSocket *connection, CloseCode code)
{
    connection->refused = true;
    session_close(connection->net->sessions, connection->session, code);
    return 0;
}

static void deliver(WebSocket *connection, const void *text, size_t length)
{
    Net *net = connection->net;
    if (!net->stopping)
        net->options.hooks.received(net->options.hooks.context, connection->session, text, length);
}

static void keep_piece(WebSocket *connection, const void *bytes, size_t length)
{
    connection->pieces = array_reserve(connection->pieces, &connection->pieces_capacity,
                                       connection->pieces_length + length + 1, 1);
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

static int receive(WebSocket *connection, const void *bytes, size_t length)
{
    struct lws *wsi = connection->wsi;
    if (connection->refused)
        return 0;
    if (lws_frame_is_binary(wsi))
        return refuse_frame(connection, CLOSE_UNACCEPTABLE);
    size_t rest = lws_remaining_packet_payload(wsi);
    if (connection->pieces_length + length + rest > NET_FRAME_MAX)
        return refuse_frame(connection, CLOSE_TOO_LARGE);
    bool is_last = rest == 0 && lws_is_final_fragment(wsi);
    if (is_last && !connection->pieces) {
        deliver(connection, bytes, length);
        return 0;
    }
    keep_piece(connection, bytes, length);
    if (is_last && ends_inside_character(connection->pieces, connection->pieces_length))
        return refuse_frame(connection, CLOSE_INVALID);
    if (is_last) {
        deliver(connection, connection->pieces, connection->pieces_length);
        free(connection->pieces);
        connection->pieces = NULL;
        connection->pieces_length = connection->pieces_capacity = 0;
    }
    return 0;
}

/* lws looks at its timers only when something wakes it: a time-out set from outside waits for that. */
static void end_by_timeout(WebSocket *connection, enum pending_timeout reason, int seconds)
{
    lws_set_timeout(connection->wsi, reason, seconds);
    lws_cancel_service(connection->net->context);
}

/* What lws could not hand to the socket it keeps, and then it wants no more before it is writable. */
static bool write_packet(void *context, Packet *packet)
{
    WebSocket *connection = context;
    const NetHooks *hooks = &connection->net->options.hooks;
    if (lws_partial_buffered(connection->wsi)) {
        lws_callback_on_writable(connection->wsi);
        return false;
    }
    if (hooks->sent)
        hooks->sent(hooks->context, connection->session, (const char *)packet_text(packet),
                    packet_length(packet));
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
 * lws would take the pong for one when it looks at the UTF-8. */
static void send_ping(void *context)
{
    WebSocket *connection = context;
    unsigned char frame[LWS_PRE + PING_SIZE];
    uint64_t now = uv_hrtime();
    bool waiting = connection->ping_at &&
                   now - connection->ping_at < WEBSOCKET_PING_LOST * UINT64_C(1000000000);
    if (waiting || connection->pieces || lws_partial_buffered(connection->wsi))
        return;
    connection->ping_at = now;
    write_stamp(now, frame + LWS_PRE);
    if (lws_write(connection->wsi, frame + LWS_PRE, PING_SIZE, LWS_WRITE_PING) < 0)
        end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static void receive_pong(WebSocket *connection, const void *bytes, size_t length)
{
    uint64_t sent = connection->ping_at;
    unsigned char stamp[PING_SIZE];
    write_stamp(sent, stamp);
    if (!sent || length != PING_SIZE || memcmp(bytes, stamp, PING_SIZE) != 0)
        return;
    connection->ping_at = 0;
    session_note_round_trip(connection->net->sessions, connection->session,
                            (int64_t)((uv_hrtime() - sent) / 1000));
}

/* The close frame goes out by a time-out of now: after -1 from a writable callback Debian's lws, built with
 * _DEBUG, closes twice "to confirm", and the second time cuts the connection off. A time-out of this kind is
 * the one after which lws closes politely. */
static void send_close(WebSocket *connection)
{
    if (connection->parted)
        return;
    connection->parted = true;
    lws_close_reason(connection->wsi, (enum lws_close_status)connection->closing, NULL, 0);
    end_by_timeout(connection, PENDING_TIMEOUT_HTTP_KEEPALIVE_IDLE, LWS_TO_KILL_ASYNC);
}

static void close_session(void *context, CloseCode code)
{
    WebSocket *connection = context;
    connection->closing = code;
    if (!lws_partial_buffered(connection->wsi)) {
        send_close(connection);
        return;
    }
    lws_callback_on_writable(connection->wsi);
    end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, WEBSOCKET_LINGER);
}

static int writable(WebSocket *connection)
{
    if (connection->closing != CLOSE_NONE)
        send_close(connection);
    else
        session_writable(connection->net->sessions, connection->session);
    return 0;
}

static void session_ended(WebSocket *connection)
{
    Net *net = connection->net;
    if (!connection->session)
        return;
    if (!net->closing)
        net->options.hooks.closed(net->options.hooks.context, connection->session);
    session_lost(net->sessions, connection->session);
    connection->session = 0;
}

/* ---- silence ---- */

/* A frame only notes its instant: the timer looks at it when it fires, and is not moved for each. */
static void note_heard(WebSocket *connection)
{
    connection->heard_at = uv_now(connection->net->options.loop);
}

/* Its pong is no measure: a phone that was silent has to wake its radio first. */
static void ask_whether_alive(WebSocket *connection)
{
    unsigned char frame[LWS_PRE + PING_SIZE];
    if (connection->pieces || lws_partial_buffered(connection->wsi))
        return;
    memset(frame + LWS_PRE, '-', PING_SIZE);
    if (lws_write(connection->wsi, frame + LWS_PRE, PING_SIZE, LWS_WRITE_PING) < 0)
        end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
}

static void on_silence(uv_timer_t *timer)
{
    WebSocket *connection = timer->data;
    uint64_t silent = uv_now(connection->net->options.loop) - connection->heard_at;
    if (!connection->wsi)
        return;
    if (silent >= WEBSOCKET_HANG_UP_AFTER) {
        end_by_timeout(connection, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
        return;
    }
    if (silent >= WEBSOCKET_PING_AFTER)
        ask_whether_alive(connection);
    uint64_t until =
        silent >= WEBSOCKET_PING_AFTER ? WEBSOCKET_HANG_UP_AFTER : WEBSOCKET_PING_AFTER;
    uv_timer_start(timer, on_silence, until - silent, 0);
}

/* ---- what lws calls ---- */

static int arrive(Net *net, struct lws *wsi)
{
    WebSocket *connection = net->adopted;
    if (!connection)
        return -1;
    net->adopted = NULL;
    connection->wsi = wsi;
    lws_set_opaque_user_data(wsi, connection);
    note_heard(connection);
    uv_timer_start(&connection->silence, on_silence, WEBSOCKET_PING_AFTER, 0);
    return 0;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static void leave(WebSocket *connection)
{
    Net *net = connection->net;
    session_ended(connection);
    if (connection->wsi)
        lws_set_opaque_user_data(connection->wsi, NULL);
    connection->wsi = NULL;
    if (!connection->is_bridged)
        transport_pool_leave(&net->pool, connection->counted);
    if (*connection->client)
        bounds_release(net->pool.bounds, BOUND_CONNECTIONS, connection->client);
    free(connection->arrival);
    free(connection->pieces);
    uv_close((uv_handle_t *)&connection->silence, on_closed);
}

/* Of a connection that arrived. HTTP is not what it was given for. */
static int on_connection(WebSocket *connection, enum lws_callback_reasons reason, void *in,
                         size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP: return -1;
    case LWS_CALLBACK_ADD_HEADERS: return add_headers(connection, in);
    case LWS_CALLBACK_ESTABLISHED: established(connection); return 0;
    case LWS_CALLBACK_RECEIVE: note_heard(connection); return receive(connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        note_heard(connection);
        receive_pong(connection, in, length);
        return 0;
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
    if (reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED)
        return arrive(lws_context_user(lws_get_context(wsi)), wsi);
    WebSocket *connection = wsi ? connection_of(wsi) : NULL;
    return connection ? on_connection(connection, reason, in, length) : 0;
}

static const struct lws_protocols PROTOCOLS[] = {
    {.name = "castled.v1",
     .callback = on_lws,
     .rx_buffer_size = READ_SIZE,
     .tx_packet_size = WRITE_SIZE},
    {.name = NULL},
};

/* lws would keep a sorted list of all connections, and move one in it for each frame. */
static const lws_retry_bo_t NO_TIMERS = {.secs_since_valid_ping = 0};

/* ---- opening and closing ---- */

static void say_nothing(int level, const char *line)
{
    (void)level;
    (void)line;
}

SessionWire websocket_wire(void)
{
    return (SessionWire){.write = write_packet, .close = close_session, .ping = send_ping};
}

bool websockets_open(Net *net)
{
    void *loops[] = {net->options.loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = PROTOCOLS,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .user = net,
        .retry_and_idle_policy = &NO_TIMERS,
    };
    lws_set_log_level(0, say_nothing);
    net->context = lws_create_context(&info);
    if (!net->context)
        return false;
    net->vhost = lws_get_vhost_by_name(net->context, "default");
    assert(net->vhost);
    return true;
}

void websockets_close(Net *net)
{
    lws_context_destroy(net->context);
}

void websockets_free(Net *net)
{
    /* On a loop that is not its own lws frees itself only when it is asked a second time. */
    lws_context_destroy(net->context);
}

/* The descriptor that lws is to have, -1 when there is none to be had. */
static int take_socket(WebSocket *connection, Transport *transport)
{
    connection->is_bridged = transport_is_tls(transport);
    return connection->is_bridged ? tls_bridge_open(connection->net->options.loop, transport)
                                  : transport_release(transport, connection->counted);
}

bool websocket_open(Net *net, Transport *transport, const char *address, const char *client,
                    const NetArrival *arrival, const char *request, size_t length)
{
    WebSocket *connection = memory_new(sizeof *connection);
    connection->net = net;
    int socket = take_socket(connection, transport);
    if (socket < 0) {
        free(connection);
        return false;
    }
    connection->arrival = memory_new(sizeof *connection->arrival);
    *connection->arrival = *arrival;
    snprintf(connection->address, sizeof connection->address, "%s", address);
    snprintf(connection->client, sizeof connection->client, "%s", client);
    uv_timer_init(net->options.loop, &connection->silence);
    connection->silence.data = connection;
    net->adopted = connection;
    lws_adopt_socket_vhost_readbuf(net->vhost, socket, request, length);
    if (net->adopted) { /* lws had no room, and has closed the socket */
        net->adopted = NULL;
        leave(connection);
    }
    return true;
}
