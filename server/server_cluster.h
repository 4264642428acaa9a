/* server_cluster.h - the server as a node of a cluster: what it opens for that, and how it changes from a front to the owner
 * (node.h). Private to server*.c.
 *
 * A front becomes the owner without closing what it listens on. An owner never becomes a front: it ends, and is started
 * again. */
#pragma once

#include "server_parts.h"

/* After server_loop_start: the watch and the bus, and a front. False, and 'line' (SERVER_LINE_MAX bytes) says why. */
bool server_cluster_open(Server *server, char *line);
enum { SERVER_CLUSTER_WAIT = 5000 /* ms */ };
/* Runs the loop until this node can serve, or is told to stop, or for SERVER_CLUSTER_WAIT: then it goes on without being
 * ready. False when it cannot be a node of this cluster, and 'line' (SERVER_LINE_MAX bytes) says why. */
bool server_cluster_wait(Server *server, char *line);
