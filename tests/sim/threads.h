/* threads.h - stands in for the part of libuv that the server's parts use: threads, mutexes, conditions, asyncs, clocks.
 *
 * A thread is a stack of its own that runs until it waits; only one runs at a time, and the seed decides when the next
 * one does. So the store's threads are the real ones, in an order that can be repeated. */
#pragma once

#include "world.h"

#include <uv.h>

/* How long a thread waits for a processor, in microseconds; sometimes a hundred times as long. */
typedef struct {
    int64_t wake;
    uint64_t late_once_in;
} ThreadsPace;

/* 'woken' is called when a thread has something for the loop. */
void threads_begin(uint64_t seed, const ThreadsPace *pace, void (*woken)(void *context),
                   void *context);
/* All of them have been joined. */
void threads_end(void);

/* Updates the loop's clock, which shows the same until the next call (uv_now). */
void threads_turn(void);
/* Calls the callbacks of asyncs and closed handles. */
void threads_tell_loop(void);

/* True on one of the threads. */
bool threads_is_thread(void);
/* The calling thread waits for that long; code on no thread goes on at once. */
void threads_sleep(int64_t time);
