/* net_options.h - what the sockets are opened with: ports, limits, and the hooks by which the server hears of requests
 * and frames. */
#pragma once

#include "http.h"
#include "rate_limit.h"
#include "remote.h"
#include "session.h"
#include "transport.h"

#include <uv.h>

typedef struct Net Net;

/* A request and its answer by HTTP (RFC 9110, 3.4), from when it is handed up; never used twice. */
typedef uint64_t ExchangeId;

enum {
    NET_MESSAGE_MAX = 4096, /* bytes of a message of castled.v1 */
    NET_LINE_MAX = 512,
    NET_DOORS_MAX = 10,
    NET_HOST_MAX = 200,
    HANDSHAKE_WAIT = 10 * 1000, /* ms in which net_admit answers; then it is refused with 503 */
};

/* Who knocks: headers, and what limits count the client by (address_key). */
typedef struct {
    AuthHeaders headers;
    const char *address;
} NetCaller;

/* As whom they are let in. The 101 answer has these Set-Cookie headers. */
typedef struct {
    Person person;
    char cookie[AUTH_SET_COOKIE_MAX]; /* or "" */
    const char *old_cookie;           /* lent by whoever lets them in; or NULL */
    char credential[TOKEN_MAX + 1];   /* by what they came in, as whoever admitted them calls it */
} NetArrival;

typedef struct {
    void *context;
    /* A good handshake has come: net_admit answers it, now or within HANDSHAKE_WAIT. 'caller' is lent for the call. */
    void (*handshake)(void *context, ExchangeId exchange, const NetCaller *caller);
    void (*opened)(void *context, SessionId session, const NetArrival *arrival,
                   const char *address);
    /* A whole text message of at most message_max bytes, valid UTF-8, no NUL behind it. */
    void (*received)(void *context, SessionId session, const char *text, size_t length);
    void (*closed)(void *context, SessionId session);
    /* What came on some connection has been handed up, and nothing of it is needed any more. NULL: not told. */
    void (*read)(void *context);
    /* The session's round trip was measured, and has been noted. NULL: not told. */
    void (*round_trip)(void *context, SessionId session, int64_t us);
    /* A message has been handed to the socket. NULL: not told. */
    void (*sent)(void *context, SessionId session, const char *text, size_t length);
    /* How long a body the request may have, whose body is still to come. 0: whatever comes, nothing of it is needed to
     * answer; it is not kept, and the request is handed up without it. */
    size_t (*body_max)(void *context, const HttpRequest *request);
    /* True: answered in *answer (lent until the next call). False: net_answer was called or comes later.
     * What the request points to is lent for the call. Not asked of what comes to DOOR_REDIRECT. */
    bool (*request)(void *context, ExchangeId exchange, const HttpRequest *request,
                    HttpAnswer *answer);
    /* Somebody has connected to DOOR_ICS. Whoever is told owns the transport (transport_own), unless there is a 'refusal':
     * then they may send it before they give it up. NULL when there is no such door. */
    void (*connection)(void *context, Transport *transport, const char *refusal);
} NetHooks;

/* A port to listen on. */
typedef struct {
    HttpDoor door;
    const char *host; /* an address of this machine, or its name */
    int port;         /* 0: any that is free */
    bool tls;
    bool is_open;  /* somebody else listens on it already, and hands it over: */
    int fd;        /* instead of host and port; closed with the door */
    bool is_given; /* by a service manager, so that host and port say nothing about it */
} NetDoor;

/* What a port is listened on with. */
typedef struct {
    char host[NET_HOST_MAX +
              1]; /* as the options say it; of a socket that was handed over, a number */
    int port;
} NetPlace;

/* Takes over an idle connection that came by a door: 'fd' is the taker's. With 'tls' it is to begin its TLS handshake. */
typedef void (*NetTake)(void *context, int fd, HttpDoor door, bool tls);

typedef struct {
    uv_loop_t *loop;
    NetDoor doors[NET_DOORS_MAX]; /* the public one first */
    size_t door_count;
    const char *tls_certificate, *tls_key; /* files in PEM, for the doors with 'tls'; or NULL */
    size_t connections_max;
    size_t
        message_max; /* bytes of what a WebSocket says at a time, longer: 1009; 0: NET_MESSAGE_MAX */
    const RemoteRules *client; /* lent for as long as it is open */
    bool limits;               /* BOUND_CONNECTIONS and LIMIT_HANDSHAKE hold */
    const int32_t *bounds;     /* BOUND_COUNT of them, lent for net_open; NULL: the usual */
    const LimitRule *rules;    /* LIMIT_COUNT of them, likewise */
    NetHooks hooks;
} NetOptions;

/* An answer that comes piece by piece, for as long as it likes. */
typedef struct {
    void *context;
    bool is_endless; /* nobody waits for its end */
    /* All that was written is with the system: more may be written, now or later. */
    void (*ready)(void *context);
    /* Its reader is gone; not called after net_stream_end. Neither may be called by net_stream itself. */
    void (*gone)(void *context);
} StreamHooks;

/* Exchanges whose client is connected elsewhere: to another process. Whoever answers them calls net_admit, net_answer,
 * net_stream and so on as for others; these calls come here when the exchange's number has this bit. */
#define NET_ELSEWHERE (UINT64_C(1) << 63)

typedef struct {
    void *context;
    void (*admit)(void *context, ExchangeId exchange, int status, const NetArrival *arrival);
    void (*answer)(void *context, ExchangeId exchange, const HttpAnswer *answer);
    bool (*awaits)(void *context, ExchangeId exchange);
    bool (*stream)(void *context, ExchangeId exchange, const HttpAnswer *head,
                   const StreamHooks *hooks);
    size_t (*stream_write)(void *context, ExchangeId exchange, const void *bytes, size_t length);
    void (*stream_end)(void *context, ExchangeId exchange);
    void (*stream_cut)(void *context, ExchangeId exchange);
    int64_t (*stream_silence)(void *context, ExchangeId exchange);
} NetElsewhere;
