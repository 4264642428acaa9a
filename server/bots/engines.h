/* engines.h - the external UCI engines that people can play: starts, asks, supervises and restarts them.
 *
 * Each is one process that thinks about one game at a time, the most urgent first, within its limits of memory and
 * threads. One that hangs, dies, floods or plays an illegal move is killed and restarted, and asked again, a few
 * times; after that 'trouble' is the answer. Everything happens on the loop's thread. */
#pragma once

#include "engine_about.h"
#include "engine_sandbox.h"
#include "search_request.h"

#include <uv.h>

enum {
    ENGINES_MAX = 8,
    ENGINE_HASH = 16,     /* MiB, unless told */
    ENGINE_MEMORY = 2048, /* MiB of address space, unless told; and its hash table, ... */
    ENGINE_THREAD_MEMORY =
        128, /* ... and this for each thread: a stack, and what malloc sets aside */
};

typedef struct Engines Engines;

typedef struct {
    char name[ENGINE_CALLED_MAX + 1];
    const char *path; /* outlives the engines */
} EngineProgram;

typedef struct {
    uv_loop_t *loop;
    const EngineProgram *programs;
    size_t count;
    unsigned hash, threads; /* MiB and threads for each: 0: ENGINE_HASH, 1 */
    EngineWaits waits;
    EngineSandbox sandbox; /* 'memory' without the table and the threads */
    void *context;
    void (*answer)(void *context, const SearchAnswer *answer);
    /* Something is wrong: 'words' tell the game's players what. 'over': there will be no answer. */
    void (*trouble)(void *context, const GameId *game, const char *words, bool over);
} EnginesOptions;

Engines *engines_open(const EnginesOptions *options);
/* Ends all programs; no more answers come. Run the loop until its handles are closed, then free. */
void engines_close(Engines *engines);
void engines_free(Engines *engines);

size_t engines_count(const Engines *engines);
const EngineAbout *engines_about(const Engines *engines, size_t number);
/* -1 when there is none with that name. */
int engines_find(const Engines *engines, const char *name);

/* As searchers_ask; 'rating' is in the engine's own range, or for one that is 'skilled' a step of its skill, counted
 * from 1, or 0 for full strength. 'by' is when the answer is wanted at the latest. */
void engines_ask(Engines *engines, int number, const Search *search, const Line *line);
void engines_forget(Engines *engines, const GameId *game);
