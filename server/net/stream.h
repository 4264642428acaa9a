/* stream.h - an HTTP answer whose body comes piece by piece, each a chunk of its own (RFC 9112, 7.1).
 *
 * To HTTP/1.0, which has no chunks, it ends with the connection. What others may call is in ws.h. */
#pragma once

#include "exchange.h"

enum {
    STREAM_STALLED_MAX = 60 * 1000, /* ms that its reader may take for a piece */
};

/* The peer said something while it is told the answer, or ended. */
void stream_arrived(Exchange *exchange);
/* The connection ends: its owner is told, unless the stream was at its end. */
void stream_drop(Exchange *exchange);
