/* server_hooks.h - what the parts of a server tell each other: each is opened with hooks that lead to those above it. Private to
 * server*.c. */
#pragma once

#include "server_parts.h"

/* What the sockets ask and tell. */
NetHooks server_hooks_of_net(Server *server);
/* What the searchers and engines tell. */
OpponentsHooks server_hooks_of_opponents(Server *server);
/* Fills in what the store tells. */
void server_hooks_of_store(Server *server, StoreOptions *options);
