/* watchdog.h - a thread that ends the process when the event loop hangs, so that whoever supervises it (systemd,
 * a container's restart policy) starts it again. Nothing is lost by that: nobody is told what is not durable.
 *
 * The loop is alive when it has made a turn, or has slept, since the last look. The thread counts its own ticks, not
 * the time: a process that was stopped, or whose machine was suspended, has missed one tick at the most. It does
 * not wake the loop. Watch only while the loop runs: loading and closing may take as long as they like. */
#pragma once

#include <stdbool.h>
#include <uv.h>

typedef struct Watchdog Watchdog;

enum {
    WATCHDOG_TICKS = 10, /* without a turn; each is so large a part of the limit */
    WATCHDOG_STATUS = 70 /* the process's, when it is ended so: EX_SOFTWARE of sysexits.h */
};

/* 'limit' in ms, at least one for each tick. 'core': by abort(), which leaves a core file where the system allows
 * one; otherwise by _exit(WATCHDOG_STATUS). NULL when no thread can be started. On the loop's thread. */
Watchdog *watchdog_start(uv_loop_t *loop, unsigned limit, bool core);
/* Watches no longer when it returns. Freed when the loop has run once more. NULL is left alone. */
void watchdog_stop(Watchdog *watchdog);
