#include "http_connection.h"

#include "http_reply.h"
#include "log.h"
#include "memory.h"
#include "wall_clock.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned long long http_connection_number(const HttpConnection *connection)
{
    return slot_serial(connection->exchange);
}

/* ---- what answers hold ---- */

static void list_held(HttpConnection *connection)
{
    Net *net = connection->net;
    connection->before = net->last_held;
    connection->after = NULL;
    *(net->last_held ? &net->last_held->after : &net->first_held) = connection;
    net->last_held = connection;
}

static void unlist_held(HttpConnection *connection)
{
    Net *net = connection->net;
    *(connection->before ? &connection->before->after : &net->first_held) = connection->after;
    *(connection->after ? &connection->after->before : &net->last_held) = connection->before;
}

/* Counts what it now holds. */
static void note_held(HttpConnection *connection)
{
    size_t held = connection->out_size;
    if (connection->stream)
        held += http_stream_memory(connection->stream);
    sessions_note_memory(connection->net->sessions, connection->held, held);
    if (held && !connection->held)
        list_held(connection);
    else if (!held && connection->held)
        unlist_held(connection);
    connection->held = held;
}

bool http_connections_give_way(Net *net)
{
    for (HttpConnection *connection = net->first_held; connection; connection = connection->after)
        if (connection->held >= HTTP_HELD_LEAST && transport_unsent(connection->transport) > 0) {
            http_connection_cut(connection);
            return true;
        }
    return false;
}

/* ---- the end ---- */

/* Its owner is told, unless the stream was at its end. */
static void drop_stream(HttpConnection *connection)
{
    if (!connection->stream)
        return;
    StreamHooks hooks = *http_stream_hooks(connection->stream);
    bool ended = http_stream_has_ended(connection->stream);
    http_stream_free(connection->stream);
    connection->stream = NULL;
    note_held(connection);
    if (!ended && !connection->net->closing)
        hooks.gone(hooks.context);
}

/* What belongs to one request. */
static void forget(HttpConnection *connection)
{
    Net *net = connection->net;
    if (connection->exchange)
        slot_table_remove(&net->exchanges, connection->exchange);
    incoming_request_free(connection->incoming);
    free(connection->handshake);
    memory_wipe(connection->out, connection->out_size); /* it may have a token */
    free(connection->out);
    if (*connection->client)
        bounds_release(net->pool.bounds, BOUND_CONNECTIONS, connection->client);
    connection->exchange = 0;
    connection->incoming = NULL;
    connection->handshake = NULL;
    connection->out = NULL;
    connection->out_size = 0;
    *connection->client = '\0';
    note_held(connection);
}

HttpConnection *http_connection_new(Net *net, Transport *transport, HttpDoor door,
                                    const TransportHooks *hooks,
                                    void (*answered)(HttpConnection *connection))
{
    HttpConnection *connection = memory_new(sizeof *connection);
    connection->net = net;
    connection->transport = transport;
    connection->door = door;
    connection->answered = answered;
    transport_own(transport, hooks, connection);
    return connection;
}

void http_connection_free(HttpConnection *connection)
{
    drop_stream(connection);
    forget(connection);
    free(connection);
}

void http_connection_finish(HttpConnection *connection)
{
    transport_finish(connection->transport);
    http_connection_free(connection);
}

void http_connection_cut(HttpConnection *connection)
{
    transport_close(connection->transport);
    http_connection_free(connection);
}

/* ---- the server stops ---- */

bool http_connection_is_busy(const HttpConnection *connection)
{
    size_t length;
    transport_input(connection->transport, &length);
    if (connection->state == HTTP_STATE_HEAD)
        return length > 0;
    return connection->state != HTTP_STATE_STREAMING ||
           !http_stream_hooks(connection->stream)->is_endless ||
           http_stream_has_ended(connection->stream);
}

/* Another process goes on with the connection; false when there is none, or it cannot. */
static bool give(const HttpConnection *connection)
{
    const Net *net = connection->net;
    int fd = net->take ? transport_copy(connection->transport) : -1;
    if (fd < 0)
        return false;
    net->take(net->take_context, fd, connection->door, transport_is_tls(connection->transport));
    return true;
}

void http_connection_leave(HttpConnection *connection)
{
    bool is_streaming = connection->state == HTTP_STATE_STREAMING;
    if (http_connection_is_busy(connection))
        connection->ending = true;
    else if (is_streaming && connection->net->parting)
        http_connection_stream_end(connection->net, connection->exchange);
    else if (!is_streaming && give(connection))
        http_connection_cut(connection);
    else if (!is_streaming)
        http_connection_finish(connection);
}

/* ---- the request ---- */

bool http_connection_enter_client(HttpConnection *connection)
{
    const IncomingRequest *incoming = connection->incoming;
    if (!incoming->is_proxied)
        return true;
    if (!bounds_take(connection->net->pool.bounds, BOUND_CONNECTIONS, incoming->client.address))
        return false;
    memcpy(connection->client, incoming->client.address, sizeof connection->client);
    return true;
}

ExchangeId http_connection_ask(HttpConnection *connection)
{
    connection->state = HTTP_STATE_ASKED;
    transport_set_timer(connection->transport, 0);
    connection->exchange = slot_table_add(&connection->net->exchanges, connection);
    return connection->exchange;
}

HttpConnection *http_connection_find(const Net *net, ExchangeId id)
{
    HttpConnection *connection = slot_table_find(&net->exchanges, id);
    return connection && connection->state == HTTP_STATE_ASKED && !net->closing ? connection : NULL;
}

bool http_connection_awaits(const Net *net, ExchangeId id)
{
    const HttpConnection *connection = http_connection_find(net, id);
    return connection && !transport_has_ended(connection->transport);
}

/* ---- a whole answer ---- */

static void on_answered(HttpConnection *connection)
{
    forget(connection);
    if (connection->ending || connection->net->stopping) {
        http_connection_finish(connection);
        return;
    }
    connection->state = HTTP_STATE_HEAD;
    connection->looked_at = 0;
    connection->idle = true;
    connection->is_head = connection->asks_http10 = false;
    transport_set_timer(connection->transport, HTTP_IDLE_TIME);
    connection->answered(connection);
}

static void on_written(void *owner)
{
    on_answered(owner);
}

static void log_answer(const HttpConnection *connection, const HttpAnswer *answer)
{
    LogRequest before = log_enter_request(connection->request_id);
    log_debug("http %llu: answered %d", http_connection_number(connection), answer->status);
    log_leave_request(before);
}

void http_connection_write(HttpConnection *connection, const HttpAnswer *answer)
{
    char head[HTTP_REPLY_MAX];
    TransportPiece pieces[2];
    HttpAnswer named = *answer;
    named.request_id = *connection->request_id ? connection->request_id : NULL;
    size_t length = http_reply_print(&named, REPLY_LENGTH, connection->ending, wall_clock(), head);
    bool has_body = answer->length && !connection->is_head && http_reply_has_body(answer->status);
    bool is_copied = has_body && !answer->constant;
    if (!length) {
        http_connection_cut(connection);
        return;
    }
    connection->out_size = length + (is_copied ? answer->length : 0);
    connection->out = memory_array(connection->out_size, 1);
    memcpy(connection->out, head, length);
    memory_wipe(head, length);
    if (is_copied)
        memcpy(connection->out + length, answer->body, answer->length);
    pieces[0] = (TransportPiece){connection->out, length};
    pieces[1] =
        (TransportPiece){is_copied ? connection->out + length : answer->body, answer->length};
    log_answer(connection, answer);
    connection->state = HTTP_STATE_ANSWERING;
    connection->unsent = length + (has_body ? answer->length : 0);
    note_held(connection);
    transport_set_timer(connection->transport, HTTP_STALL_TIME);
    transport_write(connection->transport, pieces, has_body ? 2 : 1, on_written);
}

void http_connection_refuse(HttpConnection *connection, int status, const char *sentence)
{
    HttpAnswer answer;
    http_plain(&answer, status, sentence);
    if (status == 429 || status == 503)
        answer.retry_after = HTTP_RETRY_AFTER;
    connection->ending = true;
    http_connection_write(connection, &answer);
}

void http_connection_answer(Net *net, ExchangeId id, const HttpAnswer *answer)
{
    HttpConnection *connection = http_connection_find(net, id);
    if (connection)
        http_connection_write(connection, answer);
}

/* ---- an answer piece by piece ---- */

static void advance(HttpConnection *connection);

/* Nobody is behind an answer without an end any more, or they send so much after their request that their end could not be
 * seen: nothing of that is ever read. */
static bool is_left_alone(const HttpConnection *connection)
{
    return connection->stream && http_stream_hooks(connection->stream)->is_endless &&
           (transport_has_ended(connection->transport) || transport_is_full(connection->transport));
}

static void on_piece_written(void *owner)
{
    HttpConnection *connection = owner;
    if (is_left_alone(connection))
        http_connection_cut(connection);
    else
        advance(connection);
}

static void send_pieces(HttpConnection *connection, const TransportPiece *pieces, size_t count)
{
    transport_set_timer(connection->transport, HTTP_STREAM_STALLED_MAX);
    transport_write(connection->transport, pieces, count, on_piece_written);
}

/* Nothing is being sent. To a HEAD nothing more is said, and the stream's owner need not go on. */
static void advance(HttpConnection *connection)
{
    TransportPiece pieces[TRANSPORT_PIECES];
    size_t count;
    HttpStreamStep step = http_stream_next(connection->stream, pieces, &count);
    if (connection->is_head || step == HTTP_STREAM_DONE) {
        drop_stream(connection);
        on_answered(connection);
    } else if (step == HTTP_STREAM_SEND) {
        send_pieces(connection, pieces, count);
    } else {
        const StreamHooks *hooks = http_stream_hooks(connection->stream);
        transport_set_timer(connection->transport, 0);
        hooks->ready(hooks->context);
    }
}

bool http_connection_stream(Net *net, ExchangeId id, const HttpAnswer *answer,
                            const StreamHooks *hooks)
{
    char head[HTTP_REPLY_MAX];
    HttpConnection *connection = http_connection_find(net, id);
    if (!connection)
        return false;
    connection->state = HTTP_STATE_STREAMING;
    connection->ending = connection->ending || connection->asks_http10;
    connection->stream = http_stream_new(hooks, !connection->asks_http10);
    ReplyFraming framing = connection->asks_http10 ? REPLY_UNTIL_CLOSE : REPLY_CHUNKED;
    HttpAnswer named = *answer;
    named.request_id = connection->request_id;
    size_t length = http_reply_print(&named, framing, connection->ending, wall_clock(), head);
    assert(length);
    connection->out = memory_array(length, 1);
    connection->out_size = length;
    memcpy(connection->out, head, length);
    note_held(connection);
    send_pieces(connection, &(TransportPiece){connection->out, length}, 1);
    return true;
}

/* Whose owner may still write. */
static HttpConnection *find_streaming(Net *net, ExchangeId id)
{
    HttpConnection *connection = slot_table_find(&net->exchanges, id);
    bool is_open = connection && connection->stream && !http_stream_has_ended(connection->stream);
    return is_open ? connection : NULL;
}

size_t http_connection_stream_write(Net *net, ExchangeId id, const void *bytes, size_t length)
{
    HttpConnection *connection = find_streaming(net, id);
    if (!connection || length == 0)
        return 0;
    size_t waiting = http_stream_write(connection->stream, bytes, length);
    note_held(connection);
    if (!http_stream_is_sending(connection->stream))
        advance(connection);
    return waiting;
}

void http_connection_stream_end(Net *net, ExchangeId id)
{
    HttpConnection *connection = find_streaming(net, id);
    if (!connection)
        return;
    http_stream_end(connection->stream);
    if (!http_stream_is_sending(connection->stream))
        advance(connection);
}

void http_connection_stream_cut(Net *net, ExchangeId id)
{
    HttpConnection *connection = find_streaming(net, id);
    if (!connection)
        return;
    http_stream_end(connection->stream); /* its owner knows */
    transport_reset(connection->transport);
    http_connection_free(connection);
}

/* ---- while it goes out ---- */

void http_connection_late(HttpConnection *connection)
{
    size_t unsent = transport_unsent(connection->transport);
    if (connection->handshake && connection->state == HTTP_STATE_ASKED) {
        http_connection_refuse(connection, 503, handshake_refusal(503));
        return;
    }
    if (connection->state != HTTP_STATE_ANSWERING ||
        unsent + HTTP_STALL_BYTES > connection->unsent) {
        http_connection_cut(connection);
        return;
    }
    connection->unsent = unsent;
    transport_set_timer(connection->transport, HTTP_STALL_TIME);
}

/* Whoever ends while a stream comes, or before they are let in, has gone: nobody must work for them. */
void http_connection_arrived(HttpConnection *connection)
{
    bool goes_on = connection->state == HTTP_STATE_STREAMING ||
                   (connection->state == HTTP_STATE_ASKED && connection->handshake);
    if (is_left_alone(connection) || (goes_on && transport_has_ended(connection->transport)))
        http_connection_cut(connection);
}
