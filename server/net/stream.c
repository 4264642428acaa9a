#include "stream.h"

#include "exchange.h"
#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_HEAD_MAX = 16, /* the length in hexadecimal, and a line end */
    CHUNK_TAIL = 2,
};

struct Stream {
    StreamHooks hooks;
    HttpAnswer head; /* its texts are constant */
    bool told;       /* the head */
    bool ended;
    unsigned char
        *waiting; /* room in front for lws and the chunk's head, and behind for its tail */
    size_t length, size;
};

enum { FRONT = LWS_PRE + CHUNK_HEAD_MAX };

static Connection *find(Ws *ws, ExchangeId exchange)
{
    Connection *connection = ws->waiting;
    while (connection && connection->exchange != exchange)
        connection = connection->next_waiting;
    return connection && connection->stream && !connection->stream->ended ? connection : NULL;
}

static int write_head(Connection *connection)
{
    unsigned char buffer[LWS_PRE + HEADERS_SIZE];
    unsigned char *start = buffer + LWS_PRE, *at = start, *end = buffer + sizeof buffer - 1;
    Stream *stream = connection->stream;
    stream->told = true;
    if (exchange_add_headers(connection, &stream->head, true, &at, end) ||
        lws_finalize_write_http_header(connection->wsi, start, &at, end))
        return -1;
    return 0;
}

/* The whole of what waits as one chunk; lws keeps what the socket doesn't take. */
static int write_chunk(Connection *connection)
{
    Stream *stream = connection->stream;
    char head[CHUNK_HEAD_MAX];
    int head_length = snprintf(head, sizeof head, "%zx\r\n", stream->length);
    unsigned char *start = stream->waiting + FRONT - head_length;
    memcpy(start, head, (size_t)head_length);
    memcpy(stream->waiting + FRONT + stream->length, "\r\n", CHUNK_TAIL);
    size_t length = (size_t)head_length + stream->length + CHUNK_TAIL;
    stream->length = 0;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, STREAM_STALLED_MAX);
    return lws_write(connection->wsi, start, length, LWS_WRITE_HTTP) < 0 ? -1 : 0;
}

static void free_stream(Connection *connection)
{
    free(connection->stream->waiting);
    free(connection->stream);
    connection->stream = NULL;
}

static int finish(Connection *connection)
{
    unsigned char buffer[LWS_PRE + 5];
    memcpy(buffer + LWS_PRE, "0\r\n\r\n", 5);
    bool failed = !connection->head &&
                  lws_write(connection->wsi, buffer + LWS_PRE, 5, LWS_WRITE_HTTP_FINAL) < 0;
    free_stream(connection);
    exchange_end(connection);
    return failed || connection->ending || lws_http_transaction_completed(connection->wsi) ? -1 : 0;
}

/* To a HEAD nothing more is said, and its owner need not go on. */
static int finish_head(Connection *connection)
{
    StreamHooks hooks = connection->stream->hooks;
    bool ended = connection->stream->ended;
    int result = finish(connection);
    if (!ended)
        hooks.gone(hooks.context);
    return result;
}

int stream_writable(Connection *connection)
{
    Stream *stream = connection->stream;
    if (lws_partial_buffered(connection->wsi)) {
        lws_callback_on_writable(connection->wsi);
        return 0;
    }
    if (!stream->told) {
        if (write_head(connection) != 0)
            return -1;
        lws_callback_on_writable(connection->wsi);
        return 0;
    }
    if (connection->head)
        return finish_head(connection);
    if (stream->length > 0) {
        if (write_chunk(connection) != 0)
            return -1;
        lws_callback_on_writable(connection->wsi);
        return 0;
    }
    if (stream->ended)
        return finish(connection);
    lws_set_timeout(connection->wsi, NO_PENDING_TIMEOUT, 0);
    stream->hooks.ready(stream->hooks.context);
    return 0;
}

void stream_drop(Connection *connection)
{
    if (!connection->stream)
        return;
    StreamHooks hooks = connection->stream->hooks;
    bool ended = connection->stream->ended;
    free_stream(connection);
    if (!ended)
        hooks.gone(hooks.context);
}

/* ---- what others call ---- */

bool ws_stream(Ws *ws, ExchangeId exchange, const HttpAnswer *head, const StreamHooks *hooks)
{
    Connection *connection = ws->waiting;
    while (connection && connection->exchange != exchange)
        connection = connection->next_waiting;
    if (!connection || connection->reply || connection->stream || ws->closing)
        return false;
    assert(!head->file && !head->cookie && !head->allow);
    connection->stream = memory_new(sizeof *connection->stream);
    connection->stream->hooks = *hooks;
    connection->stream->head = *head;
    lws_callback_on_writable(connection->wsi);
    return true;
}

size_t ws_stream_write(Ws *ws, ExchangeId exchange, const void *bytes, size_t length)
{
    Connection *connection = find(ws, exchange);
    if (!connection || length == 0)
        return 0;
    Stream *stream = connection->stream;
    size_t needed = FRONT + stream->length + length + CHUNK_TAIL;
    if (stream->size < needed) {
        stream->size = needed;
        stream->waiting = memory_resize(stream->waiting, needed, 1);
    }
    memcpy(stream->waiting + FRONT + stream->length, bytes, length);
    stream->length += length;
    lws_callback_on_writable(connection->wsi);
    return stream->length;
}

void ws_stream_end(Ws *ws, ExchangeId exchange)
{
    Connection *connection = find(ws, exchange);
    if (!connection)
        return;
    connection->stream->ended = true;
    lws_callback_on_writable(connection->wsi);
}

void ws_stream_cut(Ws *ws, ExchangeId exchange)
{
    Connection *connection = find(ws, exchange);
    if (!connection)
        return;
    free_stream(connection);
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, LWS_TO_KILL_ASYNC);
    lws_cancel_service(ws->context);
}
