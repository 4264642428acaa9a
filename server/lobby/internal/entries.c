#include "entries.h"

#include "array.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

bool entry_is_lost(const Entry *entry)
{
    return entry->ends_at != INT64_MAX;
}

int64_t entry_due_at(const Entry *entry)
{
    return entry_is_lost(entry) ? entry->ends_at : entry->fallback_at;
}

void entries_note_due(Lobby *lobby, const Entry *entry)
{
    if (entry_due_at(entry) < lobby->deadline)
        lobby->deadline = entry_due_at(entry);
}

static void grow(Lobby *lobby)
{
    lobby->entries = array_reserve(lobby->entries, &lobby->size, lobby->count + 1, sizeof(Entry *));
}

static bool wants_rounds(const Seek *seek)
{
    return seek->pool || seek->ask;
}

void entries_note_round(Lobby *lobby, int64_t now)
{
    if (lobby->pooled > 0 && lobby->count > 1 && lobby->round_at > now + ROUND_EVERY)
        lobby->round_at = now + ROUND_EVERY;
}

/* With those of its address: 'note' is bounds_force or bounds_release. */
static void count(const Lobby *lobby, const Seek *seek,
                  void (*note)(Bounds *bounds, BoundKind kind, const char *key))
{
    if (!lobby->bounds || !seek->address[0])
        return;
    note(lobby->bounds, BOUND_ADDRESS_SEEKS, seek->address);
    if (seek->person.guest)
        note(lobby->bounds, BOUND_OPEN_SEEKS, seek->address);
}

void entries_add(Lobby *lobby, const Seek *seek, int64_t now, int64_t fallback_at)
{
    grow(lobby);
    Entry *entry = memory_new(sizeof *entry);
    *entry = (Entry){.seek = *seek,
                     .since = now,
                     .fallback_at = fallback_at,
                     .ends_at = INT64_MAX,
                     .asks = seek->ask && seek->fallback == 0};
    lobby->entries[lobby->count++] = entry;
    lobby->pooled += wants_rounds(seek);
    lobby->guests += seek->person.guest;
    count(lobby, seek, bounds_force);
    usage_take(&lobby->seekers, 0, seek->person.id, UINT32_MAX);
    lobby->version++;
    entries_note_due(lobby, entry);
    entries_note_round(lobby, now);
}

void entries_release(Lobby *lobby, Entry *entry)
{
    lobby->pooled -= wants_rounds(&entry->seek);
    lobby->guests -= entry->seek.person.guest;
    count(lobby, &entry->seek, bounds_release);
    usage_release(&lobby->seekers, 0, entry->seek.person.id);
    lobby->version++;
    free(entry);
}

void entries_drop(Lobby *lobby, size_t index)
{
    entries_release(lobby, lobby->entries[index]);
    lobby->count--;
    memmove(lobby->entries + index, lobby->entries + index + 1,
            (lobby->count - index) * sizeof(Entry *));
    if (index < lobby->cursor)
        lobby->cursor--;
}

size_t entries_find(const Lobby *lobby, const LobbyId *id)
{
    size_t index = 0;
    while (index < lobby->count && !lobby_id_equal(&lobby->entries[index]->seek.id, id))
        index++;
    return index;
}

/* ---- searching ---- */

bool entries_may_meet(const Lobby *lobby, const Person *one, const Person *other)
{
    return !lobby->meet || lobby->meet(lobby->context, one, other);
}

static bool may_be_paired(const Lobby *lobby, const Seek *one, const Seek *other, int64_t now)
{
    return seek_fits(one, other) &&
           !recent_pairs_has(&lobby->recent, one->person.id, other->person.id, now) &&
           entries_may_meet(lobby, &one->person, &other->person);
}

/* The better of two places: connected before lost, older before newer. */
static size_t better(const Lobby *lobby, size_t best, size_t other)
{
    if (best == lobby->count ||
        (entry_is_lost(lobby->entries[best]) && !entry_is_lost(lobby->entries[other])))
        return other;
    return best;
}

size_t entries_find_open(const Lobby *lobby, const Seek *seek, int64_t now)
{
    size_t best = lobby->count;
    for (size_t i = 0; i < lobby->count && !seek->pool; i++) {
        const Entry *entry = lobby->entries[i];
        if (entry->seek.pool || entry->asks || !may_be_paired(lobby, &entry->seek, seek, now))
            continue;
        best = better(lobby, best, i);
        if (!entry_is_lost(lobby->entries[best]))
            break;
    }
    return best;
}

size_t entries_find_near(const Lobby *lobby, const Seek *seek, int64_t now)
{
    size_t best = lobby->count;
    if (lobby->pooled == 0 && !seek->pool)
        return best;
    int32_t least =
        seek_reach_at_first(demand_count(&lobby->demand, seek_key(seek), now)) / NEAR_PERFECT + 1;
    for (size_t i = 0; i < lobby->count; i++) {
        const Entry *entry = lobby->entries[i];
        if (entry->asks || entry_is_lost(entry) || !(entry->seek.pool || seek->pool))
            continue;
        int32_t distance = seek_distance(&entry->seek, seek);
        if (distance >= least || !may_be_paired(lobby, &entry->seek, seek, now))
            continue;
        least = distance;
        best = i;
    }
    return best;
}
