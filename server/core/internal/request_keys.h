/* request_keys.h - keys that clients give to requests, so that one that is sent again is not carried out again: what was
 * answered to each.
 *
 * A client whose connection breaks does not know whether its request was taken, and asks again with the same key, over
 * another connection or node, perhaps after this process has died. So an answer is put into the store in the turn, and
 * with that in the batch, of what the request did. A seek is in memory only, and so is its answer, until its game has
 * been found. Keys are the person's own. They are forgotten after KEY_LIFE, or, the oldest first, when there are too many.
 * request_keys_free frees everything. */
#pragma once

#include "journal.h"
#include "print.h"
#include "server_time.h"
#include "session.h"

enum {
    KEY_LIFE = 24 * 60 * 60 * 1000, /* ms for which an answer is remembered */
    KEYS_PER_PERSON = 100,          /* answers; and as many requests may be under way */
    KEYS_MAX = 50000,               /* answers to everybody */
};

typedef struct RequestKeys RequestKeys;

/* All borrowed but the hash key, which is lent for request_keys_new. */
typedef struct {
    Store *store;
    Journal *journal;
    const ServerTime *time;
    const SipKey *sip;
    void *context;
    /* A session that waited (request_keys_wait) need not do so any longer. It may be gone. */
    void (*resume)(void *context, SessionId session);
} RequestKeysOptions;

RequestKeys *request_keys_new(const RequestKeysOptions *options);
void request_keys_free(RequestKeys *keys);
/* Those of before the restart. On false 'line' (STORE_LINE_MAX bytes) says why. */
bool request_keys_load(RequestKeys *keys, char *line);

typedef struct {
    StoreRequestKey row; /* what was asked, and answered */
    SessionId session;   /* which has asked and is not answered yet; 0: it has been answered */
    uint64_t number;     /* the batch on which the answer depends, 0: none */
    bool is_stored;
    bool is_withdrawn; /* a seek that its maker has taken back */
} RequestKey;

/* NULL when there is none, or it is too old. Lent until the next call. */
const RequestKey *request_keys_find(RequestKeys *keys, const char *person, const char *key);

/* The request is being carried out; there must be no such key. False when too many of the person are. */
bool request_keys_start(RequestKeys *keys, const char *person, const Request *request,
                        SessionId session);
/* It is answered: by 'ok' (NULL: nothing but that). Returns the batch on which that depends: 'number' or a later one.
 * Nothing happens unless that session has started it. */
uint64_t request_keys_answer(RequestKeys *keys, const char *person, const Request *request,
                             SessionId session, const Ok *ok, uint64_t number);
/* It was refused, and has changed nothing. Likewise. */
void request_keys_refuse(RequestKeys *keys, const char *person, const Request *request,
                         SessionId session);
/* The session has ended: what it has started is not carried out. */
void request_keys_drop(RequestKeys *keys, const char *person, SessionId session);

/* Another session waits for the answer to a request that is under way. */
void request_keys_wait(RequestKeys *keys, const RequestKey *key, SessionId session);

void request_keys_forget(RequestKeys *keys, const RequestKey *key);
/* The person's seek has led to that game, in this turn: its answer names it from now on. */
void request_keys_paired(RequestKeys *keys, const char *person, const LobbyId *seek,
                         const GameId *game);
/* The person takes that seek back. */
void request_keys_withdrawn(RequestKeys *keys, const char *person, const LobbyId *seek);
