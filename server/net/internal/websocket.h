/* websocket.h - WebSockets: libwebsockets reads and writes their frames, and nothing else.
 *
 * It is given a socket when its handshake has been checked, keeps time of none (our own timers do) and listens
 * nowhere. Nobody else knows it. */
#pragma once

#include "net_state.h"

enum {
    WEBSOCKET_PING_AFTER = 25 * 1000, /* ms of silence; proxies cut off at 60 s */
    WEBSOCKET_HANG_UP_AFTER = 45 * 1000,
    WEBSOCKET_PING_LOST = 10, /* s after which another ping measures the round trip */
    WEBSOCKET_LINGER = 5,     /* s for a close frame to get through */
};

/* How sessions write to WebSockets. */
SessionWire websocket_wire(void);

/* False when libwebsockets cannot start on the loop. */
bool websockets_open(Net *net);
void websockets_close(Net *net); /* run the loop until its handles are closed */
void websockets_free(Net *net);

/* Makes a WebSocket of a connection by the handshake 'request' (handshake.h); the transport has another owner then.
 * 'address' is what limits count the client by, 'client' the one whom a proxy names and who is counted already, or "".
 * False when there is no descriptor to be had. */
bool websocket_open(Net *net, Transport *transport, const char *address, const char *client,
                    const NetArrival *arrival, const char *request, size_t length);
