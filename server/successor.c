#include "successor.h"

#include "handover.h"
#include "log.h"
#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/* While the server runs. */
struct SuccessorWatch {
    uv_poll_t poll;
    uv_timer_t timer;
    int open; /* handles */
};

typedef enum { WAIT_GOES_ON, WAIT_READY, WAIT_FAILED, WAIT_STOPPED } WaitResult;

enum { WAIT_SIGNALS = 4 };

/* After it. */
struct SuccessorWait {
    uv_loop_t loop;
    uv_poll_t poll;
    uv_timer_t late, alive;
    uv_signal_t signals[WAIT_SIGNALS];
    Successor *successor;
    Supervisor *supervisor;
    WaitResult result;
};

void successor_init(Successor *successor, Starter *starter, char *const argv[],
                    char *const environment[])
{
    *successor =
        (Successor){.starter = starter, .argv = argv, .environment = environment, .channel = -1};
}

/* ---- what it is told ---- */

static bool tell_doors(const Successor *successor, int channel)
{
    char text[HANDOVER_MESSAGE_MAX];
    bool is_told = handover_send(channel, "version 1", -1);
    for (size_t i = 0; is_told && i < successor->door_count; i++) {
        const NetDoor *door = &successor->doors[i];
        if (door->is_given)
            snprintf(text, sizeof text, "door %s given", http_door_name(door->door));
        else
            snprintf(text, sizeof text, "door %s %s %d", http_door_name(door->door),
                     successor->hosts[i], door->port);
        is_told = handover_send(channel, text, door->fd);
    }
    return is_told && handover_send(channel, "begin", -1);
}

/* Whoever has not heard one message is not waited for with the next. */
static bool tell(Successor *successor, const char *message, int fd)
{
    successor->is_deaf = successor->is_deaf || !handover_send(successor->channel, message, fd);
    return !successor->is_deaf;
}

static void close_doors(Successor *successor)
{
    while (successor->door_count > 0)
        close(successor->doors[--successor->door_count].fd);
}

static void keep_doors(Successor *successor, const NetDoor *doors, size_t count)
{
    close_doors(successor);
    for (size_t i = 0; i < count; i++) {
        NetDoor *door = &successor->doors[i];
        *door = doors[i];
        door->fd = fcntl(doors[i].fd, F_DUPFD_CLOEXEC, 0);
        snprintf(successor->hosts[i], SUCCESSOR_HOST_MAX, "%s", door->host ? door->host : "");
        door->host = successor->hosts[i];
        successor->door_count++;
    }
}

/* Two ends of a socket; nobody waits for ever for a process that does not read. */
static bool make_channel(int pair[2])
{
    const struct timeval patience = {.tv_sec = SUCCESSOR_SEND_MAX};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    return true;
}

/* libuv makes the socket one that never waits; but a successor may read more slowly than it is written to. */
static void listen_to(const Successor *successor, uv_loop_t *loop, uv_poll_t *poll,
                      uv_poll_cb on_readable)
{
    uv_poll_init(loop, poll, successor->channel);
    fcntl(successor->channel, F_SETFL, fcntl(successor->channel, F_GETFL) & ~O_NONBLOCK);
    uv_poll_start(poll, UV_READABLE, on_readable);
}

/* ---- while it prepares ---- */

static void free_watch(uv_handle_t *handle)
{
    struct SuccessorWatch *watch =
        handle->type == UV_POLL
            ? (struct SuccessorWatch *)handle
            : (struct SuccessorWatch *)((char *)handle - offsetof(struct SuccessorWatch, timer));
    if (--watch->open == 0)
        free(watch);
}

static void stop_watching(Successor *successor)
{
    struct SuccessorWatch *watch = successor->watch;
    successor->watch = NULL;
    if (!watch)
        return;
    uv_close((uv_handle_t *)&watch->poll, free_watch);
    uv_close((uv_handle_t *)&watch->timer, free_watch);
}

/* It ends when it notices that. */
static void give_up(Successor *successor)
{
    stop_watching(successor);
    if (successor->channel >= 0)
        close(successor->channel);
    successor->channel = -1;
    successor->state = SUCCESSOR_NONE;
    close_doors(successor);
}

static void on_late(uv_timer_t *timer)
{
    Successor *successor = timer->data;
    log_warning("the new castled, process %ld, does not become ready; this one goes on",
                (long)successor->pid);
    starter_kill(successor->starter);
    give_up(successor);
}

/* "prepared 4711 0.2.0" */
static void read_prepared(Successor *successor, const char *message)
{
    int at = 0;
    long pid;
    if (successor->state != SUCCESSOR_PREPARING ||
        sscanf(message, "prepared %ld %n", &pid, &at) < 1)
        return;
    successor->state = SUCCESSOR_PREPARED;
    successor->pid = (pid_t)pid;
    snprintf(successor->version, sizeof successor->version, "%.31s", at ? message + at : "");
    uv_timer_stop(&successor->watch->timer);
    log_info("castled %s, process %ld, is prepared to take over", successor->version, pid);
}

static void on_message(uv_poll_t *poll, int status, int events)
{
    Successor *successor = poll->data;
    char message[HANDOVER_MESSAGE_MAX];
    int fd;
    (void)status, (void)events;
    if (handover_receive(successor->channel, message, &fd)) {
        if (fd >= 0)
            close(fd);
        read_prepared(successor, message);
    } else if (successor->state == SUCCESSOR_TAKING_OVER) {
        stop_watching(successor); /* successor_finish will notice */
    } else {
        log_warning("the new castled, process %ld, has ended before it was ready; this one goes on",
                    (long)successor->pid);
        give_up(successor);
    }
}

static void watch(Successor *successor, uv_loop_t *loop)
{
    struct SuccessorWatch *watch = successor->watch = memory_new(sizeof *watch);
    watch->open = 2;
    uv_timer_init(loop, &watch->timer);
    watch->poll.data = watch->timer.data = successor;
    listen_to(successor, loop, &watch->poll, on_message);
    uv_timer_start(&watch->timer, on_late, SUCCESSOR_PREPARE_MAX, 0);
}

void successor_start(Successor *successor, uv_loop_t *loop, const NetDoor *doors, size_t count)
{
    int pair[2];
    if (successor->state != SUCCESSOR_NONE) {
        log_info("SIGUSR2: a new castled is being started already");
        return;
    }
    if (!make_channel(pair)) {
        log_warning("SIGUSR2: the new castled cannot be started: %s", strerror(errno));
        return;
    }
    keep_doors(successor, doors, count);
    successor->is_deaf = false;
    successor->channel = pair[0];
    successor->pid = starter_start(successor->starter, pair[1]);
    if (successor->pid > 0 && tell_doors(successor, pair[0])) {
        log_info("SIGUSR2: a new castled is being started, process %ld", (long)successor->pid);
        successor->state = SUCCESSOR_PREPARING;
        watch(successor, loop);
    } else {
        log_warning("SIGUSR2: the new castled cannot be started: %s", strerror(errno));
        give_up(successor);
    }
    close(pair[1]);
}

bool successor_is_prepared(const Successor *successor)
{
    return successor->state == SUCCESSOR_PREPARED;
}

bool successor_takes_over(const Successor *successor)
{
    return successor->state == SUCCESSOR_TAKING_OVER;
}

void successor_take(void *context, int fd, HttpDoor door, bool tls)
{
    char text[HANDOVER_MESSAGE_MAX];
    snprintf(text, sizeof text, "connection %s %s", http_door_name(door), tls ? "tls" : "clear");
    tell(context, text, fd);
    close(fd);
}

void successor_leave(Successor *successor)
{
    if (successor_takes_over(successor)) {
        stop_watching(successor);
        return;
    }
    if (successor->state != SUCCESSOR_NONE)
        starter_kill(successor->starter);
    give_up(successor);
}

/* ---- when the server has stopped ---- */

/* It has ended since, and what it has said last is all that is left of it. */
static bool is_gone(int channel)
{
    char byte;
    return recv(channel, &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void on_answer(uv_poll_t *poll, int status, int events)
{
    struct SuccessorWait *wait = poll->data;
    char message[HANDOVER_MESSAGE_MAX];
    int fd;
    (void)status, (void)events;
    bool is_there = handover_receive(wait->successor->channel, message, &fd);
    if (fd >= 0)
        close(fd);
    if (!is_there)
        wait->result = WAIT_FAILED;
    else if (strcmp(message, "ready") == 0)
        wait->result = is_gone(wait->successor->channel) ? WAIT_FAILED : WAIT_READY;
}

static void on_too_late(uv_timer_t *timer)
{
    struct SuccessorWait *wait = timer->data;
    wait->result = WAIT_FAILED;
}

static void on_alive(uv_timer_t *timer)
{
    const struct SuccessorWait *wait = timer->data;
    supervisor_alive(wait->supervisor, "a new castled takes over");
}

/* Everything is on disk, so the successor may be ended at any moment. */
static void on_signal(uv_signal_t *handle, int number)
{
    struct SuccessorWait *wait = handle->data;
    if (number == SIGTERM || number == SIGINT)
        wait->result = WAIT_STOPPED;
}

void successor_begin(Successor *successor)
{
    static const int SIGNALS[WAIT_SIGNALS] = {SIGTERM, SIGINT, SIGHUP, SIGUSR2};
    struct SuccessorWait *wait = successor->wait = memory_new(sizeof *wait);
    wait->successor = successor;
    successor->state = SUCCESSOR_TAKING_OVER;
    successor->begun = uv_hrtime();
    uv_loop_init(&wait->loop);
    for (size_t i = 0; i < WAIT_SIGNALS; i++) {
        uv_signal_init(&wait->loop, &wait->signals[i]);
        wait->signals[i].data = wait;
        uv_signal_start(&wait->signals[i], on_signal, SIGNALS[i]);
    }
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    uv_close(handle, NULL);
}

static WaitResult wait_for(Successor *successor, Supervisor *supervisor)
{
    struct SuccessorWait *wait = successor->wait;
    wait->supervisor = supervisor;
    uv_timer_init(&wait->loop, &wait->late);
    uv_timer_init(&wait->loop, &wait->alive);
    wait->poll.data = wait->late.data = wait->alive.data = wait;
    listen_to(successor, &wait->loop, &wait->poll, on_answer);
    uv_timer_start(&wait->late, on_too_late, SUCCESSOR_READY_MAX, 0);
    if (supervisor->interval > 0)
        uv_timer_start(&wait->alive, on_alive, 0, supervisor->interval / 2);
    if (!tell(successor, "released", -1))
        wait->result = WAIT_FAILED;
    while (wait->result == WAIT_GOES_ON)
        uv_run(&wait->loop, UV_RUN_ONCE);
    WaitResult result = wait->result;
    uv_walk(&wait->loop, close_handle, NULL);
    uv_run(&wait->loop, UV_RUN_DEFAULT);
    uv_loop_close(&wait->loop);
    free(wait);
    successor->wait = NULL;
    return result;
}

/* The lock on the database goes when the process has ended, and no sooner. */
static void end_it(const Successor *successor)
{
    int process =
        (int)syscall(SYS_pidfd_open, successor->pid, 0); /* -1 when it has ended already */
    struct pollfd look = {.fd = process, .events = POLLIN};
    starter_kill(successor->starter);
    if (process >= 0) {
        poll(&look, 1, SUCCESSOR_END_MAX);
        close(process);
    }
}

/* This program takes over from itself: all that it would be told is on its way already. */
static int start_again(Successor *successor)
{
    int pair[2];
    char text[64];
    bool is_told = make_channel(pair) && tell_doors(successor, pair[0]) &&
                   handover_send(pair[0], "released", -1) && handover_send(pair[0], "go", -1);
    if (is_told) {
        snprintf(text, sizeof text, "%d,%d", pair[1], successor->starter->channel);
        fcntl(pair[1], F_SETFD, 0);
        fcntl(successor->starter->channel, F_SETFD, 0);
        environ = (char **)(size_t)successor->environment;
        supervisor_forget_sockets();
        setenv(HANDOVER_VARIABLE, text, 1);
        execv("/proc/self/exe", successor->argv);
    }
    log_warning("this castled cannot start again: %s", strerror(errno));
    return EXIT_FAILURE;
}

int successor_finish(Successor *successor, Supervisor *supervisor)
{
    switch (wait_for(successor, supervisor)) {
    case WAIT_READY:
        supervisor_hand_over(supervisor, successor->pid);
        starter_replace(successor->starter);
        handover_send(successor->channel, "go", -1);
        log_info("castled %s, process %ld, has taken over after %.0f ms", successor->version,
                 (long)successor->pid, (double)(uv_hrtime() - successor->begun) / 1e6);
        return EXIT_SUCCESS;
    case WAIT_STOPPED: starter_kill(successor->starter); return EXIT_SUCCESS;
    case WAIT_FAILED:
    case WAIT_GOES_ON: break;
    }
    end_it(successor);
    log_warning("the new castled, process %ld, could not go on with the database; the old one "
                "starts again",
                (long)successor->pid);
    return start_again(successor);
}
