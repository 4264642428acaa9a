/* successor.h - the castled that takes over from this one: started on SIGUSR2 from the path that this one was started from, with
 * the same command line, so that a new program takes the place of the old one.
 *
 * It gets ready beside the server, which goes on as ever; when it cannot (no program, a wrong option, a database that it
 * cannot bring up to date), it says why on stderr, and nothing else happens. Once it is prepared, the server waits for a
 * moment without requests, stops, gives it the listening sockets' place and the idle connections, closes the database,
 * and ends. New connections meanwhile wait in the kernel. When it fails after it was given the database, this program
 * starts again in the same process.
 *
 * Embedded; what it says to the other process is in handover.h. */
#pragma once

#include "net.h"
#include "starter.h"
#include "supervisor.h"

#include <uv.h>

enum {
    SUCCESSOR_PREPARE_MAX =
        30 * 60 * 1000, /* ms: it may try out a migration on a copy of the database */
    SUCCESSOR_READY_MAX = 10 * 60 * 1000, /* ms with the database in its hands */
    SUCCESSOR_SEND_MAX = 5,               /* s for it to take a message */
    SUCCESSOR_END_MAX = 5000,             /* ms for it to end once it is killed */
    SUCCESSOR_VERSION_MAX = 32,
    SUCCESSOR_HOST_MAX = 256,
};

typedef enum {
    SUCCESSOR_NONE,
    SUCCESSOR_PREPARING,
    SUCCESSOR_PREPARED,
    SUCCESSOR_TAKING_OVER, /* the server has stopped for it */
} SuccessorState;

typedef struct {
    Starter *starter;
    char *const *argv;
    char *const *environment; /* as this program was started with */
    SuccessorState state;
    int channel;  /* -1: none */
    bool is_deaf; /* it has not taken a message for as long as it is waited for */
    pid_t pid;
    char version[SUCCESSOR_VERSION_MAX];
    uint64_t begun; /* uv_hrtime when the server stopped for it */
    NetDoor doors
        [NET_DOORS_MAX]; /* with descriptors of our own, by which this program could start again */
    char hosts[NET_DOORS_MAX][SUCCESSOR_HOST_MAX];
    size_t door_count;
    struct SuccessorWatch *watch; /* on the server's loop; NULL: none */
    /* On a loop of its own, for when the server's has ended. It hears signals from before on, so that none is missed. */
    struct SuccessorWait *wait;
} Successor;

void successor_init(Successor *successor, Starter *starter, char *const argv[],
                    char *const environment[]);
/* Starts it, unless one is being started. 'doors' are what it is to listen on. */
void successor_start(Successor *successor, uv_loop_t *loop, const NetDoor *doors, size_t count);
bool successor_is_prepared(const Successor *successor);
/* The server stops for it. */
void successor_begin(Successor *successor);
bool successor_takes_over(const Successor *successor);
/* NetTake, of net.h. */
void successor_take(void *context, int fd, HttpDoor door, bool tls);
/* Closes what it has on the server's loop. Unless it takes over, it is given up. */
void successor_leave(Successor *successor);

/* After the server is closed: lets the successor serve, and returns the exit status of this process; or starts this program
 * again and does not return. Only when it takes over. */
int successor_finish(Successor *successor, Supervisor *supervisor);
