/* bounds.h - how much may be open at once, and for whom; how often is rate_limit.h.
 *
 * Keys are addresses; an empty one stands for all of the server. Only keys that have something open take up
 * memory. Pure. bounds_free frees. */
#pragma once

#include "usage.h"

#include <stdbool.h>
#include <stdint.h>

/* Name and how many. PROTOCOL.md, section 8, has them in the same order. A school is behind one address: what accounts may
 * have is bounded for each of them (CHALLENGES_PER_PERSON, …), and for all at an address, which can make 60 in 10 minutes,
 * by ten times what its guests may. */
#define BOUND_KINDS(X)                                                                             \
    X(OPEN_CHALLENGES, 60)     /* challenges that guests of an address made */                     \
    X(OPEN_SEEKS, 60)          /* seeks of guests of an address */                                 \
    X(COMPUTER_GAMES, 30)      /* games of guests of an address against the computer, in memory */ \
    X(ADDRESS_CHALLENGES, 600) /* challenges of everybody at an address, accounts, too; */         \
    X(ADDRESS_SEEKS, 600)      /* their seeks, */                                                  \
    X(ADDRESS_COMPUTER_GAMES, 300) /* and their games against the computer, likewise */            \
    X(NEW_TOURNAMENTS, 2) /* tournaments that have not ended, of an account younger than a day */  \
    X(ADDRESS_TOURNAMENTS, 100) /* and those that accounts of an address made */                   \
    X(OLD_TOURNAMENTS, 4)       /* ended tournaments that are read from disk for an address */     \
    X(ALL_OLD_TOURNAMENTS, 16)  /* and for all addresses together */                               \
    X(CHALLENGE_WATCHES, 200)   /* challenges that an address watches */                           \
    X(BULK_GAMES, 1000)   /* games of bulk pairings that an address scheduled, while listed */     \
    X(TEAMS, 100)         /* teams that people at an address founded */                            \
    X(TEAM_MEMBERS, 5000) /* their memberships and requests to join */                             \
    X(TEAM_REQUESTS, 20)  /* and of the requests those that wait in one team */                    \
    X(CONNECTIONS, 500)  /* of an address; for clients of a proxy, also requests being answered */ \
    X(ICS_LOGINS, 50)    /* of an address, to the ICS port, that have not signed in yet */         \
    X(EXPORTS, 4)        /* exports of games to an address, under way */                           \
    X(ALL_EXPORTS, 32)   /* and to all addresses together */                                       \
    X(RECORDS, 4)        /* players' records that are summed up for an address */                  \
    X(ALL_RECORDS, 32)   /* and for all addresses together */                                      \
    X(GAME_LISTS, 10)    /* lists of games that are being searched for an address */               \
    X(VIEWERS, 100)      /* streams of games to an address (viewers.h) */                          \
    X(ALL_VIEWERS, 2000) /* and to all addresses together */                                       \
    X(STREAMS, 400)      /* streams of the Lichess API to an address */                            \
    X(TOKEN_STREAMS, 250) /* and by a token: of events, of games, of a seek, of challenges */      \
    X(ALL_STREAMS, 20000) /* and to all addresses together */

typedef enum {
#define X(name, most) BOUND_##name,
    BOUND_KINDS(X)
#undef X
        BOUND_COUNT
} BoundKind;

enum { BOUND_MOST = 1000000000 };

/* The figures above. */
void bound_usual(int32_t most[BOUND_COUNT]);
/* "OPEN_CHALLENGES" */
const char *bound_name(BoundKind kind);

typedef struct Bounds Bounds;

/* 'on' is false with --limits off: nothing is bounded, but everything is counted. 'most' NULL: the
 * figures above. */
Bounds *bounds_new(bool on, const int32_t most[BOUND_COUNT], const SipKey *sip);
void bounds_free(Bounds *bounds);

/* Takes one more; false, and nothing taken, when the key has as many as it may. */
bool bounds_take(Bounds *bounds, BoundKind kind, const char *key);
/* The same for something that was open before a restart: it counts, but is never refused. */
void bounds_force(Bounds *bounds, BoundKind kind, const char *key);
/* One that was taken is no longer open. */
void bounds_release(Bounds *bounds, BoundKind kind, const char *key);
/* One more of an address, which is also one more of all addresses together; false, and nothing taken, when either has as many
 * as it may. */
bool bounds_take_place(Bounds *bounds, BoundKind own, BoundKind all, const char *address);
void bounds_leave_place(Bounds *bounds, BoundKind own, BoundKind all, const char *address);

bool bounds_has_room(const Bounds *bounds, BoundKind kind, const char *key);
uint32_t bounds_count(const Bounds *bounds, BoundKind kind, const char *key);
/* The same in two steps, as in usage.h. */
uint64_t bounds_sum(const Bounds *bounds, BoundKind kind, const char *key);
uint32_t bounds_count_of(const Bounds *bounds, uint64_t sum);
