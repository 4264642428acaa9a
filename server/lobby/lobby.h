/* lobby.h - the open seeks: who is looking for a game, who plays whom, and when the computer steps in.
 *
 * Two ordinary seeks are paired as soon as they fit. A seek of quick pairing (the pool) is paired at once with somebody
 * whose rating is very near, otherwise in the next round, at most a second later, with somebody near enough by then
 * (seek.h). Pure: 'now' is an argument, in ms of a clock that never jumps; chance is an argument; ids come with the seek.
 * It starts no games and knows no sockets: it returns who should play, as a Pairing, and forgets them. Seeks do not
 * survive a restart. lobby_free frees everything. */
#pragma once

#include <stddef.h>

#include "bounds.h"
#include "pairing.h"
#include "pools.h"
#include "siphash.h"

enum {
    SEEKS_PER_PERSON = 3,
    SEEKS_MAX = 10000,         /* open at once, by everybody */
    SEEKS_GUESTS_MAX = 9000,   /* of these, by guests */
    COMPUTER_AGAIN = 5 * 1000, /* ms until the computer is asked again when it has too many games */
};

#define LOBBY_ERRORS(X)                                                                            \
    X(OK, "done")                                                                                  \
    X(STALE, "that seek is no longer open")                                                        \
    X(FORBIDDEN, "that seek is not yours to take or to withdraw")                                  \
    X(GUEST, "guests play casual games: sign in for rated ones")                                   \
    X(MANY, "you have too many open seeks")                                                        \
    X(CROWDED, "too many seeks are open at your address")                                          \
    X(BUSY, "too many games against the computer are in progress at your address")                 \
    X(FULL, "the lobby is full")

typedef enum {
#define X(name, text) LOBBY_##name,
    LOBBY_ERRORS(X)
#undef X
} LobbyError;

const char *lobby_error_text(LobbyError error);

typedef struct Lobby Lobby;

/* The key is for its tables (siphash.h). */
Lobby *lobby_new(const SipKey *sip);
void lobby_free(Lobby *lobby);
/* Called before two people are paired, since the lobby knows nothing of blocks. Without it anybody may play
 * anybody. */
void lobby_set_meet(Lobby *lobby, LobbyMeet meet, void *context);
/* How much an address may have open at once: OPEN_SEEKS (guests) and ADDRESS_SEEKS (everybody) are counted here, and while
 * COMPUTER_GAMES or ADDRESS_COMPUTER_GAMES has no room the computer does not step in. Borrowed; without it nothing is
 * bounded. */
void lobby_set_bounds(Lobby *lobby, Bounds *bounds);
/* The game between the two was aborted: they are not paired again for RECENT_PAIRS_FOR (recent_pairs.h). */
void lobby_note_aborted(Lobby *lobby, const Person *one, const Person *other, int64_t now);

/* Opens a seek, or pairs it at once: with the oldest that fits, preferring those whose connection is still there, or
 * with the nearest of the pool; with the computer when there is none and the seek's fallback is 0.
 * *paired says whether there is a pairing. On refusal nothing changes. Colours are drawn so that they are
 * balanced (Person.balance), by 'chance' when that decides nothing. */
LobbyError lobby_seek(Lobby *lobby, const Seek *seek, int64_t now, uint64_t chance, bool *paired,
                      Pairing *pairing);

/* Withdraws a person's own seek. STALE when it is gone, paired or not. */
LobbyError lobby_unseek(Lobby *lobby, const LobbyId *id, const Person *person);

/* Accepts somebody else's open seek, if the taker's rating is within its range and the two may play each other. A
 * seek of the taker's own that asks (LOBBY_FOUND) and fits is used for the pairing. */
LobbyError lobby_take(Lobby *lobby, const LobbyId *id, const Person *person, uint64_t session,
                      int64_t now, uint64_t chance, Pairing *pairing);
/* Whether that seek was offered to the person, who has a seek with 'ask'. None is offered twice in a
 * row. */
bool lobby_was_offered(const Lobby *lobby, const LobbyId *id, const Person *person);

/* A connection ended: its seeks have SEEK_GRACE left, in which the computer does not come. */
void lobby_connection_lost(Lobby *lobby, uint64_t session, int64_t now);
/* The same, but the person is back with another connection, which was told of these seeks: they belong to that one. */
void lobby_connection_replaced(Lobby *lobby, uint64_t session, uint64_t by);
/* A person has a new connection: their seeks whose connection was lost belong to it from now on. */
void lobby_person_returned(Lobby *lobby, const Person *person, uint64_t session, int64_t now);

typedef enum { LOBBY_QUIET, LOBBY_PAIRED, LOBBY_FOUND, LOBBY_ENDED } LobbyNews;

/* Does one thing that is due; call it again until LOBBY_QUIET. PAIRED: a round has found two, or the
 * computer takes the seat, as 'pairing' says. FOUND: seat, session and seek [0] play the computer and
 * asked to be offered [1], whose seek stays open; nothing is paired. ENDED: a seek whose connection did
 * not come back is gone. */
LobbyNews lobby_tick(Lobby *lobby, int64_t now, uint64_t chance, Pairing *pairing);
/* Nothing is due before it; INT64_MAX for never. */
int64_t lobby_deadline(const Lobby *lobby);

/* The open seeks, oldest first: index from 0 to lobby_count - 1. Lent until the lobby changes. */
size_t lobby_count(const Lobby *lobby);
const Seek *lobby_at(const Lobby *lobby, size_t index);
const Seek *lobby_find(const Lobby *lobby, const LobbyId *id); /* or NULL */
/* How many of them are that person's. */
size_t lobby_count_of(const Lobby *lobby, const char *person);
/* How many people wait for one of the usual time controls, and how long it has recently taken (ms; -1:
 * not known). */
uint32_t lobby_waiting(const Lobby *lobby, int pool);
int32_t lobby_typical_wait(const Lobby *lobby, int pool, int64_t now);
/* Grows with every change of the list, so that it need not be sent again while nothing has changed. */
uint64_t lobby_version(const Lobby *lobby);
