/* A round of quick pairing: who of those waiting plays whom.
 *
 * Those waiting are sorted by game and rating; each is compared with the next few above, and of all the pairs that
 * may meet, the nearest for the time that they have waited come first: a distance counts less the longer both have
 * waited, so that long waits take precedence. Takes O(n log n). */
#include "rounds.h"

#include "array.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    OFFER_EVERY = 10 * 1000, /* ms: those who play the computer are offered no more than that */
    ROUND_LOOKS = 64,        /* how many above one are looked at */
    ROUND_NEIGHBOURS = 8,    /* of these, how many that fit are compared */
};

typedef struct {
    const Seek *seek;
    int64_t waited; /* ms */
    size_t index;   /* the caller's, left alone */
    /* The round's own. */
    uint64_t key;
    int32_t strength;
    bool paired;
} Waiting;

typedef struct {
    size_t one, other; /* indexes, as the caller gave them */
} Match;

typedef struct {
    /* Whether two may be paired at all, beyond what their seeks say. */
    bool (*meet)(const void *context, const Waiting *one, const Waiting *other);
    /* What counts as near for those who seek the same (seek_reach_at_first), computed once for all
     * of them. */
    int32_t (*near)(const void *context, const Waiting *first);
    const void *context;
} RoundRules;

/* ---- who plays whom ---- */

/* Distance over reach, in these parts: 1 or less fits. */
enum { PARTS = 1024 };

typedef struct {
    uint32_t one, other; /* places in the order */
    uint32_t cost;       /* 0 to PARTS */
} Edge;

static int compare(const void *one, const void *other)
{
    const Waiting *a = one, *b = other;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->strength != b->strength)
        return a->strength < b->strength ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* The cost of pairing the two, above PARTS when they don't fit. Seeks that are not of the pool know no
 * distance: they are in a round because something else kept them apart before. */
static uint32_t cost_of(const Waiting *one, const Waiting *other, int32_t near,
                        const RoundRules *rules)
{
    int32_t distance = other->strength - one->strength;
    int32_t reach = RATING_MAX;
    if (one->seek->pool || other->seek->pool)
        reach = seek_reach(one->seek, other->seek, near, one->waited + other->waited);
    if (distance > reach || !seek_fits(one->seek, other->seek) ||
        !rules->meet(rules->context, one, other))
        return PARTS + 1;
    return (uint32_t)((int64_t)distance * PARTS / reach);
}

static size_t find_edges(const Waiting *waiting, size_t count, const RoundRules *rules, Edge *edges)
{
    size_t found = 0;
    int32_t near = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || waiting[i].key != waiting[i - 1].key)
            near = rules->near(rules->context, &waiting[i]);
        int fits = 0;
        for (size_t k = i + 1; k < count && k <= i + ROUND_LOOKS && fits < ROUND_NEIGHBOURS; k++) {
            if (waiting[k].key != waiting[i].key)
                break;
            uint32_t cost = cost_of(&waiting[i], &waiting[k], near, rules);
            if (cost > PARTS)
                continue;
            edges[found++] = (Edge){(uint32_t)i, (uint32_t)k, cost};
            fits++;
        }
    }
    return found;
}

/* A stable counting sort by cost, cheapest first. */
static void sort_edges(const Edge *edges, size_t count, Edge *sorted)
{
    size_t starts[PARTS + 2] = {0};
    for (size_t i = 0; i < count; i++)
        starts[edges[i].cost + 1]++;
    for (int cost = 0; cost <= PARTS; cost++)
        starts[cost + 1] += starts[cost];
    for (size_t i = 0; i < count; i++)
        sorted[starts[edges[i].cost]++] = edges[i];
}

/* 'waiting' is brought into another order, those who seek the same together. Writes at most count / 2
 * matches and returns how many. */
static size_t round_pair(Waiting *waiting, size_t count, const RoundRules *rules, Match *matches)
{
    size_t matched = 0;
    for (size_t i = 0; i < count; i++) {
        waiting[i].key = seek_key(waiting[i].seek);
        waiting[i].strength = person_strength(&waiting[i].seek->person);
        waiting[i].paired = false;
    }
    qsort(waiting, count, sizeof *waiting, compare);
    Edge *edges = memory_array(2 * ROUND_NEIGHBOURS * count + 1, sizeof *edges);
    Edge *sorted = edges + ROUND_NEIGHBOURS * count;
    size_t found = find_edges(waiting, count, rules, edges);
    sort_edges(edges, found, sorted);
    for (size_t i = 0; i < found; i++) {
        Waiting *one = &waiting[sorted[i].one], *other = &waiting[sorted[i].other];
        if (one->paired || other->paired)
            continue;
        one->paired = other->paired = true;
        matches[matched++] = (Match){one->index, other->index};
    }
    free(edges);
    return matched;
}

/* ---- a round over the whole lobby ---- */

/* True for those who need not be asked. */
static bool may_offer(const Lobby *lobby, const Entry *asker, const Entry *found)
{
    return !asker->asks ||
           (lobby->now >= asker->offer_at && !lobby_id_equal(&asker->offered, &found->seek.id));
}

static bool meet_in_round(const void *context, const Waiting *one, const Waiting *other)
{
    const Lobby *lobby = context;
    const Entry *a = lobby->entries[one->index], *b = lobby->entries[other->index];
    return may_offer(lobby, a, b) && may_offer(lobby, b, a) &&
           !recent_pairs_has(&lobby->recent, a->seek.person.id, b->seek.person.id, lobby->now) &&
           entries_may_meet(lobby, &a->seek.person, &b->seek.person);
}

static int32_t near_in_round(const void *context, const Waiting *first)
{
    const Lobby *lobby = context;
    return seek_reach_at_first(demand_count(&lobby->demand, first->key, lobby->now));
}

/* Those whose connection is lost wait until they are back. */
static size_t gather(const Lobby *lobby, int64_t now, Waiting *waiting)
{
    size_t count = 0;
    for (size_t i = 0; i < lobby->count; i++) {
        const Entry *entry = lobby->entries[i];
        if (!entry_is_lost(entry))
            waiting[count++] =
                (Waiting){.seek = &entry->seek, .waited = now - entry->since, .index = i};
    }
    return count;
}

static void offer(Lobby *lobby, Entry *asker, const Entry *found)
{
    lobby->offers = array_reserve(lobby->offers, &lobby->offers_size, lobby->offers_count + 1,
                                  sizeof *lobby->offers);
    asker->offered = found->seek.id;
    asker->offer_at = lobby->now + OFFER_EVERY;
    lobby->offers[lobby->offers_count++] = (Offer){asker->seek.id, found->seek.id};
}

/* The seeks of a match are out of the list, or one is offered to the other. */
static void settle_match(Lobby *lobby, const Match *match, int64_t now, uint64_t chance)
{
    Entry *one = lobby->entries[match->one], *other = lobby->entries[match->other];
    if (one->asks || other->asks) {
        if (one->asks)
            offer(lobby, one, other);
        if (other->asks)
            offer(lobby, other, one);
        return;
    }
    Entry *older = one->since <= other->since ? one : other;
    Entry *newer = older == one ? other : one;
    pairing_make(&lobby->paired[lobby->paired_count++], &older->seek, &newer->seek, chance);
    pools_note(&lobby->pools, &one->seek, now - one->since, now);
    pools_note(&lobby->pools, &other->seek, now - other->since, now);
    lobby->entries[match->one] = lobby->entries[match->other] = NULL;
    entries_release(lobby, one);
    entries_release(lobby, other);
}

static void close_gaps(Lobby *lobby)
{
    size_t kept = 0;
    for (size_t i = 0; i < lobby->count; i++)
        if (lobby->entries[i])
            lobby->entries[kept++] = lobby->entries[i];
    lobby->count = kept;
    lobby->cursor = 0;
}

/* Whether time could bring together two who are left. Those between them may be paired; an offer leaves both waiting. */
static bool is_worth_another(const Lobby *lobby, const Waiting *waiting, size_t count)
{
    const Waiting *left = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!lobby->entries[waiting[i].index])
            continue;
        if (left && left->key == waiting[i].key)
            return true;
        left = &waiting[i];
    }
    return false;
}

/* Not random, but nobody can predict whom it makes white. */
static uint64_t spread(uint64_t chance, size_t i)
{
    uint64_t value = (chance ^ i) * UINT64_C(0xbf58476d1ce4e5b9);
    return value ^ value >> 31;
}

void rounds_hold(Lobby *lobby, int64_t now, uint64_t chance)
{
    Waiting *waiting = memory_array(lobby->count + 1, sizeof *waiting);
    Match *matches = memory_array(lobby->count / 2 + 1, sizeof *matches);
    assert(lobby->paired_count == 0); /* all of the last round was told */
    lobby->now = now;
    lobby->round_at = INT64_MAX;
    RoundRules rules = {meet_in_round, near_in_round, lobby};
    size_t count = gather(lobby, now, waiting);
    size_t matched = round_pair(waiting, count, &rules, matches);
    lobby->paired = memory_resize(lobby->paired, matched + 1, sizeof *lobby->paired);
    for (size_t i = 0; i < matched; i++)
        settle_match(lobby, &matches[i], now, spread(chance, i));
    bool again = is_worth_another(lobby, waiting, count);
    close_gaps(lobby);
    if (again)
        entries_note_round(lobby, now);
    free(waiting);
    free(matches);
}
