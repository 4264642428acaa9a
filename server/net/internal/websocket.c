#include "websocket.h"

#include "array.h"
#include "frame_reader.h"
#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PING_SIZE = 8,
    FRAME_SIZE = 2 + FRAME_CONTROL_MAX, /* of a control frame, which a server does not mask */
    PARTING = 1, /* ms: what is left to do for a connection is done in a turn of its own */
};

/* A connection ends in this order: nothing more is heard, or the server wants to close; the session's outbox is sent; our
 * close frame goes out; and, unless it has come already, theirs comes in. */
typedef struct {
    Net *net;
    Transport *transport;
    SessionId session;
    FrameReader reader;
    unsigned char *pieces; /* of a message that has not come in one */
    size_t pieces_length, pieces_capacity;
    unsigned char *pong; /* that could not be sent yet; nothing is read until it is. Or NULL */
    size_t pong_length;
    char *answer;      /* to the handshake, while it is on its way; or NULL */
    CloseCode reply;   /* to what has ended the hearing; CLOSE_NONE: a close frame without a code */
    CloseCode closing; /* why the session was closed */
    bool deaf;         /* their close frame has come, or a bad one: what follows means nothing */
    bool parting;      /* the session has nothing more to say */
    bool parted;       /* our close frame has gone out */
    bool is_held;      /* nothing is read */
    uint64_t ping_at;  /* uv_hrtime of the newest ping that measures; 0: there was none */
    bool ping_waits;   /* its pong has not come */
    uint64_t heard_at; /* uv_now of what came last */
    char client[ADDRESS_MAX + 1]; /* whom a proxy names, counted; or "" */
} WebSocket;

/* ---- the end ---- */

static void leave(WebSocket *connection)
{
    Net *net = connection->net;
    if (!net->closing)
        net->options.hooks.closed(net->options.hooks.context, connection->session);
    session_lost(net->sessions, connection->session);
    if (*connection->client)
        bounds_release(net->pool.bounds, BOUND_CONNECTIONS, connection->client);
    free(connection->pieces);
    free(connection->pong);
    free(connection->answer);
    free(connection);
}

/* At once. */
static void cut_off(WebSocket *connection)
{
    transport_close(connection->transport);
    leave(connection);
}

static void finish(WebSocket *connection)
{
    transport_finish(connection->transport);
    leave(connection);
}

/* ---- out ---- */

static void on_drained(void *owner);

/* False when it must wait for on_drained. */
static bool send_control(WebSocket *connection, int opcode, const void *payload, size_t length)
{
    unsigned char frame[FRAME_SIZE] = {(unsigned char)(0x80 | opcode), (unsigned char)length};
    assert(length <= FRAME_CONTROL_MAX);
    if (length)
        memcpy(frame + 2, payload, length);
    return transport_send(connection->transport, &(TransportPiece){frame, 2 + length}, 1,
                          on_drained) == 1;
}

/* Both have said goodbye, and nothing is on its way any more. */
static bool is_over(const WebSocket *connection)
{
    return connection->parted && connection->deaf && !transport_is_writing(connection->transport);
}

static void set_last_timer(WebSocket *connection)
{
    transport_set_timer(connection->transport, is_over(connection) ? PARTING : WEBSOCKET_LINGER);
}

/* Theirs has come already, or is waited for. */
static void send_close(WebSocket *connection)
{
    CloseCode code = connection->deaf ? connection->reply : connection->closing;
    unsigned char payload[2] = {(unsigned char)(code >> 8), (unsigned char)code};
    connection->parted = send_control(connection, OPCODE_CLOSE, payload, code ? sizeof payload : 0);
    set_last_timer(connection);
}

static void close_session(void *context, CloseCode code)
{
    WebSocket *connection = context;
    connection->closing = code;
    connection->parting = true;
    send_close(connection);
}

/* An instant as eight letters. */
static void write_stamp(uint64_t instant, unsigned char out[PING_SIZE])
{
    for (int i = 0; i < PING_SIZE; i++)
        out[i] = (unsigned char)('0' + (instant >> (10 + 5 * i) & 31));
}

static bool is_ping_due(const WebSocket *connection, uint64_t now)
{
    uint64_t wait = connection->ping_waits ? WEBSOCKET_PING_LOST : WEBSOCKET_PING_EVERY;
    return !connection->ping_at || now - connection->ping_at >= wait * 1000000;
}

/* The page's scripts never see these frames (RFC 6455, 5.5.2): the browser answers, and what it takes cannot be
 * lied about, only made worse. One is under way at a time. */
static size_t make_ping(uint64_t now, unsigned char frame[2 + PING_SIZE])
{
    frame[0] = 0x80 | OPCODE_PING;
    frame[1] = PING_SIZE;
    write_stamp(now, frame + 2);
    return 2 + PING_SIZE;
}

static void tell_sent(WebSocket *connection, Packet *const *packets, size_t count)
{
    const NetHooks *hooks = &connection->net->options.hooks;
    for (size_t i = 0; hooks->sent && i < count; i++)
        hooks->sent(hooks->context, connection->session, packet_text(packets[i]),
                    packet_length(packets[i]));
}

static size_t write_packets(void *context, Packet *const *packets, size_t count, bool ping)
{
    WebSocket *connection = context;
    TransportPiece pieces[SESSION_BATCH + 1];
    unsigned char frame[2 + PING_SIZE];
    uint64_t now = ping ? uv_hrtime() : 0;
    size_t all = count;
    for (size_t i = 0; i < count; i++)
        pieces[i].bytes = packet_frame(packets[i], &pieces[i].length);
    if (ping && is_ping_due(connection, now))
        pieces[all++] = (TransportPiece){frame, make_ping(now, frame)};
    if (!all)
        return 0;
    size_t taken = transport_send(connection->transport, pieces, all, on_drained);
    if (taken > count) {
        connection->ping_at = now;
        connection->ping_waits = true;
        taken = count;
    }
    tell_sent(connection, packets, taken);
    return taken;
}

static void hold(void *context, bool is_held);

SessionWire websocket_wire(void)
{
    return (SessionWire){
        .write = write_packets, .close = close_session, .hold = hold, .is_costly = true};
}

/* ---- in ---- */

static void receive_pong(WebSocket *connection, const Frame *frame)
{
    unsigned char stamp[PING_SIZE];
    write_stamp(connection->ping_at, stamp);
    if (!connection->ping_waits || frame->length != PING_SIZE ||
        memcmp(frame->payload, stamp, PING_SIZE) != 0)
        return;
    connection->ping_waits = false;
    const NetHooks *hooks = &connection->net->options.hooks;
    int64_t us = (int64_t)((uv_hrtime() - connection->ping_at) / 1000);
    session_note_round_trip(connection->net->sessions, connection->session, us);
    if (hooks->round_trip)
        hooks->round_trip(hooks->context, connection->session, us);
}

/* Nothing more is heard. What was queued before still goes out, if it can in WEBSOCKET_LINGER. */
static void stop_hearing(WebSocket *connection, CloseCode reply)
{
    connection->deaf = true;
    connection->reply = reply;
    set_last_timer(connection);
    session_close(connection->net->sessions, connection->session, reply ? reply : CLOSE_NORMAL);
}

static void deliver(WebSocket *connection, const unsigned char *text, size_t length)
{
    Net *net = connection->net;
    if (!net->stopping && !connection->parting)
        net->options.hooks.received(net->options.hooks.context, connection->session,
                                    (const char *)text, length);
}

static void keep_piece(WebSocket *connection, const Frame *frame)
{
    connection->pieces = array_reserve(connection->pieces, &connection->pieces_capacity,
                                       connection->pieces_length + frame->length + 1, 1);
    if (frame->length)
        memcpy(connection->pieces + connection->pieces_length, frame->payload, frame->length);
    connection->pieces_length += frame->length;
}

static void end_message(WebSocket *connection, const Frame *frame)
{
    if (!connection->pieces) {
        deliver(connection, frame->payload, frame->length);
        return;
    }
    keep_piece(connection, frame);
    deliver(connection, connection->pieces, connection->pieces_length);
    free(connection->pieces);
    connection->pieces = NULL;
    connection->pieces_length = connection->pieces_capacity = 0;
}

/* So floods of pings are not read while their pongs are not. */
static void answer_ping(WebSocket *connection, const unsigned char *payload, size_t length)
{
    if (connection->parted || send_control(connection, OPCODE_PONG, payload, length))
        return;
    connection->pong = memory_array(length + 1, 1);
    connection->pong_length = length;
    memcpy(connection->pong, payload, length);
}

static void answer_late_ping(WebSocket *connection)
{
    unsigned char *pong = connection->pong;
    connection->pong = NULL;
    if (pong)
        answer_ping(connection, pong, connection->pong_length);
    free(pong);
}

static void receive_control(WebSocket *connection, const Frame *frame)
{
    switch (frame->opcode) {
    case OPCODE_PING: answer_ping(connection, frame->payload, frame->length); break;
    case OPCODE_PONG: receive_pong(connection, frame); break;
    default: stop_hearing(connection, frame_close_code(frame->payload, frame->length)); break;
    }
}

static void receive(WebSocket *connection, FrameResult result, const Frame *frame)
{
    switch (result) {
    case FRAME_UNFINISHED: break;
    case FRAME_PART: keep_piece(connection, frame); break;
    case FRAME_MESSAGE: end_message(connection, frame); break;
    case FRAME_CONTROL: receive_control(connection, frame); break;
    case FRAME_BAD: stop_hearing(connection, frame->code); break;
    }
}

static bool must_wait(const WebSocket *connection)
{
    return connection->pong || connection->is_held;
}

static void read_frames(WebSocket *connection)
{
    Frame frame;
    size_t length, used = 0;
    FrameResult result = FRAME_PART;
    unsigned char *bytes = (unsigned char *)transport_input(connection->transport, &length);
    while (used < length && result != FRAME_UNFINISHED && !must_wait(connection) &&
           !connection->deaf) {
        result = frame_reader_take(&connection->reader, bytes + used, length - used, &frame);
        receive(connection, result, &frame);
        used += frame.used;
    }
    transport_consume(connection->transport, connection->deaf ? length : used);
}

/* ---- what the transport tells ---- */

/* A client that ends without goodbye has gone; one that has said it may still hear ours. */
static void read_on(WebSocket *connection)
{
    read_frames(connection);
    if (transport_has_ended(connection->transport) && !connection->deaf && !must_wait(connection))
        cut_off(connection);
}

static void hold(void *context, bool is_held)
{
    WebSocket *connection = context;
    bool goes_on = connection->is_held && !is_held;
    connection->is_held = is_held;
    if (!goes_on)
        return;
    connection->heard_at = uv_now(connection->net->options.loop);
    read_on(connection);
}

static void on_arrived(void *owner)
{
    WebSocket *connection = owner;
    connection->heard_at = uv_now(connection->net->options.loop);
    read_on(connection);
}

static void on_drained(void *owner)
{
    WebSocket *connection = owner;
    free(connection->answer);
    connection->answer = NULL;
    if (is_over(connection)) {
        finish(connection);
        return;
    }
    answer_late_ping(connection);
    if (connection->parting && !connection->parted)
        send_close(connection);
    session_writable(connection->net->sessions, connection->session);
    read_on(connection);
}

/* Its pong is no measure: a phone that was silent has to wake its radio first. */
static void ask_whether_alive(WebSocket *connection)
{
    unsigned char payload[PING_SIZE];
    memset(payload, '-', sizeof payload);
    if (!transport_is_writing(connection->transport))
        send_control(connection, OPCODE_PING, payload, sizeof payload);
}

/* A frame only notes its instant: the timer looks at it when it fires, and is not moved for each. */
static void look_at_silence(WebSocket *connection)
{
    uint64_t now = uv_now(connection->net->options.loop);
    uint64_t silent = connection->is_held ? 0 : now - connection->heard_at;
    if (silent >= WEBSOCKET_HANG_UP_AFTER) {
        cut_off(connection);
        return;
    }
    if (silent >= WEBSOCKET_PING_AFTER)
        ask_whether_alive(connection);
    uint64_t until =
        silent >= WEBSOCKET_PING_AFTER ? WEBSOCKET_HANG_UP_AFTER : WEBSOCKET_PING_AFTER;
    transport_set_timer(connection->transport, until - silent);
}

static void on_late(void *owner)
{
    WebSocket *connection = owner;
    if (!connection->deaf && !connection->parting)
        look_at_silence(connection);
    else if (is_over(connection))
        finish(connection);
    else
        cut_off(connection);
}

static void on_lost(void *owner)
{
    leave(owner);
}

/* ---- the beginning ---- */

void websocket_open(Net *net, Transport *transport, const char *address, const char *client,
                    const NetArrival *arrival, const char *answer, size_t length)
{
    static const TransportHooks HOOKS = {.arrived = on_arrived, .late = on_late, .lost = on_lost};
    WebSocket *connection = memory_new(sizeof *connection);
    connection->net = net;
    connection->transport = transport;
    connection->reader.message_max =
        net->options.message_max ? net->options.message_max : NET_MESSAGE_MAX;
    connection->heard_at = uv_now(net->options.loop);
    snprintf(connection->client, sizeof connection->client, "%s", client);
    transport_own(transport, &HOOKS, connection);
    transport_set_timer(transport, WEBSOCKET_PING_AFTER);
    connection->answer = memory_array(length, 1);
    memcpy(connection->answer, answer, length);
    transport_write(transport, &(TransportPiece){connection->answer, length}, 1, on_drained);
    connection->session = session_open(net->sessions, connection);
    net->options.hooks.opened(net->options.hooks.context, connection->session, arrival, address);
}
