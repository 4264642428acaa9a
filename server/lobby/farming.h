/* farming.h - which finished games count for ratings: the rules against farming points.
 *
 * Pure. Recents remembers the openings and winners of recent rated games, to recognise a game that is
 * played again; it is bounded, in memory only, and freed by recents_free. Rules and figures are
 * lichess's, except that repeated games are looked for between all players, not only with bots. */
#pragma once

#include "person.h"
#include "rating.h"

enum {
    FARMING_PLIES_LEAST = 2,    /* a rated game with fewer does not count */
    FARMING_OPENING = 20,       /* plies that make two games the same */
    FARMING_GAMES_BACK = 2,     /* compared with this many games of the same two players */
    FARMING_REMATCH_LEAST = 10, /* plies: a shorter rated game has no rematch */
    FARMING_ACCOUNT_DAYS = 7,   /* the winner's account is checked while it is younger than this */
    FARMING_GAMES_NEW = 5,      /* over which the length that is required of a game falls */
    RECENTS_MAX = 4096,
};

/* Name, word on the wire. */
#define FARMING_VERDICTS(X)                                                                        \
    X(COUNTS, counts)                                                                              \
    X(CASUAL, casual)        /* not a rated game */                                                \
    X(NOT_PLAYED, notPlayed) /* fewer than two moves, or no result */                              \
    X(NO_ACCOUNT, noAccount) /* a guest or a computer played */                                    \
    X(SAME_PERSON, samePerson)                                                                     \
    X(REPEATED, repeated) /* the same opening with the same winner as in a game just before */     \
    X(BOOSTED, boosted)   /* too short, and won by an account that is too new */                   \
    X(MARKED, marked)     /* by an operator, as a cheat: one of the players */

typedef enum {
#define X(name, word) FARMING_##name,
    FARMING_VERDICTS(X)
#undef X
} FarmingVerdict;

/* The word on the wire. */
const char *farming_word(FarmingVerdict verdict);

typedef struct {
    const Person *seat; /* two, by Color */
    const Move *moves;
    uint32_t plies;
    bool rated;
    Status status;
    Winner winner;
    int64_t lasted;     /* ms, from the creation of the game to its end */
    int64_t account[2]; /* when each account was created */
    Rating rating[2];   /* before the game */
    bool related;       /* both use one address */
    int64_t now;        /* wall clock */
} FarmingGame;

/* What a game made of both ratings: points before and after it by Color, when it counts. */
typedef struct {
    FarmingVerdict verdict;
    int32_t before[2], after[2];
    bool provisional[2];
} RatedResult;

typedef struct Recents Recents;

Recents *recents_new(void);
void recents_free(Recents *recents);

/* Whether the game counts. */
FarmingVerdict farming_judge(const Recents *recents, const FarmingGame *game);
/* Remembers the game, whatever the verdict was. Only games between two accounts need to be
 * noted. */
void recents_note(Recents *recents, const FarmingGame *game);
