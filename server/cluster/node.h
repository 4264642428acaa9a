/* node.h - what one node of a cluster is: a front, which has clients and passes on what they ask, or the owner, which has
 * the games; and when it becomes the other.
 *
 * It decides by what the database says (cluster_view.h) and whether this node reaches the bus. That a second owner does
 * no harm is not decided here: the database refuses whatever is written without the leases.
 *
 *   front  the leases are free, and nobody is nearer to the bus, and its clock is right
 *                                                                   → NODE_TAKES: store_open; then node_owns or node_missed
 *   owner  somebody else has the leases, with a higher epoch        → NODE_LOST: nothing may leave any more
 *   owner  others have reached the bus for NODE_ALONE_MAX, this one has not → NODE_GIVES: it stops, and another one takes them
 *
 * An owner does not become a front: its process ends with NODE_STATUS and is started again. Pure: time is the argument 'now' (ms,
 * monotonic). Embedded. */
#pragma once

#include "cluster_view.h"

enum {
    NODE_STATUS = 75,      /* exit status: EX_TEMPFAIL of sysexits.h, start it again */
    NODE_ALONE_MAX = 1000, /* ms */
    NODE_AGAIN =
        250, /* ms after which a front tries again whose store_open was refused, then twice as long, */
    NODE_AGAIN_MAX = 10000, /* up to this */
};

typedef enum { NODE_FRONT, NODE_OWNER } NodeRole;

typedef enum { NODE_STAYS, NODE_TAKES, NODE_GIVES, NODE_LOST } NodeAct;

typedef struct {
    NodeRole role;
    uint64_t epoch;      /* the owner's */
    int64_t again;       /* ms that the next refusal makes it wait; 0: there was none */
    int64_t again_at;    /* and until when it waits now */
    int64_t alone_since; /* -1: the bus is reached, or by nobody */
} Node;

void node_init(Node *node); /* a front */
/* To be asked whenever the view or the bus is another one, and when node_wait says so. */
NodeAct node_decide(Node *node, const ClusterView *view, bool has_bus, int64_t now);
/* ms after which node_decide may answer something else though nothing has changed; -1: never. */
int64_t node_wait(const Node *node, int64_t now);
/* After NODE_TAKES: it has the leases, with that epoch; or somebody else was faster, or the database refuses. */
void node_owns(Node *node, uint64_t epoch);
void node_missed(Node *node, int64_t now);
/* Whether an owner with that epoch, of whom this one has heard, means that this one is the owner no more. */
bool node_is_passed(const Node *node, uint64_t epoch);
