/* front_options.h - what a front is made with, and its bounds. */
#pragma once

#include "bus.h"
#include "link.h"
#include "net.h"
#include "site.h"

enum {
    FRONT_WAIT = 5000,                      /* ms that something waits for the owner, then 503 */
    FRONT_WAITING_MAX = 4096,               /* handshakes and requests that do; more: 503 */
    FRONT_WAITING_BYTES = 16 * 1024 * 1024, /* and what they hold */
    FRONT_WAITING_SHARE = FRONT_WAITING_BYTES / 4, /* and of that one address */
    FRONT_EXCHANGES_MAX = 64 * 1024, /* that wait or are under way; as HOST_EXCHANGES_MAX */
    /* Bytes on their way to the owner beyond which handshakes and requests wait as if there were none, */
    FRONT_BUSY = 1024 * 1024,
    /* and beyond which a client who says more is closed with 1013: so many of them could break the link of all. What each
     * may say before the owner has taken it is in internal/front_talk.h. */
    FRONT_CROWDED = LINK_WINDOW / 2,
    FRONT_RETRY_AFTER = 1, /* s, of a 503 */
    FRONT_DRAINED_STEP =
        16 * 1024,          /* bytes of a stream whose reader is slow, until the owner is told */
    FRONT_LINES_MAX = 1024, /* people at its ICS port; as HOST_LINES_MAX */
    FRONT_LINE_OPEN = 60 * 1000,       /* ms for a line's TLS handshake */
    FRONT_LINE_SILENCE = 30,           /* s; then the system asks whether the other side is there */
    FRONT_AGAIN = LINK_GREETING_EVERY, /* ms after a greeting that the bus did not take */
};

typedef struct {
    Net *net;              /* whose hooks call what is below; its sessions are all the front's */
    Bus *bus;              /* like it borrowed */
    const ClusterKey *key; /* likewise */
    const Site *site;      /* likewise; NULL: the page is not in this build */
    const char *node;      /* this one's name; copied, like what follows */
    const char *castled;   /* its version */
    uint64_t epoch;        /* the highest that an owner is known to have had */
    void *context;         /* of what follows */
    int64_t (*now)(void *context); /* ms, monotonic */
} FrontOptions;
