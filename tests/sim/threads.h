/* threads.h - stands in for the part of libuv that the server's parts use: threads, mutexes, conditions, asyncs, timers, clocks.
 *
 * A thread is a stack of its own that runs until it waits; only one runs at a time, and the seed decides when the next
 * one does. There may be several processes, each with a loop; they go by the same clock. So the store's threads are the real ones, in an order that can be repeated. */
#pragma once

#include "world.h"

#include <uv.h>

/* How long a thread waits for a processor, in microseconds; sometimes a hundred times as long. */
typedef struct {
    int64_t wake;
    uint64_t late_once_in;
} ThreadsPace;

/* 'woken' is called when a thread or a timer has something for that loop. */
void threads_begin(uint64_t seed, const ThreadsPace *pace, void (*woken)(uv_loop_t *loop));
/* All of them have been joined. */
void threads_end(void);

/* Updates the loop's clock, which shows the same until the next call (uv_now). */
void threads_turn(void);
/* Calls the callbacks of asyncs, timers and closed handles. */
void threads_tell_loop(uv_loop_t *loop);
/* Threads that are made from now on belong to the process of that loop. */
void threads_enter(uv_loop_t *loop);
/* The threads of that process stand still until then. */
void threads_suspend(const uv_loop_t *loop, int64_t until);

/* True on one of the threads. */
bool threads_is_thread(void);
/* The calling thread waits for that long; code on no thread goes on at once. */
void threads_sleep(int64_t time);
