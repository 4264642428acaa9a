/* watchdog.h - a thread that ends the process when the event loop hangs, so that its supervisor
 * (systemd, a container's restart policy) starts it again. Nothing is lost: nobody is told what is
 * not durable.
 *
 * The loop is alive if it has made a turn, or has slept, since the last tick. The thread counts its
 * own ticks, not the time: a process that was stopped, or whose machine was suspended, has missed
 * one tick at most. Nor does time count in which the loop's thread waited for a processor (schedstats in the kernel's
 * documentation): on a machine that has too much to do it is slow, and does not hang. When the loop has slept for WATCHDOG_QUIET ticks without a turn the thread sleeps, too, until something comes to
 * one of the loop's sockets or a timer is due; so an idle server does not wake up. It never wakes the loop. Loading and closing may take as long as they like:
 * only a running loop is watched, and not while it is told not to look. */
#pragma once

#include <stdbool.h>
#include <uv.h>

typedef struct Watchdog Watchdog;

enum {
    WATCHDOG_TICKS = 10,                 /* without a turn; each is so large a part of the limit */
    WATCHDOG_QUIET = 6 * WATCHDOG_TICKS, /* ticks in which the loop only sleeps */
    WATCHDOG_STATUS = 70 /* the process's, when it is ended so: EX_SOFTWARE of sysexits.h */
};

/* To be called by the loop's thread. 'limit' in ms, at least WATCHDOG_TICKS. With 'core' the process ends by abort(), which leaves a
 * core file where the system allows one; without, by _exit(WATCHDOG_STATUS). NULL when no thread
 * can be started. */
Watchdog *watchdog_start(uv_loop_t *loop, unsigned limit, bool core);
/* From true to false the loop may take as long as it likes. NULL is allowed. */
void watchdog_look_away(Watchdog *watchdog, bool looks_away);
/* Stops watching at once; freed when the loop has run once more. NULL is allowed. */
void watchdog_stop(Watchdog *watchdog);
