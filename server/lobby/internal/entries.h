/* entries.h - the lobby's list of open seeks, kept in order, and searches in it for seeks that fit.
 *
 * rounds.c pairs those who wait; others call lobby.c. */
#pragma once

#include "bounds.h"
#include "demand.h"
#include "pairing.h"
#include "pools.h"
#include "recent_pairs.h"
#include "usage.h"

typedef struct {
    Seek seek;
    int64_t since;
    int64_t fallback_at; /* INT64_MAX: the computer will not step in, or already has */
    int64_t ends_at;     /* of a seek whose connection is lost; INT64_MAX while it is there */
    bool asks;           /* its maker plays the computer, and is asked before being paired */
    LobbyId offered;     /* the last seek that they were offered */
    int64_t offer_at;    /* another one is not offered before */
} Entry;

/* Offers the seek that was found to the one with 'ask'. */
typedef struct {
    LobbyId asker, found;
} Offer;

typedef struct Lobby {
    Entry **entries; /* oldest first */
    size_t count, size;
    size_t cursor; /* entries before this have been looked at in this round of ticks */
    int64_t
        deadline; /* nothing is due before this; it may be too early, and lobby_tick then corrects it */
    uint64_t version;
    LobbyMeet meet;
    void *context;
    Bounds *bounds; /* or NULL */
    Usage seekers;  /* entries of each person */
    size_t guests;  /* entries of guests */
    Demand demand;
    RecentPairs recent;
    Pools pools;
    size_t pooled; /* open seeks of the pool, and those that may ask */
    int64_t round_at;
    int64_t now;     /* of the round */
    Pairing *paired; /* by the last round, not yet told */
    size_t paired_count;
    Offer *offers;
    size_t offers_count, offers_size;
} Lobby;

bool entry_is_lost(const Entry *entry);
int64_t entry_due_at(const Entry *entry);

/* The entry may be due earlier than before, and there may be two for a round. */
void entries_note_due(Lobby *lobby, const Entry *entry);
void entries_note_round(Lobby *lobby, int64_t now);
void entries_add(Lobby *lobby, const Seek *seek, int64_t now, int64_t fallback_at);
void entries_drop(Lobby *lobby, size_t index);
/* Frees an entry that is out of the list already. */
void entries_release(Lobby *lobby, Entry *entry);
/* The index of the seek, or lobby->count. */
size_t entries_find(const Lobby *lobby, const LobbyId *id);

/* ---- searching ---- */

/* Neither has blocked the other. */
bool entries_may_meet(const Lobby *lobby, const Person *one, const Person *other);
/* The oldest that fits, connected if there is one; lobby->count when only the pool could. */
size_t entries_find_open(const Lobby *lobby, const Seek *seek, int64_t now);
/* The nearest one that is near enough to be paired at once; lobby->count when there is none. */
size_t entries_find_near(const Lobby *lobby, const Seek *seek, int64_t now);
