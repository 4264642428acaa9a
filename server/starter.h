/* starter.h - a process beside the server that starts the next castled when one is to take over (successor.h).
 *
 * The server gives up the rights that it does not need (server_sandbox.h), for good and for everything that it starts. A
 * newer program may need others. So this process, which does nothing but wait, is forked before, and starts by the
 * same command line and environment what the server's path now leads to: nothing else can be asked of it. It ends with
 * the server.
 *
 * Where the server is process 1, as in a container, the parts are exchanged: process 1 is the one that waits, and the
 * server is its child. It passes SIGTERM, SIGINT, SIGHUP and SIGUSR2 on to the server that serves at the time, collects
 * the processes that nobody else does, and ends with the server's status. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

enum { STARTER_LINE_MAX = 256 };

typedef struct {
    int channel; /* to that process */
} Starter;

/* Before there are threads, and before the server has opened anything. The server was started by argv. With 'channel' at
 * least 0 there is such a process already. Returns in the server only. False when it cannot be made; 'line'
 * (STARTER_LINE_MAX bytes) says why. */
bool starter_begin(Starter *starter, char *const argv[], int channel, char *line);
/* Starts the program; 'control' is the descriptor that it has in common with the server. Its process, or -1 with errno. */
pid_t starter_start(const Starter *starter, int control);
/* Ends it by SIGKILL, unless it has ended already. */
void starter_kill(const Starter *starter);
/* It serves from now on: what process 1 is told goes to it. */
void starter_replace(const Starter *starter);
