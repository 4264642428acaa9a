#include "http_stream.h"

#include "array.h"
#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_HEAD_MAX = 20, /* the length in hexadecimal, and a line end */
    CHUNK_TAIL = 2,
};

typedef struct {
    char *bytes;
    size_t length, capacity;
} Piece;

struct HttpStream {
    StreamHooks hooks;
    Piece waiting, going; /* of these the second is being sent */
    char head[CHUNK_HEAD_MAX];
    bool is_chunked, is_sending;
    bool ended, last; /* its owner has said all; so has the wire */
};

HttpStream *http_stream_new(const StreamHooks *hooks, bool is_chunked)
{
    HttpStream *stream = memory_new(sizeof *stream);
    *stream = (HttpStream){.hooks = *hooks, .is_chunked = is_chunked, .is_sending = true};
    return stream;
}

void http_stream_free(HttpStream *stream)
{
    free(stream->waiting.bytes);
    free(stream->going.bytes);
    free(stream);
}

/* All that waits as one chunk. */
static size_t next_chunk(HttpStream *stream, TransportPiece pieces[TRANSPORT_PIECES])
{
    Piece going = stream->going;
    stream->going = stream->waiting;
    stream->waiting = going;
    if (!stream->is_chunked) {
        pieces[0] = (TransportPiece){stream->going.bytes, stream->going.length};
        return 1;
    }
    int length = snprintf(stream->head, sizeof stream->head, "%zx\r\n", stream->going.length);
    memcpy(stream->going.bytes + stream->going.length, "\r\n", CHUNK_TAIL);
    pieces[0] = (TransportPiece){stream->head, (size_t)length};
    pieces[1] = (TransportPiece){stream->going.bytes, stream->going.length + CHUNK_TAIL};
    return 2;
}

HttpStreamStep http_stream_next(HttpStream *stream, TransportPiece pieces[TRANSPORT_PIECES],
                                size_t *count)
{
    static const char LAST[] = "0\r\n\r\n";
    stream->is_sending = false;
    stream->going.length = 0;
    *count = 0;
    if (stream->last || (stream->ended && !stream->waiting.length && !stream->is_chunked))
        return HTTP_STREAM_DONE;
    if (stream->waiting.length) {
        *count = next_chunk(stream, pieces);
    } else if (stream->ended) {
        stream->last = true;
        pieces[0] = (TransportPiece){LAST, sizeof LAST - 1};
        *count = 1;
    }
    stream->is_sending = *count > 0;
    return stream->is_sending ? HTTP_STREAM_SEND : HTTP_STREAM_WAIT;
}

bool http_stream_is_sending(const HttpStream *stream)
{
    return stream->is_sending;
}

size_t http_stream_write(HttpStream *stream, const void *bytes, size_t length)
{
    Piece *waiting = &stream->waiting;
    assert(!stream->ended);
    if (length == 0)
        return waiting->length + stream->going.length;
    waiting->bytes =
        array_reserve(waiting->bytes, &waiting->capacity, waiting->length + length + CHUNK_TAIL, 1);
    memcpy(waiting->bytes + waiting->length, bytes, length);
    waiting->length += length;
    return waiting->length + stream->going.length;
}

void http_stream_end(HttpStream *stream)
{
    stream->ended = true;
}

bool http_stream_has_ended(const HttpStream *stream)
{
    return stream->ended;
}

const StreamHooks *http_stream_hooks(const HttpStream *stream)
{
    return &stream->hooks;
}

size_t http_stream_memory(const HttpStream *stream)
{
    return sizeof *stream + stream->waiting.capacity + stream->going.capacity;
}
