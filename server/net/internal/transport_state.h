/* transport_state.h - what a transport's files share: transport_end.c how it ends, transport_output.c what goes out,
 * transport_input.c what comes in, transport.c its beginning, and what all of them do together. Each calls only those before it. */
#pragma once

#include "transport.h"

struct Transport {
    uv_tcp_t socket;
    uv_timer_t timer;
    uv_write_t write;
    uv_shutdown_t shutdown;
    TransportPool *pool;
    Transport *before, *after; /* in the pool */
    TransportHooks hooks;
    void *owner; /* NULL: it lingers, or closes */
    Tls *tls;    /* NULL: in the clear */
    char *input; /* TRANSPORT_INPUT bytes while there are any; the pool's while they are fresh */
    size_t input_length;
    void (*done)(void *owner); /* of the write under way; NULL: there is none */
    TransportPiece pieces[TRANSPORT_PIECES];
    size_t piece_count, piece_at, piece_used; /* of TLS: what is not encrypted yet */
    char *unsent;     /* of TLS, encrypted; else the rest of a piece: what the system is given */
    size_t discarded; /* while it lingers */
    unsigned open_handles;
    bool reading, ended, broken;
    bool begun;           /* of TLS: bytes have come */
    bool finishing, shut; /* nothing more is written; nothing more can be */
    bool closing;
    size_t *tally; /* or NULL */
    Address peer;
    char counted[ADDRESS_MAX + 1]; /* for this key; "": for none */
};

/* Closes it, and tells its owner. */
void transport_lose(Transport *transport);
/* From where the owner must not be called: they hear of it in the next turn. */
void transport_break_off(Transport *transport);

/* Whether its input is the pool's buffer. */
bool transport_has_fresh_input(const Transport *transport);
/* Passwords and tokens come in by it: it is wiped. */
void transport_free_input(Transport *transport);

/* Of TLS: gives the system what waits, and then the next record; one write at a time. */
void transport_flush(Transport *transport);
/* Nothing more is written; closed when that has arrived, if the peer has ended, too. */
void transport_shut(Transport *transport);

/* Reads on if there is room, and somebody for what comes. */
void transport_let_read(Transport *transport);
void transport_drop_empty_input(Transport *transport);
