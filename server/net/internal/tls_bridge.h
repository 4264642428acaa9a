/* bridge.h - a pair of sockets between TLS and libwebsockets, which then reads and writes plain frames.
 *
 * Each way one piece is under way at a time, and nothing is read before it is written: what a slow reader does not
 * take stays with the sender. It frees itself when either side ends. */
#pragma once

#include "transport.h"

enum {
    TLS_BRIDGE_PIECE = 16 * 1024,
    TLS_BRIDGE_BUFFER = 32 * 1024, /* bytes that the kernel keeps, each way */
    TLS_BRIDGE_END_TIME = 5000,    /* ms that one side goes on when the other has ended */
};

/* Becomes the transport's owner. The descriptor of the plain side, -1 when there is none to be had. */
int tls_bridge_open(uv_loop_t *loop, Transport *transport);
