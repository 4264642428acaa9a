/* connection.h - a socket as the files of this folder see it that speak through libwebsockets.
 *
 * ws.c has connections and WebSockets, exchange.c what HTTP asks and is answered. Nobody else includes this. */
#pragma once

#include "client.h"
#include "ws.h"

#include <libwebsockets.h>

enum {
    HEADER_MAX =
        4096, /* of a header that is looked at; lws takes no more for all of them together */
    HEADERS_SIZE = 4096,
};

typedef char Header[HEADER_MAX];

typedef struct Question Question; /* exchange.c */
typedef struct Reply Reply;
typedef struct Stream Stream; /* stream.c */
typedef struct Connection Connection;

struct Connection {
    Ws *ws;
    struct lws *wsi;
    SessionId session;     /* 0: HTTP so far */
    WsArrival *arrival;    /* let in, the handshake not yet done */
    unsigned char *pieces; /* of a message that came in several */
    size_t pieces_length;
    CloseCode closing;
    bool parted;         /* lws has been told to close */
    uint64_t ping_at;    /* uv_hrtime of the ping whose pong is waited for; 0: none */
    bool refused;        /* for the frame that is coming in: its rest is read and let go */
    Question *question;  /* whose body is coming in */
    ExchangeId exchange; /* 0: none waits */
    bool head;           /* it is a HEAD */
    bool ending;         /* no more requests after its answer */
    Reply *reply;
    Stream *stream; /* the answer that is being given */
    Connection *next_waiting;
    Client client;
};

struct Ws {
    WsOptions options;
    struct lws_context *context;
    Sessions *sessions;
    size_t connections;
    ExchangeId exchanges;
    Connection *waiting; /* with an exchange */
    bool stopping, closing;
};

/* NULL when it is absent or too long. */
const char *connection_header(struct lws *wsi, enum lws_token_indexes token, Header out);
/* One that is too long is there, and bad: it must not make its sender a new guest. */
const char *connection_authorization(struct lws *wsi, Header out);
void connection_find_client(Connection *connection);
