/* supervisor.h - what a service manager such as systemd hands to the server and wants to hear of it: sockets that are listened
 * on already (sd_listen_fds(3)), readiness and the state in words (sd_notify(3)), signs of life (sd_watchdog_enabled(3)).
 *
 * All of it comes by the environment, which is cleared, so that no engine has it. Without a service manager, or with one
 * that asks for nothing, each call does nothing. Embedded: opened once, before there are threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <uv.h>

enum {
    SUPERVISOR_FIRST_SOCKET = 3, /* SD_LISTEN_FDS_START */
    SUPERVISOR_SOCKETS_MAX = 6,
    SUPERVISOR_NAME_MAX = 64,
    SUPERVISOR_LINE_MAX = 256,
    SUPERVISOR_STATE_MAX = 160,
};

/* A socket that was handed over. */
typedef struct {
    int fd;
    char name[SUPERVISOR_NAME_MAX]; /* FileDescriptorName= of the socket unit; "" */
} SupervisorSocket;

typedef struct {
    SupervisorSocket sockets[SUPERVISOR_SOCKETS_MAX];
    size_t socket_count;
    int channel;       /* a datagram socket; -1: nobody wants to hear */
    uint64_t interval; /* ms within which a sign of life is expected; 0: none is */
    uv_timer_t timer;
    bool has_timer;
    /* Says in at most SUPERVISOR_STATE_MAX bytes how things are. */
    void (*describe)(void *context, char state[SUPERVISOR_STATE_MAX]);
    void *context;
} Supervisor;

/* False when what it was handed makes no sense; 'line' (SUPERVISOR_LINE_MAX bytes) says why. */
bool supervisor_open(Supervisor *supervisor, char *line);
/* For whoever takes over, in the environment as it was: what was handed over is given to them otherwise (handover.h). */
void supervisor_forget_sockets(void);
/* The server answers from now on; while the loop runs there are signs of life, twice as often as they are expected. */
void supervisor_ready(Supervisor *supervisor, uv_loop_t *loop,
                      void (*describe)(void *context, char state[SUPERVISOR_STATE_MAX]),
                      void *context);
/* No longer. The timer is closed when the loop has run once more. */
void supervisor_stopping(Supervisor *supervisor);

/* When another process takes over (successor.h): the signs of life are given by supervisor_alive from now on. */
void supervisor_pause(Supervisor *supervisor);
void supervisor_alive(const Supervisor *supervisor, const char *state);
/* That process is the main one of the service from now on, and it is heard instead of this one. */
void supervisor_hand_over(const Supervisor *supervisor, pid_t process);
