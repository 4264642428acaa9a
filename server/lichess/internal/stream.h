/* stream.h - an answer without end, of JSON lines or of games in PGN, as the clients of Lichess need it: chunked, a chunk as soon as
 * there is a line, and an empty line whenever nothing was said for STREAM_IDLE, or STREAM_PGN_IDLE.
 *
 * A reader who does not read is cut off; they come back and are told all that counts. Streams count by address
 * (BOUND_STREAMS), by token (BOUND_TOKEN_STREAMS) and all together (BOUND_ALL_STREAMS). */
#pragma once

#include "call.h"
#include "lichess_state.h"

enum {
    STREAM_IDLE = 6000, /* ms; BotLi hangs up after 9 s without a byte, lichess-bot after 15 */
    STREAM_PGN_IDLE =
        30000, /* ms; berserk takes each empty line for a game without a word, and proxies wait for a minute */
    STREAM_BACKLOG_MAX = 64 * 1024,        /* bytes that wait for the socket */
    STREAM_PIECE = STREAM_BACKLOG_MAX / 4, /* of a long list; the rest waits until it is out */
    STREAM_RETRY = 10,                     /* s; when somebody who has too many may try again */
};

/* All that was written has gone out; not called while the stream is being opened. */
typedef void (*StreamReady)(void *owner);
/* Its reader is gone, and so is the stream. */
typedef void (*StreamGone)(void *owner);

/* Whose a stream is. As long as it is open its owner lives: whoever frees the owner ends the stream first. */
typedef struct {
    void *owner;
    Stream **place;    /* where the owner keeps it: NULL again when it is over, in whichever way */
    Stream **all;      /* the list of all streams of somebody who ends them together, or NULL */
    StreamReady ready; /* or NULL */
    StreamGone gone;
} StreamUse;

/* The answer to the call. One that is open at that place already ends first. False when whoever asked is gone already, or
 * after 429, when they have too many. */
bool stream_open(Lichess *lichess, const Call *call, const StreamUse *use);
/* The same, of games in PGN. */
bool stream_open_pgn(Lichess *lichess, const Call *call, const StreamUse *use);
/* One line, which is empty afterwards. The stream may be gone then. */
void stream_tell(Stream *stream, Text *line);
/* What is to be told as it is. The stream may be gone then. */
void stream_write(Stream *stream, Text *text);
/* STREAM_PIECE or more has not gone out yet: what can wait should wait for 'ready'. */
bool stream_is_full(const Stream *stream);
/* net_stream_silence of its reader. */
int64_t stream_silence(const Stream *stream);
/* For how many ms it has been open. */
int64_t stream_age(const Stream *stream);
/* The next one in 'all'. */
const Stream *stream_next(const Stream *stream);
/* Ends it and frees it; 'gone' is not called. NULL is none. */
void stream_end(Stream *stream);
/* The same, so that its reader notices that it is not whole. */
void stream_cut(Stream *stream);
/* Ends those of whoever is banned, and tells their owners that the readers are gone; how many. */
size_t streams_ban(Lichess *lichess, const CoreBan *ban);
/* Frees it when the server ends. */
void stream_free(Stream *stream);
