/* batch.h - writes that wait for the disk, copied one behind the other.
 *
 * Embedded: a zeroed Batch is empty, batch_clear empties it, batch_free gives its memory back. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "stored.h"

typedef enum {
    PUT_PLAYER,             /* StorePlayer */
    PUT_GAME,               /* PutGame */
    PUT_EVENT,              /* PutEvent */
    PUT_END,                /* PutEnd */
    PUT_SLEEP,              /* PutSleep */
    PUT_CHALLENGE,          /* PutChallenge */
    PUT_CHALLENGE_DELETE,   /* the id, with its NUL */
    PUT_RATING,             /* StoreRating */
    PUT_RATING_CHANGE,      /* PutRatingChange */
    PUT_CHANGES_DELETE,     /* int64_t, the game's number */
    PUT_ACCOUNT,            /* StoreAccount */
    PUT_SETTINGS,           /* PutSettings */
    PUT_CREDENTIAL,         /* StoreCredential */
    PUT_CREDENTIAL_DELETE,  /* the key, with its NUL */
    PUT_RELATION,           /* StoreRelation */
    PUT_RELATION_DELETE,    /* StoreRelation */
    PUT_SANCTION,           /* StoreSanction */
    PUT_ADDRESS_BAN,        /* StoreAddressBan */
    PUT_ADDRESS_BAN_DELETE, /* the address, with its NUL */
    PUT_ACT,                /* StoreAct */
    PUT_REPORT,             /* StoreReport */
    PUT_SITE,               /* StoreSite */
    PUT_RATINGS_DELETE,     /* the player's id, with its NUL */
    PUT_IMPORT,             /* PutImport */
    PUT_AXIS,               /* int64_t */
} PutKind;

enum { PUT_KINDS = PUT_AXIS + 1 };

typedef struct {
    int64_t number;
    StoreGame game;
} PutGame;

typedef struct {
    int64_t number;
    uint32_t seq;
    unsigned char size;
    unsigned char bytes[EVENT_PACKED_MAX];
} PutEvent;

typedef struct {
    int64_t number;
    int64_t ended;
    int32_t status, winner, reason;
} PutEnd;

typedef struct {
    int64_t number;
    int64_t wakes; /* the axis; STORE_AWAKE: it sleeps no more */
} PutSleep;

typedef struct {
    int64_t number;
    StoreRatingChange change;
} PutRatingChange;

typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    int32_t size;
    char json[STORE_SETTINGS_MAX];
} PutSettings;

/* A game that was played elsewhere, and who brings it; what follows are its events, then its tags. */
typedef struct {
    int64_t number;
    StoreGame game;
    char by[STORE_PLAYER_ID_MAX + 1];
    Color color; /* whose side the importer's is, as far as names tell */
    uint32_t opening, count;
    size_t tags_size;
    StoredEvent events[];
} PutImport;

typedef struct {
    unsigned char *bytes;
    size_t used, capacity;
    uint64_t number; /* of the newest turn in it */
} Batch;

/* Appends a copy of 'value'. */
void batch_push(Batch *batch, PutKind kind, const void *value, size_t size);
/* Appends the writes of 'later' and empties that. */
void batch_merge(Batch *batch, Batch *later);
/* The write at *at, which moves on behind it; NULL at the end. Begin with *at = 0. */
const void *batch_next(const Batch *batch, size_t *at, PutKind *kind);
void batch_clear(Batch *batch);
void batch_free(Batch *batch);
