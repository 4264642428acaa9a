/* world.h - simulated time, and what will happen in it: one thread, one heap of instants, one seed.
 *
 * There is one world at a time, since the functions that stand in for libuv's and SQLite's file system are not given
 * one. Times are in microseconds since the world began. */
#pragma once

#include "random.h"

#include <stddef.h>

enum { SECOND = 1000 * 1000 };

/* What happens at an instant. 'number' is for the receiver, which can tell by it what has been superseded. */
typedef void (*WorldAct)(void *context, uint64_t number);

void world_begin(uint64_t seed);
/* Forgets everything that was still to happen. */
void world_end(void);

int64_t world_now(void);
/* The receiver must still be alive then, or notice that the call comes too late. */
void world_at(int64_t at, WorldAct act, void *context, uint64_t number);
/* Goes on to the next instant at which something happens, and does it; false when there is none. */
bool world_step(void);
/* The same, for events of that kind and those contexts alone: the others wait, as while a thread is joined. */
bool world_step_of(WorldAct act, bool (*is_wanted)(const void *context, const void *of),
                   const void *of);
/* Back to an instant after world_step_of: what a dying process did took no time for the others. */
void world_rewind(int64_t now);
uint64_t world_steps(void);
/* Of what has happened so far, and when. */
uint64_t world_hash(void);

/* The wall clock, ms since 1970. It may be set, in both directions. */
int64_t world_wall(void);
void world_set_wall(int64_t by);
/* The server's random numbers. */
Random *world_chance(void);

/* ---- failures ---- */

/* Ends the run: the first failure is kept. */
void world_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define must(holds, ...) ((holds) ? (void)0 : world_fail(__VA_ARGS__))
/* NULL while everything holds. */
const char *world_failure(void);

/* Logs a line of what happens on stderr, if that is wanted. */
void world_set_trace(bool wanted);
bool world_is_traced(void);
void world_trace(const char *format, ...) __attribute__((format(printf, 1, 2)));
