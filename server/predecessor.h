/* predecessor.h - the castled from which this one takes over: it has started this one, hands its listening sockets and idle
 * connections over, and at last the database (handover.h). The other side is successor.h.
 *
 * Embedded. Before predecessor_wait nothing may be touched that the other one still uses. All of it waits. */
#pragma once

#include "net.h"

enum {
    PREDECESSOR_LINE_MAX = 256,
    PREDECESSOR_HOST_MAX = 256,
};

/* A connection that it has accepted. */
typedef struct {
    int fd;
    HttpDoor door;
    bool tls; /* the handshake is to begin */
} PredecessorConnection;

typedef struct {
    int channel;                  /* -1: there is none, this one starts by itself */
    int starter;                  /* of a process that starts castleds (starter.h); -1: none */
    NetDoor doors[NET_DOORS_MAX]; /* 'fd' is -1 once it is used */
    char hosts[NET_DOORS_MAX][PREDECESSOR_HOST_MAX];
    size_t door_count;
    PredecessorConnection *connections;
    size_t connection_count, connection_capacity;
} Predecessor;

/* Hears of it by the environment, which is cleared, and is told what it listens on. False when what it says makes no sense;
 * 'line' (PREDECESSOR_LINE_MAX bytes) says why. */
bool predecessor_meet(Predecessor *predecessor, char *line);
bool predecessor_is_there(const Predecessor *predecessor);
/* It does not serve any more: this is the old castled, which starts again (successor.h). */
bool predecessor_has_released(const Predecessor *predecessor);
/* Tells it that this one is prepared, and waits until it has closed the database. False when it goes on instead. */
bool predecessor_wait(Predecessor *predecessor, char *line);
/* Tells it that this one serves, and waits until it has said so to whoever supervises it, or has ended. */
void predecessor_relieve(Predecessor *predecessor);
/* Closes what was not used. */
void predecessor_close(Predecessor *predecessor);
