/* lobby.h - the open seeks: who looks for which game, who fits whom, when the computer steps in.
 *
 * Pure: 'now' is an argument in ms of a clock that never jumps, chance is an argument, ids come with
 * the seek. It makes no games and knows no sockets: it says who should play, in a Pairing, and forgets.
 * Seeks are not kept over a restart. lobby_free frees all. */
#pragma once

#include <stddef.h>

#include "person.h"
#include "terms.h"

enum {
    SEEKS_PER_PERSON = 3,
    SEEKS_MAX = 10000,         /* open at once, of all */
    SEEK_GRACE = 5 * 1000,     /* ms that a seek outlives its connection */
    SEEK_FALLBACK = 10 * 1000, /* ms until the computer takes the seat, when the seek doesn't say */
    SEEK_FALLBACK_MAX = 60 * 60 * 1000,
    SEEK_FALLBACK_NEVER = -1,
};

typedef struct {
    int32_t least, most; /* both are within; 0 and RATING_MAX when the seeker doesn't care */
} RatingRange;

typedef struct {
    LobbyId id;
    Person person;
    uint64_t session; /* the connection that it stands and falls with */
    Terms terms;
    RatingRange rating;
    int32_t fallback; /* ms that a human being is looked for; 0 none; SEEK_FALLBACK_NEVER */
    bool keep;        /* stays open beside a game against the computer */
} Seek;

/* A game to be made. Seats are by Color. A computer's seat has a Person with a level, session 0 and an
 * empty seek id; such a game is casual whatever was sought. */
typedef struct {
    Terms terms; /* .color is of no meaning any more */
    Person seat[2];
    uint64_t session[2];
    LobbyId seek[2];
    bool kept; /* the seek stays open: a human being may still come */
} Pairing;

#define LOBBY_ERRORS(X)                                                                            \
    X(OK, "done")                                                                                  \
    X(STALE, "that seek is no longer open")                                                        \
    X(FORBIDDEN, "that seek is not yours to take or to withdraw")                                  \
    X(GUEST, "guests play casual games: sign in for rated ones")                                   \
    X(MANY, "you have too many open seeks")                                                        \
    X(FULL, "the lobby is full")

typedef enum {
#define X(name, text) LOBBY_##name,
    LOBBY_ERRORS(X)
#undef X
} LobbyError;

const char *lobby_error_text(LobbyError error);

typedef struct Lobby Lobby;

Lobby *lobby_new(void);
void lobby_free(Lobby *lobby);

/* Opens a seek, or pairs it at once: with the oldest that fits, one whose connection is there before one
 * whose is lost; with the computer when none fits and its fallback is 0. *paired says whether there is a
 * pairing. On refusal nothing changes. */
LobbyError lobby_seek(Lobby *lobby, const Seek *seek, int64_t now, uint64_t chance, bool *paired,
                      Pairing *pairing);

/* Withdraws a person's own seek. STALE when it is gone, paired or not. */
LobbyError lobby_unseek(Lobby *lobby, const LobbyId *id, const Person *person);

/* Takes an open seek of somebody else as it stands, if the taker's rating is within its range. */
LobbyError lobby_take(Lobby *lobby, const LobbyId *id, const Person *person, uint64_t session,
                      uint64_t chance, Pairing *pairing);

/* A connection ended: its seeks have SEEK_GRACE left, in which the computer does not come. */
void lobby_lost(Lobby *lobby, uint64_t session, int64_t now);
/* A person has a new connection: the seeks of his lost ones hang on it from now on. */
void lobby_returned(Lobby *lobby, const Person *person, uint64_t session);

typedef enum { LOBBY_QUIET, LOBBY_PAIRED, LOBBY_ENDED } LobbyNews;

/* What is due, one at a time; call again until LOBBY_QUIET. PAIRED: the computer takes the seat as
 * 'pairing' says. ENDED: a seek whose connection did not come back is gone. */
LobbyNews lobby_tick(Lobby *lobby, int64_t now, uint64_t chance, Pairing *pairing);
/* Nothing is due before it; INT64_MAX for never. */
int64_t lobby_deadline(const Lobby *lobby);

/* The open seeks, oldest first: index from 0 to lobby_count - 1. Lent until the lobby changes. */
size_t lobby_count(const Lobby *lobby);
const Seek *lobby_at(const Lobby *lobby, size_t index);
const Seek *lobby_find(const Lobby *lobby, const LobbyId *id); /* or NULL */
/* Grows with every change of the list, so that who shows it knows when to show it again. */
uint64_t lobby_version(const Lobby *lobby);
