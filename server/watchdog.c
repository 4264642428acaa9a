#include "watchdog.h"

#include "memory.h"

#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { NS_PER_MS = 1000000, MESSAGE_MAX = 160 };

struct Watchdog {
    uv_loop_t *loop;
    unsigned limit; /* ms */
    bool core;
    uv_prepare_t prepare;
    atomic_ulong turns;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t changed;
    bool stopping; /* under the lock */
};

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
    if (watchdog->core) {
        signal(SIGABRT, SIG_DFL);
        abort();
    }
    _exit(WATCHDOG_STATUS);
}

/* Sleeps for a tick, however long that takes; false when it is to stop. */
static bool sleep_tick(Watchdog *watchdog)
{
    uint64_t tick = (uint64_t)watchdog->limit * NS_PER_MS / WATCHDOG_TICKS;
    bool stopping, is_over = false;
    uv_mutex_lock(&watchdog->lock);
    while (!watchdog->stopping && !is_over)
        is_over = uv_cond_timedwait(&watchdog->changed, &watchdog->lock, tick) == UV_ETIMEDOUT;
    stopping = watchdog->stopping;
    uv_mutex_unlock(&watchdog->lock);
    return !stopping;
}

static void watch(void *argument)
{
    Watchdog *watchdog = argument;
    unsigned long turns = 0;
    uint64_t idle = 0;
    int silent = 0; /* ticks */
    while (sleep_tick(watchdog)) {
        unsigned long turns_now = atomic_load_explicit(&watchdog->turns, memory_order_relaxed);
        uint64_t idle_now = uv_metrics_idle_time(watchdog->loop);
        silent = turns_now == turns && idle_now == idle ? silent + 1 : 0;
        turns = turns_now;
        idle = idle_now;
        if (silent == WATCHDOG_TICKS)
            end_process(watchdog);
    }
}

static void on_prepare(uv_prepare_t *prepare)
{
    Watchdog *watchdog = prepare->data;
    atomic_fetch_add_explicit(&watchdog->turns, 1, memory_order_relaxed);
}

static void on_closed(uv_handle_t *handle)
{
    Watchdog *watchdog = handle->data;
    uv_cond_destroy(&watchdog->changed);
    uv_mutex_destroy(&watchdog->lock);
    free(watchdog);
}

Watchdog *watchdog_start(uv_loop_t *loop, unsigned limit, bool core)
{
    assert(limit >= WATCHDOG_TICKS);
    Watchdog *watchdog = memory_new(sizeof *watchdog);
    watchdog->loop = loop;
    watchdog->limit = limit;
    watchdog->core = core;
    uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
    uv_mutex_init(&watchdog->lock);
    uv_cond_init(&watchdog->changed);
    uv_prepare_init(loop, &watchdog->prepare);
    watchdog->prepare.data = watchdog;
    uv_prepare_start(&watchdog->prepare, on_prepare);
    uv_unref((uv_handle_t *)&watchdog->prepare); /* it does not keep the loop running */
    if (uv_thread_create(&watchdog->thread, watch, watchdog) == 0)
        return watchdog;
    uv_close((uv_handle_t *)&watchdog->prepare, on_closed);
    return NULL;
}

void watchdog_stop(Watchdog *watchdog)
{
    if (!watchdog)
        return;
    uv_mutex_lock(&watchdog->lock);
    watchdog->stopping = true;
    uv_cond_signal(&watchdog->changed);
    uv_mutex_unlock(&watchdog->lock);
    uv_thread_join(&watchdog->thread);
    uv_close((uv_handle_t *)&watchdog->prepare, on_closed);
}
