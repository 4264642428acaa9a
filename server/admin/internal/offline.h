/* offline.h - the database without a server, opened for one command of an operator.
 *
 * Embedded: offline_close after an offline_open that was true. Whoever waits runs the loop. */
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

/* 'server' is PostgreSQL's address, or NULL. False, and a line on stderr says why: there is no database, a server is running on it, or it cannot be
 * read. */
bool offline_open(Offline *offline, const char *directory, const char *server);
/* Flushes what was put and waits until that batch is durable; false, with a line on stderr, when the disk refuses. */
bool offline_wait(Offline *offline, uint64_t number);
void offline_close(Offline *offline);

/* Filled in with who runs the program, and the time. */
AdminTarget offline_target(Offline *offline);
