/* seek.h - one person's wish for a game, and whom it fits.
 *
 * Plain values. Two kinds: a seek as such stands open as it is, for whoever is in its range; a seek of the
 * pool (quick pairing) looks for somebody near in rating, and what counts as near grows with the time that
 * both have waited, and with how few are there: with three in a club everybody is near. */
#pragma once

#include "person.h"
#include "terms.h"

enum {
    SEEK_ADDRESS_MAX = 45,
    SEEK_GRACE = 5 * 1000,     /* ms that a seek outlives its connection */
    SEEK_FALLBACK = 10 * 1000, /* ms until the computer takes the seat, when the seek doesn't say */
    SEEK_FALLBACK_MAX = 60 * 60 * 1000,
    SEEK_FALLBACK_NEVER = -1,
    /* Points of rating. */
    NEAR_CROWDED = 100,      /* what is near at first when NEAR_CROWD people or more play that */
    NEAR_CROWD = 40,         /* and with fewer so much more: 4000 for all of them */
    NEAR_PROVISIONAL = 30,   /* more between two whose ratings are uncertain, as lichess has it */
    NEAR_PERFECT = 4,        /* who is within a quarter of what is near needs no round */
    NEAR_DOUBLES = 5 * 1000, /* ms of waiting, both together, that bring as much again */
};

typedef struct {
    int32_t least,
        most; /* both are within; 0 and RATING_MAX when that does not matter to the seeker */
} RatingRange;

typedef struct {
    LobbyId id;
    Person person;                      /* with their rating in what they seek */
    uint64_t session;                   /* the connection that it stands and falls with */
    char address[SEEK_ADDRESS_MAX + 1]; /* of a guest: what bounds count by */
    Terms terms;
    RatingRange rating;
    int32_t fallback; /* ms that a human being is looked for; 0 none; SEEK_FALLBACK_NEVER */
    bool keep;        /* stays open beside a game against the computer */
    bool ask;         /* and whoever comes then is offered, not paired */
    bool pool;
} Seek;

/* Terms, wishes of colour and ranges agree, and they are two persons. */
bool seek_fits(const Seek *one, const Seek *other);
/* How far apart the two are. */
int32_t seek_distance(const Seek *one, const Seek *other);

/* What is near at first, with so many who played the same lately. */
int32_t near_of(unsigned crowd);
/* What is near for these two, who have waited together so long (ms): up to RATING_MAX. */
int32_t seek_reach(const Seek *one, const Seek *other, int32_t near, int64_t waited);

/* The same for the same game, so that seeks can be brought in order by it; others may share it. */
uint64_t seek_key(const Seek *seek);
