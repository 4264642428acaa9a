/* websocket.h - a connection that has become a WebSocket: reads its client's frames, writes what its session may be told,
 * keeps time of its silence, and ends it as RFC 6455 (section 7) has it. */
#pragma once

#include "handshake.h"
#include "net_state.h"

enum {
    WEBSOCKET_PING_AFTER = 25 * 1000, /* ms of silence; proxies cut off at 60 s */
    WEBSOCKET_HANG_UP_AFTER = 45 * 1000,
    WEBSOCKET_PING_EVERY = 1000, /* ms; the round trip is not measured more often */
    WEBSOCKET_PING_LOST =
        10000,               /* ms after which another ping measures it, though no pong has come */
    WEBSOCKET_LINGER = 5000, /* ms for close frames to get through, both ways */
};

/* How sessions write to WebSockets. */
SessionWire websocket_wire(void);

/* Makes a WebSocket of a connection whose handshake is good, and becomes the transport's owner. 'answer' is the 101;
 * 'address' is what limits count the client by, 'client' the one whom a proxy names and who is counted already, or "". */
void websocket_open(Net *net, Transport *transport, const char *address, const char *client,
                    const NetArrival *arrival, const char *answer, size_t length);
