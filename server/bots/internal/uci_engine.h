/* uci_engine.h - one external engine: started, asked, watched over, started again.
 *
 * It has one process that thinks about one game at a time, the most urgent first. A process that hangs, dies, floods
 * or plays an illegal move is ended and started again, and the question is asked again, ENGINE_TRIES times; then
 * 'trouble' answers it. All on the loop's thread. */
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
    unsigned hash, threads;       /* MiB and threads that it is told to use */
    EngineWaits waits;
    void *context;
    void (*answer)(void *context, const SearchAnswer *answer);
    /* As in EnginesOptions. */
    void (*trouble)(void *context, const GameId *game, const char *words, bool over);
} UciEngineOptions;

/* Starts it. */
UciEngine *uci_engine_open(const UciEngineOptions *options);
/* No answer comes any more. Run the loop until its handles are closed, then free. */
void uci_engine_close(UciEngine *engine);
void uci_engine_free(UciEngine *engine);

const EngineAbout *uci_engine_about(const UciEngine *engine);
/* Copies the line. */
void uci_engine_ask(UciEngine *engine, const Search *search, const Line *line);
/* Nobody waits for an answer about this game any more. */
void uci_engine_forget(UciEngine *engine, const GameId *game);
