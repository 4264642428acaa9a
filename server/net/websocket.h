/* websocket.h - WebSockets: libwebsockets reads and writes their frames, and nothing else.
 *
 * It is given a socket when its handshake has been checked, keeps time of none (our own timers do) and listens
 * nowhere. Nobody else knows it. */
#pragma once

#include "exchange.h"

enum {
    WEBSOCKET_PING_AFTER = 25 * 1000, /* ms of silence; proxies cut off at 60 s */
    WEBSOCKET_HANG_UP_AFTER = 45 * 1000,
    WEBSOCKET_PING_LOST = 10, /* s after which another ping measures the round trip */
    WEBSOCKET_LINGER = 5,     /* s for a close frame to get through */
};

/* Whose wire is the WebSockets'. */
Sessions *websocket_sessions(void);

/* False when libwebsockets cannot start on the loop. */
bool websockets_open(Ws *ws);
void websockets_close(Ws *ws); /* run the loop until its handles are closed */
void websockets_free(Ws *ws);

/* Makes a WebSocket of the exchange's connection by the handshake 'request'; the exchange is gone then. */
void websocket_open(Ws *ws, Exchange *exchange, const WsArrival *arrival, const char *request,
                    size_t length);
