/* stored.h - what the store keeps, as plain values: players, games with their events, challenges.
 *
 * No rules here: events are the bytes of event_pack, a position is its FEN, a challenge's terms are the
 * lobby's own bytes. Only a StoredGame is allocated; stored_game_free frees it. */
#pragma once

#include "clock.h"
#include "command.h"
#include "conditional.h"
#include "event.h"

enum {
    /* The longest texts, without their NUL; a longer one is a bug (assert). */
    STORE_PLAYER_ID_MAX = 24,
    STORE_NAME_MAX = 32,
    STORE_FEN_MAX = 119,
    STORE_CHALLENGE_ID_MAX = 24,
    STORE_ADDRESS_MAX = 45,
    STORE_TERMS_MAX = 1024, /* bytes of a challenge's terms */
    STORE_TAGS_MAX = 2048,  /* bytes of an imported game's tags */
    STORE_SKELETON_MAX = 40,
    STORE_PASSWORD_MAX = 127, /* crypto_pwhash_STRBYTES */
    STORE_SECOND_MAX = 320,   /* of an account's second factor */
    STORE_SETTINGS_MAX = 4096,
    STORE_CREDENTIAL_MAX = 32,
    STORE_LABEL_MAX = 120,
    STORE_ISSUER_MAX = 255,  /* of an OpenID provider's URL */
    STORE_SUBJECT_MAX = 255, /* of whom it names */
    STORE_TOURNAMENT_ID = 8,
    STORE_BROADCAST_ID = 8,
    STORE_BROADCAST_MAX = 640 * 1024, /* bytes */
    STORE_TEAM_ID = 8,
    STORE_TEAM_NAME_MAX = 240, /* bytes, like the next */
    STORE_TEAM_DESCRIPTION_MAX = 8000,
    STORE_TEAM_CODE_MAX = 160,
    STORE_TEAM_WORDS_MAX = 800,
    STORE_TOURNAMENT_ACT_MAX = 256 * 1024, /* bytes */
    STORE_WORDS_MAX = 600,                 /* of an act or a report */
    STORE_WARNING_MAX = 500,
    STORE_WEBHOOK_ID = 8,
    STORE_URL_MAX = 500,
    STORE_WEBHOOK_SECRET_MAX = 60,
    STORE_DELIVERY_ID_MAX = 30,
    STORE_PUSH_ID = 12,
    STORE_PUSH_KEY_MAX = 88, /* 65 bytes in base64url, perhaps padded */
    STORE_PUSH_AUTH_MAX = 24,
    STORE_LANGUAGE_MAX = 8,
    STORE_ORIGIN_MAX = 300,
    STORE_MAIL_MAX = 254, /* of an e-mail address: RFC 5321, 4.5.3.1.3 less the brackets */
    STORE_REQUEST_KEY_MAX = 36,
    STORE_PAGE_PATH_MAX = 95, /* of a file of the page */
    STORE_PAGE_TYPE_MAX = 63,
    STORE_PAGE_ETAG_MAX = 31,
    STORE_PAGE_FILE_MAX = 2 << 20, /* bytes of one form of it */
    STORE_MAIL_HASH = 43,          /* of a link: 32 bytes in base64url */
    STORE_DELIVERY_MAX = 3000,     /* bytes of what is sent */
    STORE_CHAT_MAX = 4096,         /* of what was said in a game: a JSON array */
    STORE_RECENT_MAX = 12,         /* recent ratings */
    STORE_ENGINE_MAX = 16,         /* of an engine's name */
    STORE_STEP_MAX = 99,           /* of an engine's own scale of strength */
    /* Events of one game; more is damage. */
    STORE_EVENTS_MAX = (1 << 16) + 64,
};

/* In place of the instant when a sleeping game is due: it is awake. */
#define STORE_AWAKE INT64_MAX

/* Somebody who has played. */
typedef struct {
    char id[STORE_PLAYER_ID_MAX + 1];
    char name[STORE_NAME_MAX + 1];
    bool guest;
    int8_t balance; /* of colours, as in Person */
    int64_t made;   /* wall clock, ms */
} StorePlayer;

/* A player's rating in one category; units and numbers are those of the lobby's Rating. */
typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    int32_t category, rating, deviation, volatility, games;
    int64_t at; /* wall clock, ms */
    /* After the newest games, the newest first; filled in by reads, ignored by writes. */
    int32_t recent[STORE_RECENT_MAX];
    uint32_t recents;
} StoreRating;

/* How a game changed it; both are of the same player and category. */
typedef struct {
    GameId game;
    StoreRating before, after;
} StoreRatingChange;

/* What a player's rating was at the end of a day (UTC), in the units of StoreRating. */
typedef struct {
    int32_t category, year, month, day, rating;
} StoreRatingDay;

typedef enum { STORE_SEAT_HUMAN, STORE_SEAT_LEVEL, STORE_SEAT_ENGINE } StoreSeatKind;

typedef struct {
    StoreSeatKind kind;
    int32_t rating; /* as the game began, 0 without one */
    /* Of a human: */
    char player[STORE_PLAYER_ID_MAX +
                1]; /* empty: of an imported game, whose players have no accounts here */
    /* The player's, or the one in the tags of an imported game, shortened; filled in by reads, ignored by
     * writes. */
    char name[STORE_NAME_MAX + 1];
    bool guest; /* likewise */
    /* Of a level of the computer, from 1: */
    int32_t level;
    /* Of an engine: its name, and the step of its own strength or 0. A game from before names were stored
     * has the store_engine_number of the name instead. */
    char engine[STORE_ENGINE_MAX + 1];
    int32_t step;
    int32_t engine_number;
} StoreSeat;

/* The number that stands for an engine's name in games from before names were stored (FNV-1a,
 * frozen). */
int32_t store_engine_number(const char *name);

typedef struct {
    GameId id;
    StoreSeat seat[2]; /* by Color */
    int32_t variant;
    char fen[STORE_FEN_MAX + 1]; /* the position it begins from; empty: the standard one */
    TimeControl control;
    bool rated;
    bool again; /* the players have already played from its start position, with colours reversed */
    bool imported; /* played elsewhere: no seat is a player's or a computer's */
    int32_t first_move;
    uint8_t rules;   /* as in GameSetup */
    int64_t created; /* the axis, as in GameSetup */
    int64_t made;    /* wall clock, ms */
    /* Filled in by reads; 'ended' is 0 for a game in progress. */
    int64_t ended; /* wall clock, ms */
    Status status;
    Winner winner;
    Reason reason;
} StoreGame;

typedef struct {
    char id[STORE_CHALLENGE_ID_MAX + 1];
    int64_t made;    /* wall clock, ms */
    int64_t expires; /* wall clock, ms; those past it are not loaded but deleted */
    size_t size;
    unsigned char terms[STORE_TERMS_MAX]; /* the lobby's bytes, versioned by it */
} StoreChallenge;

typedef struct {
    uint32_t seq;
    unsigned char size;
    unsigned char bytes[EVENT_PACKED_MAX];
} StoredEvent;

/* What makes a player an account. */
typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    char name[STORE_NAME_MAX + 1]; /* filled in by reads, ignored by writes */
    char skeleton[STORE_SKELETON_MAX + 1];
    char password[STORE_PASSWORD_MAX + 1];
    char second[STORE_SECOND_MAX + 1]; /* "": none */
    int64_t made, seen, closed;        /* wall clock, ms, as in all below */
    bool bot, is_operator;
} StoreAccount;

typedef struct {
    char key[STORE_CREDENTIAL_MAX + 1];
    char player[STORE_PLAYER_ID_MAX + 1];
    int32_t kind, scopes; /* as in credential.h */
    int64_t made, seen, expires;
    char label[STORE_LABEL_MAX + 1];
} StoreCredential;

typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1], other[STORE_PLAYER_ID_MAX + 1];
    int32_t kind; /* as in accounts.h */
    int64_t made;
} StoreRelation;

/* Whom an OpenID provider calls 'subject' has the player's account. */
typedef struct {
    char issuer[STORE_ISSUER_MAX + 1], subject[STORE_SUBJECT_MAX + 1];
    char player[STORE_PLAYER_ID_MAX + 1];
    int64_t made;
} StoreSubject;

typedef struct {
    char id[STORE_PLAYER_ID_MAX + 1];
    int64_t muted, banned;               /* until; 0: not */
    bool marked;                         /* as a cheat */
    char warning[STORE_WARNING_MAX + 1]; /* not shown to them yet; empty: none */
} StoreSanction;

typedef struct {
    char id[STORE_TOURNAMENT_ID + 1];
    int64_t made;
    int64_t over; /* wall clock, ms; 0: it goes on */
} StoreTournament;

/* A broadcast, or one of its rounds (broadcasts.h). Lent for the call. */
typedef struct {
    char id[STORE_BROADCAST_ID + 1];
    char of[STORE_BROADCAST_ID + 1]; /* the broadcast that it is a round of; "" */
    const char *data;
    size_t size;
} StoreBroadcast;

/* A team, and somebody who belongs to it or asks to (teams.h). */
typedef struct {
    char id[STORE_TEAM_ID + 1];
    char name[STORE_TEAM_NAME_MAX + 1];
    char description[STORE_TEAM_DESCRIPTION_MAX + 1];
    char captain[STORE_PLAYER_ID_MAX + 1];
    int32_t entry;
    char code[STORE_TEAM_CODE_MAX + 1];
    int64_t made;
} StoreTeam;

typedef struct {
    char team[STORE_TEAM_ID + 1];
    char player[STORE_PLAYER_ID_MAX + 1];
    bool asks;
    int64_t since;
    char words[STORE_TEAM_WORDS_MAX + 1];
} StoreTeamMember;

/* An operator's action. */
typedef struct {
    int64_t at;
    char who[STORE_NAME_MAX + 1];
    char act[STORE_NAME_MAX + 1];
    char target[STORE_WORDS_MAX + 1];
    char undo[STORE_WORDS_MAX + 1]; /* the command that undoes it; empty: none does */
} StoreAct;

typedef struct {
    int64_t at;
    char id[STORE_PLAYER_ID_MAX + 1], about[STORE_PLAYER_ID_MAX + 1];
    char game[GAME_ID_LENGTH + 1];
    char reason[STORE_NAME_MAX + 1];
    char words[STORE_WORDS_MAX + 1];
    char chat[STORE_CHAT_MAX + 1]; /* what was said in the game: a JSON array, or empty */
} StoreReport;

/* An operator has decided on the report with that number; 'at' 0 and nobody: it is open again. */
typedef struct {
    int64_t number, at;
    char who[STORE_NAME_MAX + 1];
} StoreDecision;

/* An address, or a whole network, that is banned. */
typedef struct {
    char address[STORE_ADDRESS_MAX + 1];
    int64_t until; /* wall clock, ms */
} StoreAddressBan;

typedef struct {
    char name[STORE_NAME_MAX + 1], value[STORE_NAME_MAX + 1];
} StoreSite;

/* A webhook: an address to which events are posted (server/webhooks). Instants are of the wall clock, ms. */
typedef struct {
    char id[STORE_WEBHOOK_ID + 1];
    char url[STORE_URL_MAX + 1];
    char secret[STORE_WEBHOOK_SECRET_MAX + 1];
    int32_t events; /* a bit for each kind that is sent */
    int64_t made;
    int64_t failing_since;            /* nothing has arrived since then; 0: the newest has */
    int64_t off_since;                /* nothing is sent since then; 0: it is on */
    char reason[STORE_WORDS_MAX + 1]; /* why not */
} StoreWebhook;

/* What is sent to one, until it has arrived; then a line in the list of the last ones. */
typedef struct {
    char id[STORE_DELIVERY_ID_MAX + 1];
    char webhook[STORE_WEBHOOK_ID + 1];
    char event[STORE_NAME_MAX + 1];
    int64_t made;
    int64_t tried; /* the last time; 0: not yet */
    int64_t next;  /* the next try; 0: it is over */
    int32_t tries;
    int32_t status;                    /* of the last answer (RFC 9110, 15); 0: there was none */
    char outcome[STORE_LABEL_MAX + 1]; /* of the last try, in words */
    char body[STORE_DELIVERY_MAX + 1]; /* JSON; "" once it is over */
} StoreDelivery;

/* A device that gets somebody's push messages (server/push). */
typedef struct {
    char id[STORE_PUSH_ID + 1];
    char player[STORE_PLAYER_ID_MAX + 1];
    char credential[STORE_CREDENTIAL_MAX + 1]; /* of the session that it ends with */
    char endpoint[STORE_URL_MAX + 1];
    char key[STORE_PUSH_KEY_MAX + 1], auth[STORE_PUSH_AUTH_MAX + 1];
    char language[STORE_LANGUAGE_MAX + 1], label[STORE_LABEL_MAX + 1];
    char origin[STORE_ORIGIN_MAX + 1]; /* of the page; "": not https */
    int32_t wants;
    int64_t made; /* wall clock, ms */
} StorePushDevice;

/* Where somebody can be written to (server/mail). Times are the wall clock's, ms. */
typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    char address[STORE_MAIL_MAX + 1];                              /* confirmed; "": none */
    char wanted[STORE_MAIL_MAX + 1];                               /* not confirmed yet; "": none */
    char confirm[STORE_MAIL_HASH + 1], reset[STORE_MAIL_HASH + 1]; /* of links; "": none */
    char language[STORE_LANGUAGE_MAX + 1];
    int64_t confirm_until, reset_until;
    int32_t hours; /* before their time runs out they are reminded; 0: never */
    int64_t made;
} StoreMailAddress;

/* It is their turn in a correspondence game. */
typedef struct {
    GameId game;
    char player[STORE_PLAYER_ID_MAX + 1], opponent[STORE_NAME_MAX + 1];
    int64_t since, ends;
    int64_t reminded; /* when; 0: not */
} StoreMailTurn;

/* A key that a client gave to a request, and what was answered. */
typedef struct {
    char person[STORE_PLAYER_ID_MAX + 1];
    char key[STORE_REQUEST_KEY_MAX + 1];
    int64_t at;      /* wall clock, ms */
    int64_t content; /* a hash of what was asked */
    /* Of the answer; or empty. */
    char seek[STORE_CHALLENGE_ID_MAX + 1], challenge[STORE_CHALLENGE_ID_MAX + 1];
    char game[GAME_ID_LENGTH + 1];
    bool link; /* it told the challenge's address, too */
} StoreRequestKey;

/* In which forms a file of the page is kept. */
enum { STORE_PAGE_PLAIN, STORE_PAGE_GZIP, STORE_PAGE_BROTLI, STORE_PAGE_FORMS };

/* A file of the page of one version of castled; its name has the hash of what is in it. */
typedef struct {
    char path[STORE_PAGE_PATH_MAX + 1], type[STORE_PAGE_TYPE_MAX + 1];
    char etag[STORE_PAGE_ETAG_MAX + 1]; /* with its quotes */
    int64_t page;                       /* the last version that has it; they count from 1 */
    /* The bytes of each form, lent; no bytes: it is not kept in this form. */
    struct {
        const unsigned char *data;
        size_t size;
    } forms[STORE_PAGE_FORMS];
} StorePageFile;

/* What is known of one without reading it. */
typedef struct {
    char path[STORE_PAGE_PATH_MAX + 1];
    int64_t page, bytes; /* of all its forms */
} StorePageName;

/* A game as stored: its row and all its events, in order and without a gap. */
typedef struct {
    StoreGame game;
    char *tags; /* of an imported game: "name\0value\0" one after the other; its own, or NULL */
    size_t tags_size;
    /* Of a game in progress, by Color: the bytes of conditional_pack; its own, or NULL. Damaged ones have size 0. */
    unsigned char *conditional[2];
    size_t conditional_size[2];
    uint32_t count;
    StoredEvent events[];
} StoredGame;

void stored_game_free(StoredGame *game); /* NULL is none */
