/* seek.h - one person's request for a game, and whether two of them match.
 *
 * Plain values. There are two kinds: an ordinary seek is open to everybody within its rating range; a seek of quick
 * pairing (the pool) looks for somebody with a similar rating, and the difference that is allowed grows with the time
 * that both have waited, and with how few people there are: among three in a club any difference will do. */
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
    NEAR_CROWDED = 100,    /* allowed at first when NEAR_CROWD people or more seek the same */
    NEAR_CROWD = 40,       /* with fewer people proportionally more, up to 4000 for one */
    NEAR_PROVISIONAL = 30, /* more when both ratings are provisional, as on lichess */
    NEAR_PERFECT =
        4, /* within a quarter of what is allowed they are paired without waiting for a round */
    NEAR_DOUBLES =
        5 * 1000, /* as much again is allowed for each so many ms that both together have waited */
};

typedef struct {
    int32_t least, most; /* inclusive; 0 and RATING_MAX: any rating */
} RatingRange;

typedef struct {
    LobbyId id;
    Person person;    /* with their rating for this kind of game */
    uint64_t session; /* the connection that it belongs to; without it the seek lasts SEEK_GRACE */
    char address[SEEK_ADDRESS_MAX + 1]; /* the key for bounds */
    Terms terms;
    RatingRange rating;
    int32_t fallback; /* ms until the computer steps in; 0: at once; SEEK_FALLBACK_NEVER */
    bool keep;        /* stays open while its maker plays the computer */
    bool ask;         /* an opponent found meanwhile is offered, not paired */
    bool pool;
} Seek;

/* Terms, colours and rating ranges agree, and they are not the same person. */
bool seek_fits(const Seek *one, const Seek *other);
/* The difference of their ratings. */
int32_t seek_distance(const Seek *one, const Seek *other);

/* The difference that is allowed at first, when so many people have recently sought the same. */
int32_t seek_reach_at_first(unsigned crowd);
/* The difference that is allowed for these two, who have waited so long together (ms): up to RATING_MAX. */
int32_t seek_reach(const Seek *one, const Seek *other, int32_t near, int64_t waited);

/* Equal for seeks of the same kind of game, so that they can be sorted by it, and rarely also for
 * others. */
uint64_t seek_key(const Seek *seek);
