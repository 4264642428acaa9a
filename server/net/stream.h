/* stream.h - an HTTP answer whose body comes piece by piece, each a chunk of its own (RFC 9112, 7.1).
 *
 * Framed by hand: lws 4.1 would answer without a length and close. Called by exchange.c and ws.c with what
 * lws calls; what others may call is in ws.h. */
#pragma once

#include "connection.h"

enum {
    STREAM_STALLED_MAX = 60, /* s that who is to read may take for a piece */
};

/* Writes what waits; returns what the callback of lws is to return. */
int stream_writable(Connection *connection);
/* The connection ends: its owner is told, unless the stream was at its end. */
void stream_drop(Connection *connection);
