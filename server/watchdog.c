#include "watchdog.h"

#include "memory.h"
#include "thread_name.h"

#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { NS_PER_MS = 1000000, NS_PER_S = 1000000000, MESSAGE_MAX = 160, PROC_TEXT_SIZE = 512 };

struct Watchdog {
    uv_loop_t *loop;
    unsigned limit; /* ms */
    bool core;
    uv_prepare_t prepare;
    uv_idle_t once_more;
    int open_handles;
    atomic_ulong turns;
    atomic_bool looks_away;
    _Atomic int64_t
        wakes_at; /* uv_hrtime in ms: the loop sleeps until then at most; -1: it has no timer */
    uv_thread_t thread;
    int stop; /* an eventfd, which is readable when the thread is to end */
    /* Files of /proc about the loop's thread; -1 where the kernel has none. */
    int schedstat, stat;
};

/* How the loop's thread has got on with the kernel's scheduler; ns. */
typedef struct {
    int64_t ran, waited; /* for a processor, in all */
    int64_t waiting;     /* and in a wait that is not over, which is not yet in 'waited' */
} Scheduled;

/* Not by stdio: the thread that hangs may hold its lock. */
static _Noreturn void end_process(const Watchdog *watchdog)
{
    char text[MESSAGE_MAX];
    int length = snprintf(text, sizeof text,
                          "castled: the event loop has been stuck for %g s; exiting, so that "
                          "the server can be restarted\n",
                          watchdog->limit / 1000.0);
    ssize_t written = write(STDERR_FILENO, text, (size_t)length);
    (void)written; /* there is nobody left to tell */
    if (watchdog->core)
        abort();
    _exit(WATCHDOG_STATUS);
}

/* Until something happens to the file (-1: none), the time is over (-1: never), or the thread is to end: then false. */
static bool sleep_for(const Watchdog *watchdog, int file, int64_t ns)
{
    struct pollfd files[] = {{.fd = watchdog->stop, .events = POLLIN},
                             {.fd = file, .events = POLLIN}};
    struct timespec time = {.tv_sec = (time_t)(ns / NS_PER_S), .tv_nsec = (long)(ns % NS_PER_S)};
    ppoll(files, 2, ns < 0 ? NULL : &time, NULL);
    return !(files[0].revents & POLLIN);
}

/* Nothing happens, and the loop sleeps: until its next timer is due, or something comes to one of its sockets; not at all
 * while it is not known when that timer is due. What has woken the loop may be gone before this thread looks; then a hang is
 * noticed when the next thing comes. */
static bool sleep_with_loop(const Watchdog *watchdog)
{
    int64_t wakes_at = atomic_load_explicit(&watchdog->wakes_at, memory_order_relaxed);
    int64_t now = (int64_t)(uv_hrtime() / NS_PER_MS);
    int64_t left = wakes_at > now ? wakes_at - now : 0;
    return sleep_for(watchdog, uv_backend_fd(watchdog->loop), wakes_at < 0 ? -1 : left * NS_PER_MS);
}

/* False when there is nothing to read. */
static bool read_proc(int file, char text[PROC_TEXT_SIZE])
{
    ssize_t length = file < 0 ? -1 : pread(file, text, PROC_TEXT_SIZE - 1, 0);
    if (length <= 0)
        return false;
    text[length] = '\0';
    return true;
}

/* Runs, or would like to. The state follows the thread's name, which may have any bytes, in parentheses. */
static bool is_runnable(const Watchdog *watchdog)
{
    char text[PROC_TEXT_SIZE];
    const char *name_end = read_proc(watchdog->stat, text) ? strrchr(text, ')') : NULL;
    return name_end && strncmp(name_end, ") R", 3) == 0;
}

/* Called once a tick. The kernel adds a wait when it is over; before that, a thread that is runnable and has not run is one that
 * waits. */
static void look_at_schedule(const Watchdog *watchdog, int64_t tick, Scheduled *scheduled)
{
    char text[PROC_TEXT_SIZE];
    int64_t ran, waited;
    if (!read_proc(watchdog->schedstat, text) ||
        sscanf(text, "%" SCNd64 " %" SCNd64, &ran, &waited) != 2)
        return;
    bool has_moved = ran != scheduled->ran || waited != scheduled->waited;
    scheduled->waiting = has_moved || !is_runnable(watchdog) ? 0 : scheduled->waiting + tick;
    scheduled->ran = ran;
    scheduled->waited = waited;
}

static void watch(void *argument)
{
    Watchdog *watchdog = argument;
    const int64_t limit = (int64_t)watchdog->limit * NS_PER_MS, tick = limit / WATCHDOG_TICKS;
    unsigned long turns = 0;
    uint64_t idle = 0;
    Scheduled scheduled = {0};
    int64_t waited = 0;        /* until it was last seen alive */
    int silent = 0, quiet = 0; /* ticks */
    thread_name_set("watchdog");
    while (sleep_for(watchdog, -1, tick)) {
        unsigned long turns_now = atomic_load_explicit(&watchdog->turns, memory_order_relaxed);
        uint64_t idle_now = uv_metrics_idle_time(watchdog->loop);
        bool has_turned = turns_now != turns, has_slept = idle_now != idle;
        bool looks_away = atomic_load_explicit(&watchdog->looks_away, memory_order_relaxed);
        look_at_schedule(watchdog, tick, &scheduled);
        silent = has_turned || has_slept || looks_away ? 0 : silent + 1;
        if (silent == 0)
            waited = scheduled.waited;
        quiet = has_slept && !has_turned ? quiet + 1 : 0;
        turns = turns_now;
        idle = idle_now;
        if (silent * tick - (scheduled.waited - waited) - scheduled.waiting >=
            WATCHDOG_TICKS * tick)
            end_process(watchdog);
        if (quiet == WATCHDOG_QUIET) {
            quiet = 0;
            if (!sleep_with_loop(watchdog))
                break;
        }
    }
}

static void on_once_more(uv_idle_t *idle)
{
    uv_idle_stop(idle);
}

/* While libuv has new sockets to add, the timeout is 0 although the loop then sleeps: one more turn, and it is known. */
static void on_prepare(uv_prepare_t *prepare)
{
    Watchdog *watchdog = prepare->data;
    int timeout = uv_backend_timeout(prepare->loop);
    int64_t now = (int64_t)(uv_hrtime() / NS_PER_MS);
    atomic_fetch_add_explicit(&watchdog->turns, 1, memory_order_relaxed);
    atomic_store_explicit(&watchdog->wakes_at, timeout < 0 ? -1 : now + timeout,
                          memory_order_relaxed);
    if (timeout == 0)
        uv_idle_start(&watchdog->once_more, on_once_more);
}

static void close_file(int file)
{
    if (file >= 0)
        close(file);
}

static void on_closed(uv_handle_t *handle)
{
    Watchdog *watchdog = handle->data;
    if (--watchdog->open_handles > 0)
        return;
    close(watchdog->stop);
    close_file(watchdog->schedstat);
    close_file(watchdog->stat);
    free(watchdog);
}

static void close_handles(Watchdog *watchdog)
{
    uv_close((uv_handle_t *)&watchdog->prepare, on_closed);
    uv_close((uv_handle_t *)&watchdog->once_more, on_closed);
}

Watchdog *watchdog_start(uv_loop_t *loop, unsigned limit, bool core)
{
    assert(limit >= WATCHDOG_TICKS);
    Watchdog *watchdog = memory_new(sizeof *watchdog);
    watchdog->loop = loop;
    watchdog->limit = limit;
    watchdog->core = core;
    uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
    watchdog->stop = eventfd(0, EFD_CLOEXEC);
    if (watchdog->stop < 0) {
        free(watchdog);
        return NULL;
    }
    watchdog->schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    watchdog->stat = open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC);
    uv_prepare_init(loop, &watchdog->prepare);
    uv_idle_init(loop, &watchdog->once_more);
    watchdog->open_handles = 2;
    watchdog->prepare.data = watchdog->once_more.data = watchdog;
    uv_prepare_start(&watchdog->prepare, on_prepare);
    uv_unref((uv_handle_t *)&watchdog->prepare); /* they do not keep the loop running */
    uv_unref((uv_handle_t *)&watchdog->once_more);
    if (uv_thread_create(&watchdog->thread, watch, watchdog) == 0)
        return watchdog;
    close_handles(watchdog);
    return NULL;
}

void watchdog_look_away(Watchdog *watchdog, bool looks_away)
{
    if (watchdog)
        atomic_store_explicit(&watchdog->looks_away, looks_away, memory_order_relaxed);
}

void watchdog_stop(Watchdog *watchdog)
{
    if (!watchdog)
        return;
    eventfd_write(watchdog->stop, 1);
    uv_thread_join(&watchdog->thread);
    close_handles(watchdog);
}
