/* write_batch.h - writes that wait for the disk, copied one after the other.
 *
 * Embedded: a zeroed WriteBatch is empty, write_batch_clear empties it, write_batch_free gives its memory back. */
#pragma once

#include "stored.h"

#include <stddef.h>
#include <stdint.h>

typedef enum {
    WRITE_PLAYER,              /* StorePlayer */
    WRITE_GAME,                /* WrittenGame */
    WRITE_EVENT,               /* WrittenEvent */
    WRITE_END,                 /* WrittenEnd */
    WRITE_SLEEP,               /* WrittenSleep */
    WRITE_CONDITIONAL,         /* WrittenConditional, as far as its bytes go */
    WRITE_DELETE_CONDITIONAL,  /* WrittenConditional, likewise */
    WRITE_CHALLENGE,           /* StoreChallenge */
    WRITE_DELETE_CHALLENGE,    /* the id, with its NUL */
    WRITE_RATING,              /* StoreRating */
    WRITE_RATING_CHANGE,       /* WrittenRatingChange */
    WRITE_DELETE_CHANGES,      /* int64_t, the game's number */
    WRITE_ACCOUNT,             /* StoreAccount */
    WRITE_SETTINGS,            /* WrittenSettings */
    WRITE_CREDENTIAL,          /* StoreCredential */
    WRITE_DELETE_CREDENTIAL,   /* the key, with its NUL */
    WRITE_RELATION,            /* StoreRelation */
    WRITE_DELETE_RELATION,     /* StoreRelation */
    WRITE_SUBJECT,             /* StoreSubject */
    WRITE_DELETE_SUBJECT,      /* StoreSubject */
    WRITE_SANCTION,            /* StoreSanction */
    WRITE_ADDRESS_BAN,         /* StoreAddressBan */
    WRITE_DELETE_ADDRESS_BAN,  /* the address, with its NUL */
    WRITE_ACT,                 /* StoreAct */
    WRITE_REPORT,              /* StoreReport */
    WRITE_DECISION,            /* StoreDecision */
    WRITE_SITE,                /* StoreSite */
    WRITE_DELETE_RATINGS,      /* the player's id, with its NUL */
    WRITE_IMPORT,              /* WrittenImport */
    WRITE_TOURNAMENT,          /* StoreTournament */
    WRITE_TOURNAMENT_ACT,      /* WrittenTournamentAct */
    WRITE_TEAM,                /* StoreTeam */
    WRITE_DELETE_TEAM,         /* the id, with its NUL */
    WRITE_TEAM_MEMBER,         /* StoreTeamMember */
    WRITE_DELETE_TEAM_MEMBER,  /* StoreTeamMember */
    WRITE_WEBHOOK,             /* StoreWebhook */
    WRITE_DELETE_WEBHOOK,      /* the id, with its NUL */
    WRITE_DELIVERY,            /* StoreDelivery, as far as its text goes */
    WRITE_DELETE_DELIVERY,     /* the id, with its NUL */
    WRITE_DELETE_DELIVERIES,   /* the webhook's id, with its NUL */
    WRITE_BROADCAST,           /* WrittenBroadcast */
    WRITE_DELETE_BROADCAST,    /* the id, with its NUL */
    WRITE_PUSH_DEVICE,         /* StorePushDevice */
    WRITE_DELETE_PUSH_DEVICE,  /* the id, with its NUL */
    WRITE_MAIL_ADDRESS,        /* StoreMailAddress */
    WRITE_DELETE_MAIL_ADDRESS, /* the player's id, with its NUL */
    WRITE_MAIL_TURN,           /* StoreMailTurn */
    WRITE_DELETE_MAIL_TURN,    /* the game's id, with its NUL */
    WRITE_REQUEST_KEY,         /* StoreRequestKey */
    WRITE_DELETE_REQUEST_KEY,  /* StoreRequestKey */
    WRITE_PAGE_FILE,           /* WrittenPageFile */
    WRITE_DELETE_PAGES,        /* int64_t, the first that stays */
    WRITE_AXIS,                /* int64_t */
} WriteKind;

enum { WRITE_KINDS = WRITE_AXIS + 1 };

typedef struct {
    int64_t number;
    StoreGame game;
} WrittenGame;

typedef struct {
    int64_t number;
    uint32_t seq;
    unsigned char size;
    unsigned char bytes[EVENT_PACKED_MAX];
} WrittenEvent;

typedef struct {
    int64_t number;
    int64_t ended;
    int32_t status, winner, reason;
} WrittenEnd;

typedef struct {
    int64_t number;
    int64_t wakes; /* the axis; STORE_AWAKE: it no longer sleeps */
} WrittenSleep;

/* Of one seat of a game. */
typedef struct {
    int64_t number;
    int32_t color;
    int32_t size;
    unsigned char bytes[CONDITIONAL_PACKED_MAX];
} WrittenConditional;

typedef struct {
    int64_t number;
    StoreRatingChange change;
} WrittenRatingChange;

typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    int32_t size;
    char json[STORE_SETTINGS_MAX];
} WrittenSettings;

/* A game that was played elsewhere, and its importer; what follows are its events, then its tags. */
typedef struct {
    int64_t number;
    StoreGame game;
    char by[STORE_PLAYER_ID_MAX + 1];
    Color color; /* whose side the importer's is, as far as names tell */
    uint32_t opening, count;
    size_t tags_size;
    StoredEvent events[];
} WrittenImport;

/* What follows is the text. */
typedef struct {
    char id[STORE_TOURNAMENT_ID + 1];
    int64_t seq;
    int32_t size;
    char text[];
} WrittenTournamentAct;

/* What follows is the text. */
typedef struct {
    char id[STORE_BROADCAST_ID + 1], of[STORE_BROADCAST_ID + 1];
    int32_t size;
    char text[];
} WrittenBroadcast;

/* What follows are the bytes of its forms. */
typedef struct {
    char path[STORE_PAGE_PATH_MAX + 1], type[STORE_PAGE_TYPE_MAX + 1],
        etag[STORE_PAGE_ETAG_MAX + 1];
    int64_t page;
    uint32_t sizes[STORE_PAGE_FORMS];
    unsigned char bytes[];
} WrittenPageFile;

typedef struct {
    unsigned char *bytes;
    size_t used, capacity;
    uint64_t number; /* of the newest turn in it */
} WriteBatch;

/* Appends a copy of 'value'. */
void write_batch_push(WriteBatch *batch, WriteKind kind, const void *value, size_t size);
/* Appends the writes of 'later' and empties that. */
void write_batch_merge(WriteBatch *batch, WriteBatch *later);
/* The write at *at, which moves on behind it; NULL at the end. Begin with *at = 0. */
const void *write_batch_next(const WriteBatch *batch, size_t *at, WriteKind *kind);
void write_batch_clear(WriteBatch *batch);
void write_batch_free(WriteBatch *batch);
