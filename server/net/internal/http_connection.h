/* http_connection.h - a connection that speaks HTTP/1.1: one request at a time, and its one answer, which comes now or
 * later, whole or piece by piece.
 *
 * http_reader.h reads the requests; what is sent is here. What comes behind a request stays unread until its answer is
 * written. Of each wait the whole time is bounded, not that for a byte. What answers hold of memory counts with the
 * outboxes (session.h). */
#pragma once

#include "handshake.h"
#include "http_request.h"
#include "http_stream.h"
#include "net_state.h"

enum {
    HTTP_IDLE_TIME = 30 * 1000, /* ms between an answer and the next request */
    /* ms in which a client takes HTTP_STALL_BYTES of an answer, or the rest of it */
    HTTP_STALL_TIME = 30 * 1000,
    HTTP_STALL_BYTES = 16 * 1024,
    HTTP_RETRY_AFTER = 60, /* s, of a 429 or 503 */
    HTTP_HELD_LEAST =
        4 * 1024 /* bytes; for less nobody is cut off when the outboxes hold too much */
};

typedef enum {
    HTTP_STATE_HEAD,      /* waits for a request, or is in the middle of its head */
    HTTP_STATE_CONTINUE,  /* an interim answer goes out */
    HTTP_STATE_BODY,      /* comes in */
    HTTP_STATE_ASKED,     /* the answer is not there yet */
    HTTP_STATE_ANSWERING, /* it goes out */
    HTTP_STATE_STREAMING, /* piece by piece */
} HttpState;

struct HttpConnection {
    Net *net;
    Transport *transport;
    HttpDoor door;
    HttpState state;
    void (*answered)(HttpConnection *connection); /* the next request may be read */
    ExchangeId exchange;                          /* 0: none waits */
    IncomingRequest *incoming;
    HandshakeAccept *handshake; /* it waits whether it is let in as a WebSocket; or NULL */
    HttpStream *stream;
    size_t looked_at; /* bytes of an unfinished head */
    size_t unsent;    /* of the answer, when it was last looked at */
    char *out;        /* what goes out, as far as it is not constant */
    size_t out_size;
    size_t held; /* bytes of answers that count with the outboxes */
    HttpConnection *before, *after;
    bool idle;                           /* nothing of the next request has come */
    bool is_head;                        /* the request is a HEAD */
    bool asks_http10;                    /* it cannot read chunks */
    bool ending;                         /* no more requests after the answer */
    char request_id[REQUEST_ID_MAX + 1]; /* a proxy's, or drawn; "" before the first */
    char client[ADDRESS_MAX + 1]; /* whom a proxy names, counted while they are served; or "" */
};

HttpConnection *http_connection_new(Net *net, Transport *transport, HttpDoor door,
                                    const TransportHooks *hooks,
                                    void (*answered)(HttpConnection *connection));
/* Its transport has gone, or has another owner. */
void http_connection_free(HttpConnection *connection);
/* What is written arrives, then it is closed. */
void http_connection_finish(HttpConnection *connection);
/* At once. */
void http_connection_cut(HttpConnection *connection);

/* A client whom a proxy names has a bound of their own; false when it is reached. */
bool http_connection_enter_client(HttpConnection *connection);

/* The request is handed up: from now on it has an ExchangeId. */
ExchangeId http_connection_ask(HttpConnection *connection);
/* Whose answer is waited for; NULL when there is none. */
HttpConnection *http_connection_find(const Net *net, ExchangeId id);
bool http_connection_awaits(const Net *net, ExchangeId id);
void http_connection_write(HttpConnection *connection, const HttpAnswer *answer);
/* Answers, and closes. */
void http_connection_refuse(HttpConnection *connection, int status, const char *sentence);

/* While the answer goes out: its reader takes too little of it; or said something more, or ended. */
void http_connection_late(HttpConnection *connection);
void http_connection_arrived(HttpConnection *connection);

/* As TransportHooks have them. */
bool http_connection_is_busy(const HttpConnection *connection);
void http_connection_leave(HttpConnection *connection);

/* A short number for lines that people read. */
unsigned long long http_connection_number(const HttpConnection *connection);

/* Cuts off the one that has held memory for longest and does not read; false when there is none. */
bool http_connections_give_way(Net *net);

/* ---- as net.h has them ---- */

void http_connection_answer(Net *net, ExchangeId id, const HttpAnswer *answer);
bool http_connection_stream(Net *net, ExchangeId id, const HttpAnswer *answer,
                            const StreamHooks *hooks);
size_t http_connection_stream_write(Net *net, ExchangeId id, const void *bytes, size_t length);
void http_connection_stream_end(Net *net, ExchangeId id);
void http_connection_stream_cut(Net *net, ExchangeId id);
