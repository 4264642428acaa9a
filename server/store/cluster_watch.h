/* cluster_watch.h - which castled owns the database that several use, as each of them sees it.
 *
 * A thread with a connection of its own asks PostgreSQL every CLUSTER_LOOK_EVERY ms, and says that this castled is alive.
 * It takes nothing: store_open does. A PostgreSQL that is away is waited for, at the start, too; all times are by its clock.
 * A database without tables gets them, since nobody can own it; one of an older castled is brought up to date by store_open. */
#pragma once

#include "cluster_view.h"

#include <uv.h>

typedef struct ClusterWatch ClusterWatch;

typedef struct {
    uv_loop_t *loop;
    const char *directory;   /* made if missing; locked by this process until cluster_watch_close */
    const char *server;      /* as StoreOptions has it */
    const char *version;     /* this castled's */
    int64_t clock_tolerance; /* ms by which its wall clock may differ from PostgreSQL's */
    void *context;
    /* On the loop, each time that the view is another one. */
    void (*changed)(void *context, const ClusterView *view);
} ClusterWatchOptions;

/* The texts are copied. On an error *opened is NULL, and 'line' (STORE_LINE_MAX bytes) says what is wrong: the directory cannot
 * be used or locked, the address is none, libpq is missing. */
StoreError cluster_watch_open(ClusterWatch **opened, const ClusterWatchOptions *options,
                              char *line);
/* Ends the thread, which may have to wait for an attempt to connect (2 s for each host of the address); nothing is called any more.
 * Run the loop once more: its last handle frees the watch. A store that was opened with it must be closed before. */
void cluster_watch_close(ClusterWatch *watch);

/* This castled: its machine and random letters, which its directory keeps. */
const char *cluster_watch_node(const ClusterWatch *watch);
/* As store_secret; NULL before the view was CLUSTER_SEEN for the first time. */
const unsigned char *cluster_watch_secret(const ClusterWatch *watch);
/* ms since PostgreSQL has answered this castled what it asked; -1: never. */
int64_t cluster_watch_silence(const ClusterWatch *watch);
/* What is said to the others from now on; false at first. */
void cluster_watch_set_bus(ClusterWatch *watch, bool has_bus);
/* The lock of the directory, for store_open; -1 with NULL. */
int cluster_watch_lock(const ClusterWatch *watch);
