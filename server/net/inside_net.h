/* inside_net.h - what the files of this folder share: the state behind ws.h. Nobody else includes this.
 *
 * ws.c opens and closes, exchange.c and stream.c speak HTTP, upgrade.c and websocket.c lead to WebSockets. */
#pragma once

#include "address.h"
#include "listener.h"
#include "slot_table.h"
#include "transport.h"
#include "ws.h"

#include <libwebsockets.h>

typedef struct Exchange Exchange;     /* exchange.c: a connection that speaks HTTP */
typedef struct Connection Connection; /* websocket.c */

struct Ws {
    WsOptions options;
    struct lws_context *context;
    struct lws_vhost *vhost;
    Sessions *sessions;
    TransportPool pool;
    SlotTable exchanges; /* those that wait for their answer, by ExchangeId */
    Listener *listeners[WS_DOORS_MAX];
    TlsKeys *keys;        /* NULL: plain HTTP */
    RateLimiter *limiter; /* for handshakes; NULL without keys */
    Connection *adopted;  /* the one that lws is just being given */
    size_t refusing;      /* connections that only hear that they are too many */
    bool stopping, closing;
};
