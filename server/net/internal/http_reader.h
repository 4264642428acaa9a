/* http_reader.h - reads requests: head and body, one request at a time, within bounds of time and size. Then it hands
 * them up, or makes a WebSocket of the connection.
 *
 * Every error in the framing gets one answer, after which the connection is closed. */
#pragma once

#include "net_state.h"

enum {
    /* ms from the connection, or a later head's first byte, to the head's end */
    HTTP_HEAD_TIME = 10 * 1000,
    HTTP_BODY_TIME = 30 * 1000, /* ms for a body, and more by its size: */
    HTTP_BODY_RATE = 4,         /* bytes for each ms */
    /* A body that is too long is read to its end up to here, and the connection serves on. */
    HTTP_DISCARD_MAX = 1024 * 1024,
    /* Connections beyond all bounds that are told so at a time; others are just closed. */
    HTTP_REFUSING_MAX = 32,
};

/* As net_admit. */
void http_reader_admit(Net *net, ExchangeId exchange, int status, const NetArrival *arrival);

/* A new connection. */
void http_reader_open(Net *net, Transport *transport, HttpDoor door);
/* One that is too many: it hears the status at once, whatever it asks. */
void http_reader_turn_away(Net *net, Transport *transport, int status, const char *sentence);
