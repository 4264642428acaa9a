/* http_stream.h - what is still to be sent of an answer whose body comes piece by piece: each piece becomes a chunk
 * (RFC 9112, 7.1), or bare bytes for HTTP/1.0, which has no chunks and where the end of the connection ends the body.
 *
 * Pure but for memory: whoever owns the connection sends. What others call is in net.h. */
#pragma once

#include "net_options.h"
#include "transport.h"

enum {
    HTTP_STREAM_STALLED_MAX = 60 * 1000, /* ms that its reader may take for a piece */
};

typedef struct HttpStream HttpStream;

/* Its head is being sent. */
HttpStream *http_stream_new(const StreamHooks *hooks, bool is_chunked);
void http_stream_free(HttpStream *stream);

typedef enum { HTTP_STREAM_SEND, HTTP_STREAM_WAIT, HTTP_STREAM_DONE } HttpStreamStep;
/* What was sent last has gone out. What comes next: *count pieces, which stay until the next call; or nothing yet; or
 * nothing any more. */
HttpStreamStep http_stream_next(HttpStream *stream, TransportPiece pieces[TRANSPORT_PIECES],
                                size_t *count);
bool http_stream_is_sending(const HttpStream *stream);

/* Copies the bytes. How many wait. */
size_t http_stream_write(HttpStream *stream, const void *bytes, size_t length);
void http_stream_end(HttpStream *stream);
bool http_stream_has_ended(const HttpStream *stream);

const StreamHooks *http_stream_hooks(const HttpStream *stream);
/* Bytes that it takes. */
size_t http_stream_memory(const HttpStream *stream);
