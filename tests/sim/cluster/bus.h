/* bus.h - a model of NATS between the nodes: a message reaches whoever listens to its subject, some ms later, once, and
 * those of one sender in order; on a bad bus some are lost, doubled, late or changed.
 *
 * A node that is cut off neither sends nor hears. What it sent meanwhile arrives if the cut was short, and is lost
 * otherwise, as with a connection that is made again. */
#pragma once

#include "database.h"
#include "random.h"

#include <stddef.h>

enum {
    SUBJECT_MAX = 48,
    EARS_MAX = 16, /* subjects that a node listens to */
    BUS_PATIENCE =
        2000 /* ms after which a client of the bus knows that it is cut off, and drops what waits */
};

typedef struct Message Message;
struct Message {
    Message *next;
    int64_t due;
    int from;
    char subject[SUBJECT_MAX];
    size_t length;
    unsigned char bytes[];
};

typedef struct {
    int64_t cut_since; /* -1: it is connected */
    int64_t last_due;  /* of what it has sent */
    Message *held;     /* what it sends while it is cut off, newest first */
    char ears[EARS_MAX][SUBJECT_MAX];
    Message *inbox, **inbox_end; /* what has come, oldest first */
} BusClient;

typedef struct {
    Random *random;
    bool is_bad, is_down;
    Message *flying; /* by their time */
    BusClient clients[NODES];
    uint64_t sent, lost;
} Bus;

void bus_init(Bus *bus, Random *random, bool is_bad);
void bus_clear(Bus *bus);
void bus_cut(Bus *bus, int node, int64_t now);
void bus_mend(Bus *bus, int node, int64_t now);
/* As its client sees it. */
bool bus_has(const Bus *bus, int node, int64_t now);
void bus_listen(Bus *bus, int node, const char *subject);
void bus_unlisten(Bus *bus, int node, const char *subject);
/* The process is gone, and all that it listens to and has not read. */
void bus_forget(Bus *bus, int node);
bool bus_send(Bus *bus, int node, const char *subject, const void *bytes, size_t length,
              int64_t now);
/* What is due reaches the inboxes. */
void bus_deliver(Bus *bus, int64_t now);
/* The oldest in the inbox, which the caller frees; NULL when it is empty. */
Message *bus_next(Bus *bus, int node);
