/* trace.h - every WebSocket frame that comes in or goes out, one line each, to find out what a client was told.
 *
 *   2026-11-22T09:31:05.123Z session 17 > Ab12Cd34 {"t":"move","game":"Ab12Cd34","ply":0,"uci":"e2e4"}
 *
 * > is to the server and < to the client; then comes the game that the frame names, or -. Values of members that may be
 * secret (tokens, passwords) are replaced by "***", and control characters by '?'. A line is written at once, on the
 * thread that calls, so a slow disk makes the server slow: this is for looking for a fault. trace_close frees it. */
#pragma once

#include "session.h"

#include <stddef.h>

typedef struct Trace Trace;

enum {
    TRACE_FRAME_MAX = 8192, /* bytes of a frame that are shown; the rest is counted */
    TRACE_GAME_LENGTH = 8,
};

typedef enum { TRACE_IN, TRACE_OUT } TraceWay;

/* Appends to the file, which only its owner may read; "-" is stderr. NULL when it cannot be opened, errno says why. */
Trace *trace_open(const char *path);
void trace_close(Trace *trace); /* NULL is none */

void trace_opened(Trace *trace, SessionId session, const char *id, const char *name,
                  const char *address);
void trace_frame(Trace *trace, SessionId session, TraceWay way, const char *text, size_t length);
void trace_closed(Trace *trace, SessionId session);

/* ---- what a line is made of; pure ---- */

typedef struct {
    char text[TRACE_FRAME_MAX + 64]; /* NUL behind it */
    char game[TRACE_GAME_LENGTH + 1];
} TraceFrame;

/* The frame without its secrets, whatever bytes it is. */
void trace_mask(const char *text, size_t length, TraceFrame *frame);
