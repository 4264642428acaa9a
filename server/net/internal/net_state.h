/* net_state.h - what the modules of this folder share: the state behind net.h. */
#pragma once

#include "listener.h"
#include "net_options.h"
#include "slot_table.h"
#include "transport.h"

typedef struct HttpConnection HttpConnection; /* http_connection.h */

struct Net {
    NetOptions options;
    Sessions *sessions;
    TransportPool pool;
    SlotTable exchanges; /* connections whose request waits for its answer, by ExchangeId */
    HttpConnection *first_held,
        *last_held; /* with memory that counts with the outboxes, longest first */
    Listener *listeners[NET_DOORS_MAX];
    int public_port;                 /* that is listened on */
    TlsKeys *keys;                   /* NULL: plain HTTP */
    RateLimiter *limiter;            /* for handshakes; NULL without keys */
    size_t refusing;                 /* connections that only hear that they are too many */
    bool stopping, parting, closing; /* one after the other */
    NetTake take;                    /* what is idle when the server stops; NULL: nobody does */
    void *take_context;
    NetElsewhere elsewhere; /* zeros: nobody */
};
