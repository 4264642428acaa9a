/* transport.h - one accepted connection: bytes in, bytes out, in the clear or by TLS; and its end.
 *
 * What came in waits in a buffer of TRANSPORT_INPUT bytes, and while that is full nothing is read. One write is
 * under way at a time. So what a connection can hold is bounded, however fast or slow its peer is. A transport has
 * an owner, who is told by hooks until it gives the transport up; then the transport ends and frees itself.
 * It counts in its pool from when it is accepted until its socket is closed. */
#pragma once

#include "address.h"
#include "bounds.h"
#include "tls.h"

#include <uv.h>

enum {
    TRANSPORT_INPUT = 8192,          /* a whole request head */
    TRANSPORT_PIECES = 2,            /* of one transport_write, */
    TRANSPORT_BATCH = 24,            /* and of one transport_send */
    TRANSPORT_SCRATCH = 32 * 1024,   /* read at a time, when it is not kept as it is */
    TRANSPORT_LINGER = 5000,         /* ms that a peer has to read the end of what it is sent */
    TRANSPORT_DISCARD = 1024 * 1024, /* bytes that are let go meanwhile */
};

typedef struct Transport Transport;

/* What all connections share. */
typedef struct {
    uv_loop_t *loop;
    Bounds *bounds;
    size_t count; /* of connections */
    Transport *first;
    /* Something has come on a connection, and its owner has been told; this may close any of them. NULL: not told. */
    void (*read)(void *context);
    void *context;
    char scratch[TRANSPORT_SCRATCH];
    char fresh[TRANSPORT_INPUT]; /* what has just come, while its owner looks at it */
} TransportPool;

typedef struct {
    void (*arrived)(
        void *owner); /* more bytes, or the peer's end of them, or the handshake of TLS is done */
    void (*late)(void *owner);  /* the timer */
    void (*lost)(void *owner);  /* the connection is broken: the owner has it no more */
    bool (*busy)(void *owner);  /* something is under way that should be finished; NULL: never */
    void (*leave)(void *owner); /* the server stops: what is idle ends; NULL: others see to it */
} TransportHooks;

/* Takes the next connection of a listener; NULL when there is none that lives. 'keys': by TLS. */
Transport *transport_accept(TransportPool *pool, uv_stream_t *listener, TlsKeys *keys);
/* The same with a socket that is connected already, of which it takes possession. */
Transport *transport_adopt(TransportPool *pool, int fd, TlsKeys *keys);
/* From now on, its hooks are called, but not by this. Reading begins. */
void transport_own(Transport *transport, const TransportHooks *hooks, void *owner);

TransportPool *transport_pool(const Transport *transport);
/* Whoever is at the other end. */
const Address *transport_peer(const Transport *transport);
bool transport_is_tls(const Transport *transport);
/* Nobody can listen on the way: it is by TLS, or does not leave this machine. */
bool transport_is_confidential(const Transport *transport);
bool transport_is_open(const Transport *transport); /* with its handshake done, if it needs one */
/* A copy of its socket's descriptor, by which another process can go on as if it had accepted the connection; -1 when
 * something has been read that is not consumed, or is being written, or when TLS has begun. The transport is then to be
 * closed. */
int transport_copy(const Transport *transport);
/* Counts it for its address until it ends; false when there are too many. */
bool transport_enter(Transport *transport);

/* Counts it in *tally, too, until it ends. */
void transport_tally(Transport *transport, size_t *tally);

/* What has come and is not consumed; its owner may change it in place. */
char *transport_input(const Transport *transport, size_t *length);
void transport_consume(Transport *transport, size_t length);
/* The peer sends no more; what came before may be unread. */
bool transport_has_ended(const Transport *transport);
/* No more is read, not even the end, before some of the input is consumed. */
bool transport_is_full(const Transport *transport);

/* The system asks a peer that is silent for so long whether it is still there (TCP keep-alive). */
void transport_keep_alive(Transport *transport, unsigned seconds);
/* ms until 'late' is called, once; 0: never. */
void transport_set_timer(Transport *transport, uint64_t wait);

typedef struct {
    const void *bytes; /* they must stay until the write is done */
    size_t length;
} TransportPiece;

/* 'done' is called in a later turn, when the system has taken all of it; never when 'lost' is. */
void transport_write(Transport *transport, const TransportPiece *pieces, size_t count,
                     void (*done)(void *owner));
/* Hands the system at once as many of these pieces as it takes, by one call; how many. What is left of the last of them is
 * copied. When fewer than all are taken, or one is not all with the system, a write is under way, and 'done' is called as
 * above. While one is, none are taken. */
size_t transport_send(Transport *transport, const TransportPiece *pieces, size_t count,
                      void (*done)(void *owner));
bool transport_is_writing(const Transport *transport);
/* Bytes of the write under way that the system has not taken yet. */
size_t transport_unsent(const Transport *transport);

/* The owner gives it up. */
void transport_finish(
    Transport *transport); /* what is written arrives, if the peer reads in TRANSPORT_LINGER */
void transport_close(Transport *transport); /* at once */
void transport_reset(
    Transport *transport); /* at once, and so that the peer knows that something is missing */
/* Asks their owners whether they are busy, or tells them to leave. */
bool transport_pool_is_busy(const TransportPool *pool);
void transport_pool_leave(TransportPool *pool);
/* Closes all; their owners are told that they are lost. Run the loop until its handles are closed. */
void transport_pool_close(TransportPool *pool);
