/* doors.h - where the server listens: on sockets of the server that it replaces, on those that the service manager gives
 * it, or on its own. */
#pragma once

#include "net.h"
#include "predecessor.h"
#include "supervisor.h"

/* Adds the sockets that were handed over for that door, which are the net's from then on; without any the door itself, to
 * be opened, unless its port is negative. */
void doors_add(NetOptions *options, Predecessor *predecessor, const Supervisor *supervisor,
               const NetDoor *door);
