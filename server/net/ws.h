/* ws.h - the sockets: HTTP requests and WebSockets of castled.v1, on the server's own libuv loop.
 *
 * It accepts connections, reads requests and frames, hands them up, writes what Sessions give it, and knows nothing
 * of games. How bytes travel is in README.md. Callbacks come on the loop's thread and may call anything here but
 * ws_open, ws_close and ws_free. */
#pragma once

#include "client.h"
#include "http.h"
#include "rate_limit.h"
#include "session.h"

#include <uv.h>

typedef struct Ws Ws;

/* An HTTP request that waits for its answer; never used twice. */
typedef uint64_t ExchangeId;

enum {
    WS_FRAME_MAX = 4096,
    WS_LINE_MAX = 512,
    WS_DOORS_MAX = 3,
};

/* Who knocks: headers, and what limits count the client by (address_key). */
typedef struct {
    AuthHeaders headers;
    const char *address;
} WsCaller;

/* Who is let in. The 101 answer has these Set-Cookie headers. */
typedef struct {
    Person person;
    char cookie[AUTH_SET_COOKIE_MAX]; /* or "" */
    const char *old_cookie;           /* a constant text, or NULL */
    char credential[TOKEN_MAX + 1];   /* by what they came in, as whoever admitted them calls it */
} WsArrival;

typedef struct {
    void *context;
    /* 0: let in, as *arrival says. Otherwise the HTTP status to refuse with. */
    int (*admit)(void *context, const WsCaller *caller, WsArrival *arrival);
    void (*opened)(void *context, SessionId session, const WsArrival *arrival, const char *address);
    /* A whole text message of at most WS_FRAME_MAX bytes, valid UTF-8, no NUL behind it. */
    void (*received)(void *context, SessionId session, const char *text, size_t length);
    void (*closed)(void *context, SessionId session);
    /* A message has been handed to the socket. NULL: not told. */
    void (*sent)(void *context, SessionId session, const char *text, size_t length);
    /* How long a body the request may have, whose body is still to come. */
    size_t (*body_max)(void *context, const HttpRequest *request);
    /* True: answered in *answer (lent until the next call). False: ws_answer was called or comes later.
     * What the request points to is lent for the call. Not asked of what comes to DOOR_REDIRECT. */
    bool (*request)(void *context, ExchangeId exchange, const HttpRequest *request,
                    HttpAnswer *answer);
} WsHooks;

/* A port to listen on. */
typedef struct {
    HttpDoor door;
    const char *host; /* an address of this machine, or its name */
    int port;         /* 0: any that is free */
    bool tls;
} WsDoor;

typedef struct {
    uv_loop_t *loop;
    WsDoor doors[WS_DOORS_MAX]; /* the public one first */
    size_t door_count;
    const char *tls_certificate, *tls_key; /* files in PEM, for the doors with 'tls'; or NULL */
    size_t connections_max;
    const ClientRules *client; /* lent for as long as it is open */
    bool limits;               /* BOUND_CONNECTIONS and LIMIT_HANDSHAKE hold */
    const int32_t *bounds;     /* BOUND_COUNT of them, lent for ws_open; NULL: the usual */
    const LimitRule *rules;    /* LIMIT_COUNT of them, likewise */
    WsHooks hooks;
} WsOptions;

/* Listens. NULL on refusal, and 'line' (WS_LINE_MAX bytes) says why in one line. */
Ws *ws_open(const WsOptions *options, char *line);
int ws_port(const Ws *ws, HttpDoor door); /* 0 when there is no such door */
size_t ws_connections(const Ws *ws);      /* HTTP's too */
Sessions *ws_sessions(Ws *ws);
/* Reads the certificate and its key again, for connections that come from now on. On false 'line' (WS_LINE_MAX
 * bytes) says why, and the old ones stay. */
bool ws_reload_keys(Ws *ws, char *line);

/* Copies the answer, but for a constant body and the constant texts of type, encoding, etag, cache and old_cookie; an exchange
 * whose connection is gone swallows it. */
void ws_answer(Ws *ws, ExchangeId id, const HttpAnswer *answer);

/* An answer that comes piece by piece, for as long as it likes. */
typedef struct {
    void *context;
    /* All that was written is with the system: more may be written, now or later. */
    void (*ready)(void *context);
    /* Nobody listens any more; not called after ws_stream_end. Neither may be called by ws_stream itself. */
    void (*gone)(void *context);
} StreamHooks;
/* Instead of ws_answer. The answer's texts must be constant, its body and length are left aside. False when the
 * exchange's connection is gone; then no hook is called. */
bool ws_stream(Ws *ws, ExchangeId id, const HttpAnswer *answer, const StreamHooks *hooks);
/* Copies the bytes, which are never held back for more; how many wait. */
size_t ws_stream_write(Ws *ws, ExchangeId id, const void *bytes, size_t length);
void ws_stream_end(Ws *ws, ExchangeId id);
/* Ends it so that whoever listens knows that it is not whole. */
void ws_stream_cut(Ws *ws, ExchangeId id);

/* Takes nobody in any more, and closes all with 1001 when they have been told what is sendable. */
void ws_stop(Ws *ws);
/* Cuts off whoever is left; no hook is called any more. Run the loop until its handles are closed. */
void ws_close(Ws *ws);
void ws_free(Ws *ws); /* after that */
