/* exchange.h - HTTP/1.1 on a connection: a request with its body comes in, one answer goes out, now or later.
 *
 * One request at a time: what comes behind it stays unread until its answer is written. Every error in the framing
 * gets one answer, after which the connection is closed. Of each wait the whole time is bounded, not that for a
 * byte. */
#pragma once

#include "inside_net.h"
#include "question.h"

enum {
    /* ms from the connection, or a later head's first byte, to the head's end */
    EXCHANGE_HEAD_TIME = 10 * 1000,
    EXCHANGE_IDLE_TIME = 30 * 1000, /* ms between an answer and the next request */
    EXCHANGE_BODY_TIME = 30 * 1000, /* ms for a body, and more by its size: */
    EXCHANGE_BODY_RATE = 4,         /* bytes for each ms */
    /* ms in which a client takes EXCHANGE_STALL_BYTES of an answer, or the rest of it */
    EXCHANGE_STALL_TIME = 30 * 1000,
    EXCHANGE_STALL_BYTES = 16 * 1024,
    /* A body that is too long is read to its end up to here, and the connection serves on. */
    EXCHANGE_DISCARD_MAX = 1024 * 1024,
    /* Newcomers beyond all bounds that are told so at a time; others are just closed. */
    EXCHANGE_REFUSING_MAX = 32,
    EXCHANGE_RETRY_AFTER = 60, /* s, of a 429 or 503 */
};

/* A connection that has come. */
void exchange_open(Ws *ws, Transport *transport, HttpDoor door);
/* One that is too many: it hears the status at once, whatever it asks. */
void exchange_turn_away(Ws *ws, Transport *transport, int status, const char *sentence);

/* ---- for stream.c and upgrade.c ---- */

typedef struct Reply Reply; /* an answer that came later */
typedef struct Stream Stream;

typedef enum {
    EXCHANGE_HEAD,      /* waits for a request, or is in the middle of its head */
    EXCHANGE_CONTINUE,  /* an interim answer goes out */
    EXCHANGE_BODY,      /* comes in */
    EXCHANGE_ASKED,     /* the answer is not there yet */
    EXCHANGE_ANSWERING, /* it goes out */
    EXCHANGE_STREAMING, /* piece by piece */
} ExchangeState;

struct Exchange {
    Ws *ws;
    Transport *transport;
    HttpDoor door;
    ExchangeState state;
    ExchangeId id;      /* 0: none waits */
    Question *question; /* that is coming in */
    Reply *reply;
    Stream *stream;
    size_t looked_at; /* bytes of an unfinished head */
    size_t unsent;    /* of the answer, when it was last looked at */
    char *out;        /* what goes out, as far as it is not constant */
    size_t out_size;
    bool idle;                    /* nothing of the next request has come */
    bool head;                    /* the request is a HEAD */
    bool asks_http10;             /* it cannot read chunks */
    bool ending;                  /* no more requests after the answer */
    char client[ADDRESS_MAX + 1]; /* whom a proxy names, counted while they are served; or "" */
};

Exchange *exchange_find(Ws *ws, ExchangeId id);
/* In lines of the log; 0: refused before it was a request. */
unsigned long long exchange_number(const Exchange *exchange);
/* A client whom a proxy names has a bound of their own; false when it is reached. */
bool exchange_enter_client(Exchange *exchange);
/* The answer has been written. */
void exchange_answered(Exchange *exchange);
/* Answers, and closes. */
void exchange_refuse(Exchange *exchange, int status, const char *sentence);
void exchange_write(Exchange *exchange, const HttpAnswer *answer);
/* Its transport has gone, or has another owner. */
void exchange_free(Exchange *exchange);
