#include "rounds.h"

#include "memory.h"
#include "pairing.h"
#include "round.h"

#include <assert.h>
#include <stdlib.h>

static bool meet_in_round(const void *context, const Waiting *one, const Waiting *other)
{
    const Lobby *lobby = context;
    const Entry *a = lobby->entries[one->index], *b = lobby->entries[other->index];
    bool old = (a->asks && lobby_id_equal(&a->offered, &b->seek.id)) ||
               (b->asks && lobby_id_equal(&b->offered, &a->seek.id));
    return !old && !apart_are(&lobby->apart, a->seek.person.id, b->seek.person.id, lobby->now) &&
           pairing_allowed(lobby, &a->seek.person, &b->seek.person);
}

static int32_t near_in_round(const void *context, const Waiting *first)
{
    const Lobby *lobby = context;
    return near_of(crowd_count(&lobby->crowd, first->key, lobby->now));
}

/* Who is lost waits until he is back. */
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
    if (lobby->offers_count == lobby->offers_size) {
        lobby->offers_size = lobby->offers_size ? 2 * lobby->offers_size : 8;
        lobby->offers = memory_resize(lobby->offers, lobby->offers_size, sizeof *lobby->offers);
    }
    asker->offered = found->seek.id;
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

/* Whether time could bring together two who are left. */
static bool is_worth_another(const Waiting *waiting, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (waiting[i].key == waiting[i - 1].key && !waiting[i].paired && !waiting[i - 1].paired)
            return true;
    return false;
}

/* Not random, but nobody can tell in advance whom it makes white. */
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
    bool again = is_worth_another(waiting, count) && lobby->pooled > 0;
    lobby->paired = memory_resize(lobby->paired, matched + 1, sizeof *lobby->paired);
    for (size_t i = 0; i < matched; i++)
        settle_match(lobby, &matches[i], now, spread(chance, i));
    close_gaps(lobby);
    if (again)
        entries_note_round(lobby, now);
    free(waiting);
    free(matches);
}
