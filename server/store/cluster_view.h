/* cluster_view.h - what one castled knows of who owns the database that several use (cluster_watch.h), as plain values. */
#pragma once

#include "store_error.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    CLUSTER_NODE_MAX = 80,     /* of a castled's name, with its NUL */
    CLUSTER_VERSION_MAX = 32,  /* of its version, with its NUL */
    CLUSTER_SECRET_SIZE = 32,  /* as STORE_SECRET_SIZE */
    CLUSTER_LOOK_EVERY = 250,  /* ms, and up to a fifth more or less */
    CLUSTER_SIGN_EVERY = 1000, /* ms between signs of life, unless there is something new to say */
    CLUSTER_SILENCE = 3000,    /* ms after which one that is silent counts as dead */
};

typedef enum {
    CLUSTER_AWAY, /* PostgreSQL cannot be used, 'line' says why; what else is in the view may be old */
    CLUSTER_SEEN, /* it has answered */
    CLUSTER_REFUSED, /* the database is of no use to this castled, 'error' and 'line' say why; nothing more is asked */
} ClusterState;

typedef struct {
    ClusterState state;
    StoreError error;
    char line[STORE_LINE_MAX];
    char owner[CLUSTER_NODE_MAX]; /* who had the leases last; empty: nobody yet */
    bool is_own;                  /* that is this castled */
    uint64_t epoch;               /* its store_epoch, which rises with each owner */
    /* store_open would get the leases: nobody has them, they were given back, their owner has been silent for too long,
     * or they are still this castled's own from before it was started. */
    bool is_free;
    bool owner_has_bus; /* it is alive and says that it is connected to the bus */
    /* s by which this castled's wall clock is at least ahead of PostgreSQL's, or behind if negative; and whether that is more
     * than it may be: then it must not own the games. */
    int64_t clock_ahead;
    bool is_clock_off;
    int nodes, on_bus; /* how many are alive, and connected to the bus, this one included */
} ClusterView;
