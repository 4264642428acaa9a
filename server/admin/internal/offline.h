/* offline.h - the database without a server: opened for an operator's command and closed behind it.
 *
 * Embedded: offline_close after an offline_open that was true. The loop is run by whoever waits. */
#pragma once

#include "admin_target.h"

#include <uv.h>

typedef struct {
    uv_loop_t loop;
    Store *store;
    Accounts *accounts;
    uint64_t committed; /* the newest batch that is durable */
    bool failed;        /* the disk has refused */
} Offline;

/* False, and a line on stderr says why: no database is there, a server runs on it, or it cannot be read. */
bool offline_open(Offline *offline, const char *directory);
/* Hands over what was put and waits until that batch is durable; false, and told on stderr, when the disk refuses. */
bool offline_wait(Offline *offline, uint64_t number);
void offline_close(Offline *offline);

/* With who runs the program, and the time. */
AdminTarget offline_target(Offline *offline);
