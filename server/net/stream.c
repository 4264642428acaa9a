#include "stream.h"

#include "array.h"
#include "http_reply.h"
#include "log.h"
#include "memory.h"
#include "wall_clock.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_HEAD_MAX = 16, /* the length in hexadecimal, and a line end */
    CHUNK_TAIL = 2,
};

typedef struct {
    char *bytes;
    size_t length, size;
} Piece;

struct Stream {
    StreamHooks hooks;
    Piece waiting, going; /* of these the second is being written */
    char head[CHUNK_HEAD_MAX];
    bool writing;
    bool ended, last; /* its owner has said all; so has the wire */
};

static void advance(Exchange *exchange);

static void free_stream(Exchange *exchange)
{
    free(exchange->stream->waiting.bytes);
    free(exchange->stream->going.bytes);
    free(exchange->stream);
    exchange->stream = NULL;
}

static void on_written(void *owner)
{
    Exchange *exchange = owner;
    exchange->stream->writing = false;
    exchange->stream->going.length = 0;
    advance(exchange);
}

static void send_out(Exchange *exchange, const TransportPiece *pieces, size_t count)
{
    exchange->stream->writing = true;
    transport_set_timer(exchange->transport, STREAM_STALLED_MAX);
    transport_write(exchange->transport, pieces, count, on_written);
}

/* All that waits as one chunk. */
static void write_chunk(Exchange *exchange)
{
    Stream *stream = exchange->stream;
    Piece going = stream->going;
    stream->going = stream->waiting;
    stream->waiting = going;
    int length = snprintf(stream->head, sizeof stream->head, "%zx\r\n", stream->going.length);
    memcpy(stream->going.bytes + stream->going.length, "\r\n", CHUNK_TAIL);
    TransportPiece pieces[] = {{stream->head, (size_t)length},
                               {stream->going.bytes, stream->going.length + CHUNK_TAIL}};
    TransportPiece bare = {stream->going.bytes, stream->going.length};
    if (exchange->asks_http10)
        send_out(exchange, &bare, 1);
    else
        send_out(exchange, pieces, 2);
}

/* To a HEAD nothing more is said, and its owner need not go on. */
static void end(Exchange *exchange)
{
    stream_drop(exchange);
    exchange_answered(exchange);
}

static void advance(Exchange *exchange)
{
    static const char LAST[] = "0\r\n\r\n";
    Stream *stream = exchange->stream;
    bool all_written = stream->ended && stream->waiting.length == 0;
    if (exchange->head || stream->last || (all_written && exchange->asks_http10)) {
        end(exchange);
    } else if (stream->waiting.length > 0) {
        write_chunk(exchange);
    } else if (all_written) {
        stream->last = true;
        send_out(exchange, &(TransportPiece){LAST, sizeof LAST - 1}, 1);
    } else {
        transport_set_timer(exchange->transport, 0);
        stream->hooks.ready(stream->hooks.context);
    }
}

/* Who ends while the answer comes has gone: nobody must work for them. */
void stream_arrived(Exchange *exchange)
{
    if (!transport_has_ended(exchange->transport))
        return;
    transport_close(exchange->transport);
    exchange_free(exchange);
}

void stream_drop(Exchange *exchange)
{
    if (!exchange->stream)
        return;
    StreamHooks hooks = exchange->stream->hooks;
    bool ended = exchange->stream->ended;
    free_stream(exchange);
    if (!ended && !exchange->ws->closing)
        hooks.gone(hooks.context);
}

/* ---- what others call ---- */

static Exchange *find(Ws *ws, ExchangeId id)
{
    Exchange *exchange = exchange_find(ws, id);
    return exchange && exchange->stream && !exchange->stream->ended ? exchange : NULL;
}

bool ws_stream(Ws *ws, ExchangeId id, const HttpAnswer *answer, const StreamHooks *hooks)
{
    char head[HTTP_REPLY_MAX];
    Exchange *exchange = exchange_find(ws, id);
    if (!exchange || exchange->state != EXCHANGE_ASKED || ws->closing)
        return false;
    assert(!answer->file && !answer->cookie && !answer->allow);
    log_debug("http %llu: answered %d, a stream", exchange_number(exchange), answer->status);
    exchange->state = EXCHANGE_STREAMING;
    exchange->ending = exchange->ending || exchange->asks_http10;
    exchange->stream = memory_new(sizeof *exchange->stream);
    exchange->stream->hooks = *hooks;
    ReplyFraming framing = exchange->asks_http10 ? REPLY_UNTIL_CLOSE : REPLY_CHUNKED;
    size_t length = http_reply_print(answer, framing, exchange->ending, wall_clock(), head);
    assert(length);
    exchange->out = memory_array(length, 1);
    memcpy(exchange->out, head, length);
    send_out(exchange, &(TransportPiece){exchange->out, length}, 1);
    return true;
}

size_t ws_stream_write(Ws *ws, ExchangeId id, const void *bytes, size_t length)
{
    Exchange *exchange = find(ws, id);
    if (!exchange || length == 0)
        return 0;
    Stream *stream = exchange->stream;
    Piece *waiting = &stream->waiting;
    waiting->bytes =
        array_reserve(waiting->bytes, &waiting->size, waiting->length + length + CHUNK_TAIL, 1);
    memcpy(waiting->bytes + waiting->length, bytes, length);
    waiting->length += length;
    size_t unwritten = waiting->length + stream->going.length;
    if (!stream->writing)
        advance(exchange); /* which may end it */
    return unwritten;
}

void ws_stream_end(Ws *ws, ExchangeId id)
{
    Exchange *exchange = find(ws, id);
    if (!exchange)
        return;
    exchange->stream->ended = true;
    if (!exchange->stream->writing)
        advance(exchange);
}

void ws_stream_cut(Ws *ws, ExchangeId id)
{
    Exchange *exchange = find(ws, id);
    if (!exchange)
        return;
    free_stream(exchange);
    transport_reset(exchange->transport);
    exchange_free(exchange);
}
