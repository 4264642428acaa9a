/* uci_engine.h - one external engine: starts, asks, supervises and restarts it.
 *
 * It has one process that thinks about one game at a time, the most urgent first. A process that hangs, dies, floods
 * or plays an illegal move is killed and restarted, and asked again, ENGINE_TRIES times; after that 'trouble' is the
 * answer. Everything happens on the loop's thread. */
#pragma once

#include "engine_about.h"
#include "engine_sandbox.h"
#include "search_request.h"

#include <uv.h>

typedef struct UciEngine UciEngine;

typedef struct {
    uv_loop_t *loop;
    const char *name;             /* at most ENGINE_CALLED_MAX bytes; copied */
    const char *path;             /* outlives it */
    const EngineSandbox *sandbox; /* likewise */
    unsigned hash, threads;       /* MiB and threads that it may use */
    EngineWaits waits;
    void *context;
    void (*answer)(void *context, const SearchAnswer *answer);
    /* As in EnginesOptions. */
    void (*trouble)(void *context, const GameId *game, const char *words, bool over);
} UciEngineOptions;

/* Starts it. */
UciEngine *uci_engine_open(const UciEngineOptions *options);
/* No more answers come. Run the loop until its handles are closed, then free. */
void uci_engine_close(UciEngine *engine);
void uci_engine_free(UciEngine *engine);

const EngineAbout *uci_engine_about(const UciEngine *engine);
/* Copies the line. */
void uci_engine_ask(UciEngine *engine, const Search *search, const Line *line);
/* Answers about this game are no longer wanted. */
void uci_engine_forget(UciEngine *engine, const GameId *game);
