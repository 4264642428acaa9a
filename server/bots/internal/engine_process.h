/* engine_process.h - a UCI program as a child process: lines in, lines out, and its end.
 *
 * It knows no chess. Any program is safe: long lines are cut, a flood is reported, and lines that it does not read
 * cost bounded memory. All on the loop's thread. */
#pragma once

#include "engine_sandbox.h"

#include <uv.h>

typedef struct EngineProcess EngineProcess;

enum {
    ENGINE_LINE_MAX = 4096,  /* longer lines are cut: the moves at the end of an info may be many */
    ENGINE_FLOOD = 16 << 20, /* bytes that it may send between two requests */
    ENGINE_UNREAD = 1 << 20, /* bytes that it may leave unread */
};

typedef struct {
    uv_loop_t *loop;
    const char *path;             /* outlives it */
    const EngineSandbox *sandbox; /* likewise */
    void *context;
    void (*said)(void *context, const char *line, size_t length);
    /* It sends too much output: it should be ended. */
    void (*flooded)(void *context);
    /* It is gone and freed, whether it was ended or has exited. */
    void (*ended)(void *context);
} EngineProcessOptions;

/* NULL when it cannot be started, and *problem says why; then 'ended' is not called. */
EngineProcess *engine_process_start(const EngineProcessOptions *options, const char **problem);
/* Sends a line, given without its line end; copied. The line is lost when too much is still unread:
 * then there will be no answer. */
void engine_process_tell(EngineProcess *process, const char *line, size_t length);
/* Ends it at once, whatever it is doing; 'ended' follows. Nothing more that it sends is passed
 * on. */
void engine_process_end(EngineProcess *process);
