/* challenge.h - a game offered to one person by name, or to whoever has the link; or arranged for two others (an open one).
 *
 * A Challenge is a plain value; challenge_pack is the form in which the server stores it, so that it survives a
 * restart. Challenges is the table of the open ones, with its limits. Limits count accounts one by one, but guests by
 * their address, since anybody can become a new guest; a larger one counts everybody at an address, since anybody can
 * sign up. When the table is full, whoever has the most open challenges makes room, guests first. Pure: 'now' is the
 * wall clock in ms, since expiry goes on while the server is down. challenges_free frees the table and all in it. */
#pragma once

#include <stddef.h>

#include "bounds.h"
#include "person.h"
#include "terms.h"

enum {
    CHALLENGES_PER_PERSON = 20,   /* open at once, made by one person */
    CHALLENGES_PER_PAIR = 3,      /* of these, to the same person */
    CHALLENGES_MAX = 10000,       /* of all */
    CHALLENGES_GUESTS_MAX = 9000, /* of these, made by guests */
    CHALLENGE_LINK_LIFE = 24 * 60 * 60 * 1000,
    CHALLENGE_USER_LIFE = 14 * 24 * 60 * 60 * 1000,
    CHALLENGE_GONE_LIFE = 30 * 60 * 1000, /* of a guest's link after its maker has disconnected */
    CHALLENGE_OPEN_LIFE_MAX = 14 * 24 * 60 * 60 * 1000, /* an open one may say when it expires */
    CHALLENGE_ADDRESS_MAX = 45,
    CHALLENGE_TITLE_MAX = 60, /* bytes of an open one's name */
    CHALLENGE_PACKED_MAX = 396 + 192,
};

/* Who plays in an open challenge; its maker may be one of them. */
typedef struct {
    bool named;       /* only these two, the first with White; else whoever joins first */
    bool joined[2];   /* have accepted it; without names the first joins first */
    Person player[2]; /* with names, or as they have joined */
    char title[CHALLENGE_TITLE_MAX + 1];
} OpenSeats;

typedef struct {
    LobbyId id;
    bool link; /* for whoever has the link; otherwise for 'to' alone */
    bool
        open; /* with a link: for two others, 'seats', and terms.color is the wish of the first to join */
    uint8_t rules; /* of the game, a sum of RULE_ (game_rules.h) */
    OpenSeats seats;
    Person from; /* as they were when the challenge was made */
    Person to;
    Terms terms;
    bool has_start; /* VARIANT_FROM_POSITION: 'start' is its position */
    Position start;
    int64_t made, expires; /* wall clock */
    /* From which a guest made it, or an organiser a game of a bulk pairing; else empty for an account. */
    char address[CHALLENGE_ADDRESS_MAX + 1];
    char counted_at[CHALLENGE_ADDRESS_MAX + 1]; /* of anybody; not stored for an account */
} Challenge;

/* Why a challenge is declined: the words of the Lichess API. */
#define DECLINE_REASONS(X)                                                                         \
    X(GENERIC, generic)                                                                            \
    X(LATER, later)                                                                                \
    X(TOO_FAST, tooFast)                                                                           \
    X(TOO_SLOW, tooSlow)                                                                           \
    X(TIME_CONTROL, timeControl)                                                                   \
    X(RATED, rated)                                                                                \
    X(CASUAL, casual)                                                                              \
    X(STANDARD, standard)                                                                          \
    X(VARIANT, variant)                                                                            \
    X(NO_BOT, noBot)                                                                               \
    X(ONLY_BOT, onlyBot)

typedef enum {
#define X(name, word) DECLINE_##name,
    DECLINE_REASONS(X)
#undef X
        DECLINE_REASON_COUNT
} DeclineReason;

/* The id of the game that comes of it: the first letters of its own. */
GameId challenge_game(const Challenge *challenge);
/* The random number that draws the colours. It follows from the id, so the result can be told in advance. */
uint64_t challenge_chance(const LobbyId *id);
/* The colour that its maker will have. When they have no wish, challenge_chance decides. */
Color challenge_color(const Challenge *challenge);

const char *decline_reason_word(DeclineReason reason);

#define CHALLENGE_ERRORS(X)                                                                        \
    X(OK, "done")                                                                                  \
    X(STALE, "that challenge is no longer open")                                                   \
    X(COLOR, "that colour is taken")                                                               \
    X(FORBIDDEN, "that challenge is not for you")                                                  \
    X(GUEST, "guests play casual games: sign in for rated ones")                                   \
    X(MANY, "you have too many open challenges")                                                   \
    X(CROWDED, "too many challenges made at your address are open")                                \
    X(FULL, "there are too many open challenges")

typedef enum {
#define X(name, text) CHALLENGE_##name,
    CHALLENGE_ERRORS(X)
#undef X
} ChallengeError;

const char *challenge_error_text(ChallengeError error);

/* Sets made and expires. */
void challenge_date(Challenge *challenge, int64_t now);

/* Writes the stored form, versioned, and returns its length (at most CHALLENGE_PACKED_MAX). */
size_t challenge_pack(const Challenge *challenge, unsigned char *out);
/* False for anything that challenge_pack does not write: any bytes are safe. */
bool challenge_unpack(Challenge *challenge, const unsigned char *bytes, size_t length);

typedef struct Challenges Challenges;

/* The key is for its tables (siphash.h). 'bounds' is borrowed: BOUND_OPEN_CHALLENGES and BOUND_ADDRESS_CHALLENGES count
 * there. */
Challenges *challenges_new(const SipKey *sip, Bounds *bounds);
void challenges_free(Challenges *challenges);

/* Opens a challenge that has its dates. If another one had to make room, it is removed and copied to *evicted,
 * whose id is otherwise empty. */
ChallengeError challenges_add(Challenges *challenges, const Challenge *challenge,
                              Challenge *evicted);
/* Adds one that was open before a restart, whatever the limits say; its maker has not connected yet. */
void challenges_load(Challenges *challenges, const Challenge *challenge, int64_t now);

/* The person has disconnected: a guest's links have CHALLENGE_GONE_LIFE left, unless the guest comes back. */
void challenges_left(Challenges *challenges, const char *person, int64_t now);
void challenges_returned(Challenges *challenges, const char *person);
/* The person has a new name, or the guest has signed up. */
void challenges_know(Challenges *challenges, const Person *person);
/* Whether there is any made by or for the person. */
bool challenges_concern(const Challenges *challenges, const char *person);

/* The open challenge with that id; NULL when it is gone or has expired. Lent until the next change. */
const Challenge *challenges_find(const Challenges *challenges, const LobbyId *id, int64_t now);
/* The same by the id of the game that would come of it. */
const Challenge *challenges_find_game(const Challenges *challenges, const GameId *game,
                                      int64_t now);

/* Removes it for a game between its maker and 'person'; seat[] is by Color. */
ChallengeError challenges_accept(Challenges *challenges, const LobbyId *id, const Person *person,
                                 int64_t now, uint64_t chance, Challenge *taken, Person seat[2]);
/* The person joins an open one, with a colour or WISH_RANDOM. *joined is as it is then; when both have joined it is removed
 * for their game, and seat[] is by Color. To join twice changes nothing. */
ChallengeError challenges_join(Challenges *challenges, const LobbyId *id, const Person *person,
                               Wish color, int64_t now, Challenge *joined, Person seat[2]);
bool challenge_is_full(const Challenge *challenge);
/* Removes it without a game: its maker cancels it, or the person it is for declines. */
ChallengeError challenges_decline(Challenges *challenges, const LobbyId *id, const Person *person,
                                  int64_t now, Challenge *taken);

/* Removes it, whoever asks. STALE when it is gone. */
ChallengeError challenges_remove(Challenges *challenges, const LobbyId *id, Challenge *taken);

/* Removes one that has expired; false when there is none. */
bool challenges_tick(Challenges *challenges, int64_t now, Challenge *expired);
/* When the next one expires, at the earliest; INT64_MAX for never. */
int64_t challenges_deadline(const Challenges *challenges);

size_t challenges_count(const Challenges *challenges);
/* In no particular order; the index is from 0 to challenges_count - 1. */
const Challenge *challenges_at(const Challenges *challenges, size_t index);
