/* simulated_bus.h - stands in for server/cluster/bus.h: a message reaches whoever listens to its subject a while later, once, and
 * those of one sender in order; on a bad bus some are lost, doubled, late or changed.
 *
 * A node that is cut off neither sends nor hears. What it sends meanwhile arrives if the cut is short, and is lost
 * otherwise, as with a connection that is made again. */
#pragma once

#include "bus.h"
#include "world.h"

enum { BUS_PATIENCE = 2 * SECOND }; /* after which a client knows that it is cut off */

/* 'travel' is how long a message takes, about. 'woken': something has come for that loop. */
void buses_begin(uint64_t seed, int64_t travel, void (*woken)(uv_loop_t *loop));
void buses_end(void);
void buses_set_bad(bool is_bad);

/* The process of that bus is suspended: what comes waits. Called in each turn of its loop: what has come is heard. */
void bus_turn(Bus *bus);
void bus_cut(Bus *bus, bool is_cut);
/* The process has died: it sends nothing more. */
void bus_silence(Bus *bus);
