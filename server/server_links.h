/* server_links.h - closes what a node of a cluster has open: the front or the host with their links, the bus, the watch. Private to
 * server*.c. Without --bus each call does nothing. */
#pragma once

#include "server_parts.h"

/* Nothing more is said to other nodes, nor heard of them. Before the sockets are closed. */
void server_links_close(Server *server);
/* When the store is closed, which has the watch, and the leases with it: no other node waits for the bus to close. False: as bus_close. */
bool server_links_finish(Server *server);
/* When the loop has run. */
void server_links_free(Server *server);
