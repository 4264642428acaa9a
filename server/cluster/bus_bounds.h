/* bus_bounds.h - sizes and times of a bus (bus.h). */
#pragma once

enum {
    BUS_SUBJECT_MAX = 127,        /* bytes of a subject */
    BUS_MESSAGE_MAX = 512 * 1024, /* bytes of a message; a server that takes less is refused */
    BUS_WAITING_MAX = 64 << 20,   /* bytes that wait to be sent, and likewise to be heard */
    BUS_CONNECT_MAX = 2000,       /* ms that a server has to answer */
    /* ms between two tries, after shorter ones from BUS_AGAIN on. When the bus is back all nodes have it within
     * NODE_ALONE_MAX, so that the owner does not give its games to a node that was faster. */
    BUS_AGAIN_MAX = 500,
    BUS_AGAIN = 100,
    BUS_PING_EVERY = 1000, /* ms; a server that does not answer two of them is gone */
    BUS_CLOSE_MAX = 1000,  /* ms for which bus_close may wait */
    BUS_LINE_MAX = 200,    /* with the NUL: why it cannot be used */
};
