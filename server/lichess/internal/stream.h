/* stream.h - an answer of JSON lines without end, as the clients of Lichess need it: chunked, a chunk as soon as there is a
 * line, and an empty line whenever nothing was said for STREAM_IDLE.
 *
 * A reader who does not read is cut off; they come back and are told all that counts. */
#pragma once

#include "lichess_state.h"

enum {
    STREAM_IDLE = 6000, /* ms; BotLi hangs up after 9 s without a byte, lichess-bot after 15 */
    STREAM_BACKLOG_MAX = 64 * 1024, /* bytes that wait for the socket */
};

typedef struct Stream Stream;

/* Its reader is gone, and the stream is about to be freed. */
typedef void (*StreamGone)(void *owner, const Stream *stream);

/* NULL when whoever asked is gone already. */
Stream *stream_open(Lichess *lichess, ExchangeId exchange, StreamGone gone, void *owner);
/* One line, which is empty afterwards. The stream may be gone then. */
void stream_tell(Stream *stream, Text *line);
/* Ends it and frees it; 'gone' is not called. NULL is none. */
void stream_end(Stream *stream);
/* Frees it when the server ends. */
void stream_free(Stream *stream);
