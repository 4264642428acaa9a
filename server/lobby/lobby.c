#include "lobby.h"

#include "entries.h"
#include "memory.h"
#include "rounds.h"

#include <assert.h>
#include <stdlib.h>

const char *lobby_error_text(LobbyError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        LOBBY_ERRORS(X)
#undef X
    };
    assert((size_t)error < sizeof TEXTS / sizeof *TEXTS);
    return TEXTS[error];
}

Lobby *lobby_new(const SipKey *sip)
{
    Lobby *lobby = memory_new(sizeof *lobby);
    lobby->deadline = lobby->round_at = INT64_MAX;
    demand_init(&lobby->demand, sip);
    usage_init(&lobby->seekers, sip);
    return lobby;
}

void lobby_free(Lobby *lobby)
{
    for (size_t i = 0; i < lobby->count; i++)
        free(lobby->entries[i]);
    usage_clear(&lobby->seekers);
    free(lobby->entries);
    free(lobby->paired);
    free(lobby->offers);
    demand_clear(&lobby->demand);
    recent_pairs_clear(&lobby->recent);
    free(lobby);
}

void lobby_set_meet(Lobby *lobby, LobbyMeet meet, void *context)
{
    lobby->meet = meet;
    lobby->context = context;
}

void lobby_set_bounds(Lobby *lobby, Bounds *bounds)
{
    lobby->bounds = bounds;
}

void lobby_note_aborted(Lobby *lobby, const Person *one, const Person *other, int64_t now)
{
    recent_pairs_note(&lobby->recent, one->id, other->id, now);
}

static void pair_entry(Lobby *lobby, size_t index, const Seek *seek, int64_t now, uint64_t chance,
                       Pairing *pairing)
{
    const Entry *entry = lobby->entries[index];
    pairing_make(pairing, &entry->seek, seek, chance);
    pools_note(&lobby->pools, &entry->seek, now - entry->since, now);
    pools_note(&lobby->pools, seek, 0, now);
    entries_drop(lobby, index);
}

/* For another one of the guests of an address, and of everybody there. */
static bool has_room(const Lobby *lobby, const Seek *seek, BoundKind of_guests,
                     BoundKind of_everybody)
{
    const Bounds *bounds = lobby->bounds;
    if (!bounds || !seek->address[0])
        return true;
    return bounds_has_room(bounds, of_everybody, seek->address) &&
           (!seek->person.guest || bounds_has_room(bounds, of_guests, seek->address));
}

static bool computer_has_room(const Lobby *lobby, const Seek *seek)
{
    return has_room(lobby, seek, BOUND_COMPUTER_GAMES, BOUND_ADDRESS_COMPUTER_GAMES);
}

static bool is_full(const Lobby *lobby, const Seek *seek)
{
    return lobby->count >= SEEKS_MAX || (seek->person.guest && lobby->guests >= SEEKS_GUESTS_MAX);
}

static LobbyError refusal(const Lobby *lobby, const Seek *seek)
{
    if (lobby_count_of(lobby, seek->person.id) >= SEEKS_PER_PERSON)
        return LOBBY_MANY;
    if (!has_room(lobby, seek, BOUND_OPEN_SEEKS, BOUND_ADDRESS_SEEKS))
        return LOBBY_CROWDED;
    return is_full(lobby, seek) ? LOBBY_FULL : LOBBY_OK;
}

static void check(const Seek *seek)
{
    assert(seek->fallback >= SEEK_FALLBACK_NEVER && seek->fallback <= SEEK_FALLBACK_MAX);
    assert(seek->rating.least <= seek->rating.most);
    assert(seek->terms.variant != VARIANT_FROM_POSITION);
}

/* ---- what is asked ---- */

LobbyError lobby_seek(Lobby *lobby, const Seek *seek, int64_t now, uint64_t chance, bool *paired,
                      Pairing *pairing)
{
    check(seek);
    *paired = false;
    if (seek->terms.rated && seek->person.guest)
        return LOBBY_GUEST;
    demand_note(&lobby->demand, seek, now);
    size_t fit = entries_find_open(lobby, seek, now);
    if (fit == lobby->count)
        fit = entries_find_near(lobby, seek, now);
    if (fit < lobby->count) {
        pair_entry(lobby, fit, seek, now, chance, pairing);
        *paired = true;
        return LOBBY_OK;
    }
    bool at_once = seek->fallback == 0;
    if (at_once && !computer_has_room(lobby, seek))
        return LOBBY_BUSY;
    if (!at_once || seek->keep) {
        LobbyError error = refusal(lobby, seek);
        if (error != LOBBY_OK)
            return error;
        bool comes = !at_once && seek->fallback != SEEK_FALLBACK_NEVER;
        entries_add(lobby, seek, now, comes ? now + seek->fallback : INT64_MAX);
    }
    if (at_once) {
        pairing_with_computer(pairing, seek, chance);
        *paired = true;
    }
    return LOBBY_OK;
}

LobbyError lobby_unseek(Lobby *lobby, const LobbyId *id, const Person *person)
{
    size_t index = entries_find(lobby, id);
    if (index == lobby->count)
        return LOBBY_STALE;
    if (!person_is(&lobby->entries[index]->seek.person, person))
        return LOBBY_FORBIDDEN;
    entries_drop(lobby, index);
    return LOBBY_OK;
}

/* The person's own seek that asks and that fits; else lobby_count. */
static size_t find_asking(const Lobby *lobby, const Person *person, const Seek *seek)
{
    size_t i = 0;
    while (i < lobby->count &&
           !(lobby->entries[i]->asks && person_is(&lobby->entries[i]->seek.person, person) &&
             seek_fits(&lobby->entries[i]->seek, seek)))
        i++;
    return i;
}

LobbyError lobby_take(Lobby *lobby, const LobbyId *id, const Person *person, uint64_t session,
                      int64_t now, uint64_t chance, Pairing *pairing)
{
    size_t index = entries_find(lobby, id);
    if (index == lobby->count)
        return LOBBY_STALE;
    const Seek *seek = &lobby->entries[index]->seek;
    Seek taker = {.person = *person, .session = session, .terms = seek->terms};
    taker.terms.color = WISH_RANDOM;
    taker.rating = (RatingRange){0, RATING_MAX};
    if (!seek_fits(seek, &taker) || !entries_may_meet(lobby, &seek->person, person))
        return LOBBY_FORBIDDEN;
    if (seek->terms.rated && person->guest)
        return LOBBY_GUEST;
    size_t own = find_asking(lobby, person, seek);
    if (own < lobby->count) {
        taker = lobby->entries[own]->seek;
        entries_drop(lobby, own);
        index = entries_find(lobby, id);
    }
    pair_entry(lobby, index, &taker, now, chance, pairing);
    return LOBBY_OK;
}

bool lobby_was_offered(const Lobby *lobby, const LobbyId *id, const Person *person)
{
    for (size_t i = 0; i < lobby->count; i++) {
        const Entry *entry = lobby->entries[i];
        if (entry->asks && person_is(&entry->seek.person, person) &&
            lobby_id_equal(&entry->offered, id))
            return true;
    }
    return false;
}

void lobby_connection_lost(Lobby *lobby, uint64_t session, int64_t now)
{
    for (size_t i = 0; i < lobby->count; i++) {
        Entry *entry = lobby->entries[i];
        if (entry->seek.session != session || entry_is_lost(entry))
            continue;
        entry->ends_at = now + SEEK_GRACE;
        entries_note_due(lobby, entry);
    }
}

void lobby_connection_replaced(Lobby *lobby, uint64_t session, uint64_t by)
{
    for (size_t i = 0; i < lobby->count; i++)
        if (lobby->entries[i]->seek.session == session)
            lobby->entries[i]->seek.session = by;
}

void lobby_person_returned(Lobby *lobby, const Person *person, uint64_t session, int64_t now)
{
    if (lobby_count_of(lobby, person->id) == 0)
        return;
    for (size_t i = 0; i < lobby->count; i++) {
        Entry *entry = lobby->entries[i];
        if (!entry_is_lost(entry) || !person_is(&entry->seek.person, person))
            continue;
        entry->ends_at = INT64_MAX;
        entry->seek.session = session;
        entries_note_due(lobby, entry);
        entries_note_round(lobby, now);
    }
}

/* ---- what is due ---- */

/* False when one of them is gone meanwhile. */
static bool tell_offer(const Lobby *lobby, const Offer *offer, Pairing *pairing)
{
    const Seek *asker = lobby_find(lobby, &offer->asker), *found = lobby_find(lobby, &offer->found);
    if (!asker || !found)
        return false;
    *pairing = (Pairing){.terms = asker->terms};
    pairing_set_seat(pairing, (Color)0, asker);
    pairing_set_seat(pairing, (Color)1, found);
    return true;
}

static bool take_news(Lobby *lobby, Pairing *pairing, LobbyNews *news)
{
    if (lobby->paired_count > 0) {
        *pairing = lobby->paired[--lobby->paired_count];
        *news = LOBBY_PAIRED;
        return true;
    }
    while (lobby->offers_count > 0)
        if (tell_offer(lobby, &lobby->offers[--lobby->offers_count], pairing)) {
            *news = LOBBY_FOUND;
            return true;
        }
    return false;
}

static void end_sweep(Lobby *lobby)
{
    lobby->cursor = 0;
    lobby->deadline = INT64_MAX;
    for (size_t i = 0; i < lobby->count; i++)
        entries_note_due(lobby, lobby->entries[i]);
}

/* Where the computer has too many games, it steps in later. */
static bool is_due(const Lobby *lobby, Entry *entry, int64_t now)
{
    if (entry_due_at(entry) > now)
        return false;
    if (entry_is_lost(entry) || computer_has_room(lobby, &entry->seek))
        return true;
    entry->fallback_at = now + COMPUTER_AGAIN;
    return false;
}

LobbyNews lobby_tick(Lobby *lobby, int64_t now, uint64_t chance, Pairing *pairing)
{
    LobbyNews news;
    if (now >= lobby->round_at)
        rounds_hold(lobby, now, chance);
    if (take_news(lobby, pairing, &news))
        return news;
    if (now < lobby->deadline)
        return LOBBY_QUIET;
    while (lobby->cursor < lobby->count && !is_due(lobby, lobby->entries[lobby->cursor], now))
        lobby->cursor++;
    if (lobby->cursor == lobby->count) {
        end_sweep(lobby);
        return LOBBY_QUIET;
    }
    Entry *entry = lobby->entries[lobby->cursor];
    bool lost = entry_is_lost(entry);
    if (!lost)
        pairing_with_computer(pairing, &entry->seek, chance);
    if (!lost && entry->seek.keep) {
        entry->fallback_at = INT64_MAX;
        entry->asks = entry->seek.ask;
    } else {
        entries_drop(lobby, lobby->cursor);
    }
    return lost ? LOBBY_ENDED : LOBBY_PAIRED;
}

int64_t lobby_deadline(const Lobby *lobby)
{
    return lobby->round_at < lobby->deadline ? lobby->round_at : lobby->deadline;
}

uint32_t lobby_waiting(const Lobby *lobby, int pool)
{
    uint32_t count = 0;
    int own;
    for (size_t i = 0; i < lobby->count; i++)
        count += pool_of(&lobby->entries[i]->seek, &own) && own == pool;
    return count;
}

int32_t lobby_typical_wait(const Lobby *lobby, int pool, int64_t now)
{
    return pools_typical_wait(&lobby->pools, pool, now);
}

size_t lobby_count(const Lobby *lobby)
{
    return lobby->count;
}

const Seek *lobby_at(const Lobby *lobby, size_t index)
{
    assert(index < lobby->count);
    return &lobby->entries[index]->seek;
}

const Seek *lobby_find(const Lobby *lobby, const LobbyId *id)
{
    size_t index = entries_find(lobby, id);
    return index < lobby->count ? &lobby->entries[index]->seek : NULL;
}

size_t lobby_count_of(const Lobby *lobby, const char *person)
{
    return usage_count(&lobby->seekers, 0, person);
}

uint64_t lobby_version(const Lobby *lobby)
{
    return lobby->version;
}
