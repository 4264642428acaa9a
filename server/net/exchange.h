/* exchange.h - HTTP on a connection: a request with its body comes in, one answer goes out, now or later.
 *
 * Called by ws.c with what lws calls; each returns what that callback is to return: 0 to go on with the
 * connection, else it is closed. */
#pragma once

#include "connection.h"

enum {
    /* A body that is too long is read to its end up to here, so that its sender sees the answer. */
    EXCHANGE_DISCARD_MAX = 1024 * 1024,
};

int exchange_begin(Connection *connection, const char *path);
int exchange_body(Connection *connection, const void *bytes, size_t length);
int exchange_body_end(Connection *connection);
int exchange_writable(Connection *connection);
/* An answer's headers; 'chunked' instead of a length. Not 0 when they don't fit. */
int exchange_add_headers(const Connection *connection, const HttpAnswer *answer, bool chunked,
                         unsigned char **at, unsigned char *end);
/* The connection ends, or becomes a WebSocket: an answer that is still to come is nobody's. */
void exchange_end(Connection *connection);
