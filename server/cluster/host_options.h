/* host_options.h - what the owner's end of the cluster is made with, and its bounds. */
#pragma once

#include "bus.h"
#include "link_bounds.h"
#include "net.h"
#include "seal.h"

enum {
    HOST_FRONTS_MAX = 64,
    HOST_SESSIONS_MAX = 128 * 1024,     /* of a front; beyond it new ones are closed with 1013 */
    HOST_ALL_SESSIONS_MAX = 512 * 1024, /* and of all */
    HOST_EXCHANGES_MAX = 64 * 1024,     /* of a front, under way at once; beyond it 503 */
    HOST_ALL_EXCHANGES_MAX = 512 * 1024,
    /* Bytes on their way to a front beyond which its sessions' outboxes keep what they have, until half of it has been
     * taken: a front that is busy for a moment is not cut off. */
    HOST_CROWDED = LINK_WINDOW / 2,
    /* Bytes on their way to a front beyond which answers and pieces of streams wait, so that moves come behind no more of
     * them. What waits is bounded for a front and, of that, for an address; beyond it 503, and streams are cut. */
    HOST_BUSY = 1024 * 1024,
    HOST_WAITING_BYTES = 32 * 1024 * 1024,
    HOST_WAITING_SHARE = HOST_WAITING_BYTES / 4, /* of one alone: internal/fair_queue.h */
    HOST_SHORT =
        1024, /* bytes of an answer that waits beyond that, too: 503, and that something is done */
    HOST_PIECE_MAX = 256 * 1024, /* bytes of a stream that are said at a time */
    HOST_RETRY_AFTER = 1,        /* s */
    HOST_LINES_MAX = 1024,       /* of a front; each takes two descriptors */
    HOST_ALL_LINES_MAX = 4096,   /* and of all */
};

typedef struct {
    uv_loop_t *loop;       /* for lines */
    Net *net;              /* whose elsewhere it is, from host_new to host_free */
    Bus *bus;              /* like it borrowed */
    const ClusterKey *key; /* likewise */
    const char *node;      /* this one's name; copied, like what follows */
    const char *castled;   /* its version */
    uint64_t epoch;        /* with which it owns */
    NetHooks
        hooks;     /* as the owner's own clients have them; body_max and connection are not asked */
    void *context; /* of what follows */
    int64_t (*now)(void *context); /* ms, monotonic */
    /* Somebody at a front's ICS port: the transport, which the hook owns from now on, leads to them. 'address' is the
     * key of limits. 'front' is a number by which they are known to be at the same front. NULL: this server has no such port. */
    void (*line)(void *context, Transport *transport, const char *address, bool is_confidential,
                 uint64_t front);
    /* That front is gone, and with it everybody at its port: what they had ends within the call. NULL only with 'line'. */
    void (*lines_lost)(void *context, uint64_t front);
    /* Clients whose connections end from now on are cut off: nothing has been heard of them for so many ms. 0: no longer.
     * NULL: not told. */
    void (*cut_off)(void *context, int64_t lost);
    /* A front has seen an owner with a higher epoch. */
    void (*passed)(void *context, uint64_t epoch);
} HostOptions;
