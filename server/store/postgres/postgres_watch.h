/* postgres_watch.h - one castled's look at who owns a database of PostgreSQL, by a connection that takes nothing.
 *
 * Used by one thread. What it sees is explained in cluster_view.h. */
#pragma once

#include "cluster_view.h"

#include <stdatomic.h>

typedef struct PostgresWatch PostgresWatch;

typedef struct {
    const char *address;        /* as libpq takes it; lent, as all here */
    const char *node;           /* which castled this is */
    const char *version;        /* of it */
    int64_t clock_tolerance;    /* ms by which its wall clock may differ from PostgreSQL's */
    unsigned char *secret;      /* CLUSTER_SECRET_SIZE, written by the first look that succeeds */
    const atomic_bool *is_over; /* a server that does not answer is no longer waited for */
} PostgresWatchTerms;

/* Not connected yet. NULL: the address makes no sense, or there is no libpq; 'line' (STORE_LINE_MAX) says so. */
PostgresWatch *postgres_watch_new(const PostgresWatchTerms *terms, char *line);
/* Says that this castled is alive if that is due, and looks. All of the view is set. */
void postgres_watch_look(PostgresWatch *watch, bool has_bus, ClusterView *view);
/* Tells the others that this castled is gone, if it is connected. */
void postgres_watch_free(PostgresWatch *watch);
