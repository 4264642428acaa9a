/* bus.h - messages between nodes through a server of NATS: each goes to whoever listens to its subject at that moment,
 * at most once. What is sent while the connection is away is gone; link.h notices.
 *
 * Debian's libnats does it; bus_address.h has the form of addresses. It is loaded when a bus is opened, and has threads of
 * its own; one more sends and keeps connecting, for ever, so that nothing here waits for the network. All callbacks come
 * on the loop, never within a call of these functions; they may call any of them but bus_close. */
#pragma once

#include "bus_bounds.h"

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

typedef struct Bus Bus;
typedef struct BusEar BusEar; /* somebody who listens to a subject */

typedef struct {
    uv_loop_t *loop;
    const char *address; /* as bus_address.h has it */
    const char *name;    /* what the server calls this client in its lists */
    void *context;
    /* The connection has come, or is gone, or cannot be made for another reason than was said before. 'why' has no
     * password in it; "" when it is connected. */
    void (*state)(void *context, bool is_connected, const char *why);
} BusOptions;

/* 'bytes' are lent for the call. */
typedef void (*BusHeard)(void *context, const void *bytes, size_t length);

/* NULL: libnats is not installed, castled was built without it, or the address is none; 'line' (BUS_LINE_MAX) says so. A
 * server that is away is waited for. */
Bus *bus_open(const BusOptions *options, char *line);
/* What was sent before is handed to the server first, if it is there. Neither it nor its ears exist afterwards; the
 * loop runs once more for it. NULL is allowed. False: a thread is left that waits for a server that does not answer; end the process by
 * _exit, since exit would free what that thread uses (OPENSSL_cleanup(3)). */
bool bus_close(Bus *bus);

bool bus_is_connected(const Bus *bus);

/* Also while it is not connected, and through all connections. Nobody may listen to the subject already. It has no
 * wildcards. */
BusEar *bus_listen(Bus *bus, const char *subject, BusHeard heard, void *context);
void bus_unlisten(BusEar *ear); /* frees it; NULL is allowed */

/* The bytes are copied. What this node listens to before it sends can answer it. False: it is not connected, too much
 * waits, or it is too long. True is no promise that anybody hears it. */
bool bus_send(Bus *bus, const char *subject, const void *bytes, size_t length);
