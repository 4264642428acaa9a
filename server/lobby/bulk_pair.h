/* bulk_pair.h - one game of a bulk pairing: many games that an organiser begins at one time, between accounts that have given
 * them their tokens.
 *
 * A plain value: the game is offered as a challenge from White to Black, which nobody has to accept. bulk_pair_pack is the
 * form in which it is stored among the challenges, so that it survives a restart. Pure. */
#pragma once

#include "challenge.h"

enum {
    BULK_GAMES_MAX = 500,        /* games of one bulk, as on lichess.org, like the next three */
    BULK_OWNER_GAMES_MAX = 1000, /* that an organiser has scheduled */
    BULK_OWNER_MAX = 20,         /* bulks that an organiser has scheduled */
    BULK_AHEAD_DAYS = 7,
    BULK_ALL_GAMES_MAX = 10000, /* of all organisers, those that have begun among them */
    BULK_TURN_MAX =
        100, /* that begin, or are otherwise due, in one turn of the loop: the others follow in the next */
    BULK_MESSAGE_MAX = 300, /* bytes of what the players are told */
    BULK_PAIR_PACKED_MAX =
        CHALLENGE_PACKED_MAX + 64 + 8 + 1 + PERSON_NAME_MAX + 2 + BULK_MESSAGE_MAX,
};

/* ms for which a bulk is listed after its games have begun */
#define BULK_KEPT (INT64_C(7) * 24 * 60 * 60 * 1000)

typedef struct {
    /* From White to Black; its id begins with that of the game; its address is the owner's. */
    Challenge challenge;
    GameId bulk;
    uint16_t place; /* among the games of its bulk, from 0 */
    char owner[PERSON_ID_MAX + 1];
    int64_t pair_at;   /* wall clock, ms */
    int64_t paired_at; /* 0: it has not begun */
    /* When its clocks start although nobody has moved; 0: not by themselves. */
    int64_t clocks_at;
    bool clocks_started;
    char sender[PERSON_NAME_MAX + 1];   /* the owner's name */
    char message[BULK_MESSAGE_MAX + 1]; /* with {opponent} and {game}; "": none */
} BulkPair;

#define BULK_ERRORS(X)                                                                             \
    X(OK, "done")                                                                                  \
    X(NOT_FOUND, "there is no such bulk pairing")                                                  \
    X(LATE, "its games have begun already")                                                        \
    X(MANY, "you have too many games scheduled")                                                   \
    X(SHARE, "too many games have been scheduled from your address")                               \
    X(CROWDED, "one of the players would have too many games in progress")                         \
    X(FULL, "there are too many games scheduled on this server")

typedef enum {
#define X(name, text) BULK_##name,
    BULK_ERRORS(X)
#undef X
} BulkError;

const char *bulk_error_text(BulkError error);

/* Writes the stored form, versioned, and returns its length (at most BULK_PAIR_PACKED_MAX). */
size_t bulk_pair_pack(const BulkPair *pair, unsigned char *out);
/* Whether the stored bytes are a pair's, not a challenge's. */
bool bulk_pair_is(const unsigned char *bytes, size_t length);
/* False for anything that bulk_pair_pack does not write: any bytes are safe. */
bool bulk_pair_unpack(BulkPair *pair, const unsigned char *bytes, size_t length);
