/* fuzz_loop.h - stands in for libuv in the fuzzers of a whole server: loop, threads, asyncs, timers and clocks.
 *
 * A thread is a stack of its own that runs until it waits, and only one runs at a time: the store's threads are the real ones, always in
 * the same order, and nobody waits for a processor. uv_run goes on until nothing is left to do at this time; the time passes only
 * when it is said. tests/sim/threads.h does the same for simulated worlds, where chance decides on order and time. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* uv_now and wall_clock show a time that stands still between two calls. */
void fuzz_clock_begin(void);
void fuzz_clock_pass(int64_t ms);

/* How many callbacks and threads uv_run has run so far. */
size_t fuzz_loop_steps(void);
