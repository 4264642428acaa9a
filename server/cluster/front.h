/* front.h - a node of the cluster that is not the owner: it has clients, and passes on what they ask.
 *
 * It answers as NetHooks what its net asks: files of the page whose name has their hash by itself, everything else by the
 * owner's answer. It finds the owner by itself. While there is none, or it has much to take, handshakes and requests
 * wait, bounded in number, bytes and time; a client who says more than the owner takes is not read. When the way to the owner breaks nothing is asked again: sessions are closed with 1012, streams are
 * cut, and requests under way are answered 503; all these clients know how to come back. */
#pragma once

#include "front_options.h"

typedef struct Front Front;

/* What is asked waits until it has joined a cluster and found its owner. */
Front *front_new(const FrontOptions *options);
/* Of the cluster with that key, which is lent until front_free, it is the node with that name. Greets from its next turn on. */
void front_join(Front *front, const ClusterKey *key, const char *node);

/* As NetHooks have them. */
void front_handshake(Front *front, ExchangeId exchange, const NetCaller *caller);
void front_opened(Front *front, SessionId session, const NetArrival *arrival, const char *address);
void front_received(Front *front, SessionId session, const char *text, size_t length);
void front_round_trip(Front *front, SessionId session, int64_t us);
void front_closed(Front *front, SessionId session);
bool front_request(Front *front, ExchangeId exchange, const HttpRequest *request,
                   HttpAnswer *answer);

/* NetHooks.connection: somebody at the ICS port, whose bytes go to the owner's. Without an owner, or when it goes, they
 * read a sentence and are gone. */
void front_connection(Front *front, Transport *transport, const char *refusal);

/* The database knows of an owner with this epoch: one with a lower one is not listened to. */
void front_note_epoch(Front *front, uint64_t epoch);

/* This node is the owner now, with that epoch. One before it that is cut off from the database, but not from the bus, hears
 * so. Followed by front_close. */
void front_announce(Front *front, uint64_t epoch);

/* The end of a turn of the loop, and when front_wait says so: writes to the sessions what came, sends what was said, answers
 * what has waited for too long, and sees that the link is broken. */
void front_turn(Front *front);
/* ms until front_turn is due; -1: when something happens. */
int64_t front_wait(const Front *front);

/* It is linked to an owner. */
bool front_is_up(const Front *front);
typedef struct {
    const char *owner;     /* the node; "" when there is none; lent until the next turn */
    const char *castled;   /* its version, likewise */
    uint64_t epoch;        /* the highest known */
    size_t waiting;        /* handshakes and requests that the owner was not asked yet */
    size_t exchanges;      /* all under way, with these */
    int64_t round_trip;    /* ms to the owner and back; -1: not known */
    size_t unacknowledged; /* bytes on their way to it */
    size_t held;           /* sessions that are not read until it has taken what they have said */
    uint64_t held_total;   /* how often one was */
} FrontState;
FrontState front_state(const Front *front);

/* Ends: says farewell to the owner, closes all sessions with that code, ends streams without end, cuts others, answers 503. What waits for an owner is
 * asked of 'heir' instead, if it is not NULL: this node is the owner now, and these are its own hooks. */
void front_close(Front *front, CloseCode code, const NetHooks *heir);
/* After front_close. */
void front_free(Front *front);
