#include "lobby.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Seek seek;
    int64_t fallback_at; /* INT64_MAX: the computer does not come, or has come */
    int64_t ends_at;     /* of a seek whose connection is lost; INT64_MAX while it is there */
} Entry;

struct Lobby {
    Entry **entries; /* oldest first */
    size_t count, size;
    size_t cursor; /* the entries before it have been looked at in this round of ticks */
    int64_t
        deadline; /* nothing is due before it; it may be too early, lobby_tick then sets it right */
    uint64_t version;
};

static const LobbyId NO_ID;

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

Lobby *lobby_new(void)
{
    Lobby *lobby = memory_new(sizeof *lobby);
    lobby->deadline = INT64_MAX;
    return lobby;
}

void lobby_free(Lobby *lobby)
{
    for (size_t i = 0; i < lobby->count; i++)
        free(lobby->entries[i]);
    free(lobby->entries);
    free(lobby);
}

static bool is_lost(const Entry *entry)
{
    return entry->ends_at != INT64_MAX;
}

static int64_t due_at(const Entry *entry)
{
    return is_lost(entry) ? entry->ends_at : entry->fallback_at;
}

/* The entry may be due sooner than before. */
static void note_due(Lobby *lobby, const Entry *entry)
{
    if (due_at(entry) < lobby->deadline)
        lobby->deadline = due_at(entry);
}

static void grow(Lobby *lobby)
{
    if (lobby->count < lobby->size)
        return;
    lobby->size = lobby->size ? 2 * lobby->size : 64;
    lobby->entries = memory_resize(lobby->entries, lobby->size, sizeof(Entry *));
}

static void add(Lobby *lobby, const Seek *seek, int64_t fallback_at)
{
    grow(lobby);
    Entry *entry = memory_new(sizeof *entry);
    *entry = (Entry){*seek, fallback_at, INT64_MAX};
    lobby->entries[lobby->count++] = entry;
    lobby->version++;
    note_due(lobby, entry);
}

static void drop(Lobby *lobby, size_t index)
{
    free(lobby->entries[index]);
    lobby->count--;
    memmove(lobby->entries + index, lobby->entries + index + 1,
            (lobby->count - index) * sizeof(Entry *));
    if (index < lobby->cursor)
        lobby->cursor--;
    lobby->version++;
}

/* The index of the seek, or lobby_count. */
static size_t find(const Lobby *lobby, const LobbyId *id)
{
    size_t index = 0;
    while (index < lobby->count && !lobby_id_equal(&lobby->entries[index]->seek.id, id))
        index++;
    return index;
}

static bool is_in_range(const Person *person, const RatingRange *range)
{
    int32_t strength = person_strength(person);
    return strength >= range->least && strength <= range->most;
}

static bool is_fit(const Seek *one, const Seek *other)
{
    return terms_fit(&one->terms, &other->terms) && is_in_range(&one->person, &other->rating) &&
           is_in_range(&other->person, &one->rating) && !person_is(&one->person, &other->person);
}

/* The oldest that fits and is connected, else the oldest that fits, else lobby_count. */
static size_t find_fit(const Lobby *lobby, const Seek *seek)
{
    size_t lost = lobby->count;
    for (size_t i = 0; i < lobby->count; i++) {
        const Entry *entry = lobby->entries[i];
        if (!is_fit(&entry->seek, seek))
            continue;
        if (!is_lost(entry))
            return i;
        if (lost == lobby->count)
            lost = i;
    }
    return lost;
}

static void set_seat(Pairing *pairing, Color color, const Seek *seek)
{
    pairing->seat[color] = seek->person;
    pairing->session[color] = seek->session;
    pairing->seek[color] = seek->id;
}

static void pair(Pairing *pairing, const Seek *one, const Seek *other, uint64_t chance)
{
    Color color = wish_color(one->terms.color, other->terms.color, chance);
    *pairing = (Pairing){.terms = one->terms};
    set_seat(pairing, color, one);
    set_seat(pairing, color_other(color), other);
}

static void pair_with_computer(Pairing *pairing, const Seek *seek, uint64_t chance)
{
    Seek computer = {.id = NO_ID,
                     .person =
                         person_computer_rated(rating_to_meet(person_strength(&seek->person)))};
    pair(pairing, seek, &computer, chance);
    pairing->terms.rated = false;
    pairing->kept = seek->keep;
}

static LobbyError refusal(const Lobby *lobby, const Person *person)
{
    int own = 0;
    for (size_t i = 0; i < lobby->count; i++)
        own += person_is(&lobby->entries[i]->seek.person, person);
    if (own >= SEEKS_PER_PERSON)
        return LOBBY_MANY;
    return lobby->count < SEEKS_MAX ? LOBBY_OK : LOBBY_FULL;
}

static void check(const Seek *seek)
{
    assert(seek->fallback >= SEEK_FALLBACK_NEVER && seek->fallback <= SEEK_FALLBACK_MAX);
    assert(seek->rating.least <= seek->rating.most);
    assert(seek->terms.variant != VARIANT_FROM_POSITION);
}

LobbyError lobby_seek(Lobby *lobby, const Seek *seek, int64_t now, uint64_t chance, bool *paired,
                      Pairing *pairing)
{
    check(seek);
    *paired = false;
    if (seek->terms.rated && seek->person.guest)
        return LOBBY_GUEST;
    size_t fit = find_fit(lobby, seek);
    if (fit < lobby->count) {
        pair(pairing, &lobby->entries[fit]->seek, seek, chance);
        drop(lobby, fit);
        *paired = true;
        return LOBBY_OK;
    }
    bool at_once = seek->fallback == 0;
    if (!at_once || seek->keep) {
        LobbyError error = refusal(lobby, &seek->person);
        if (error != LOBBY_OK)
            return error;
        bool comes = !at_once && seek->fallback != SEEK_FALLBACK_NEVER;
        add(lobby, seek, comes ? now + seek->fallback : INT64_MAX);
    }
    if (at_once) {
        pair_with_computer(pairing, seek, chance);
        *paired = true;
    }
    return LOBBY_OK;
}

LobbyError lobby_unseek(Lobby *lobby, const LobbyId *id, const Person *person)
{
    size_t index = find(lobby, id);
    if (index == lobby->count)
        return LOBBY_STALE;
    if (!person_is(&lobby->entries[index]->seek.person, person))
        return LOBBY_FORBIDDEN;
    drop(lobby, index);
    return LOBBY_OK;
}

LobbyError lobby_take(Lobby *lobby, const LobbyId *id, const Person *person, uint64_t session,
                      uint64_t chance, Pairing *pairing)
{
    size_t index = find(lobby, id);
    if (index == lobby->count)
        return LOBBY_STALE;
    const Seek *seek = &lobby->entries[index]->seek;
    if (person_is(&seek->person, person) || !is_in_range(person, &seek->rating))
        return LOBBY_FORBIDDEN;
    if (seek->terms.rated && person->guest)
        return LOBBY_GUEST;
    Seek taker = {.id = NO_ID, .person = *person, .session = session};
    pair(pairing, seek, &taker, chance);
    drop(lobby, index);
    return LOBBY_OK;
}

void lobby_lost(Lobby *lobby, uint64_t session, int64_t now)
{
    for (size_t i = 0; i < lobby->count; i++) {
        Entry *entry = lobby->entries[i];
        if (entry->seek.session != session || is_lost(entry))
            continue;
        entry->ends_at = now + SEEK_GRACE;
        note_due(lobby, entry);
    }
}

void lobby_returned(Lobby *lobby, const Person *person, uint64_t session)
{
    for (size_t i = 0; i < lobby->count; i++) {
        Entry *entry = lobby->entries[i];
        if (!is_lost(entry) || !person_is(&entry->seek.person, person))
            continue;
        entry->ends_at = INT64_MAX;
        entry->seek.session = session;
        note_due(lobby, entry);
    }
}

static void end_round(Lobby *lobby)
{
    lobby->cursor = 0;
    lobby->deadline = INT64_MAX;
    for (size_t i = 0; i < lobby->count; i++)
        note_due(lobby, lobby->entries[i]);
}

LobbyNews lobby_tick(Lobby *lobby, int64_t now, uint64_t chance, Pairing *pairing)
{
    if (now < lobby->deadline)
        return LOBBY_QUIET;
    while (lobby->cursor < lobby->count && due_at(lobby->entries[lobby->cursor]) > now)
        lobby->cursor++;
    if (lobby->cursor == lobby->count) {
        end_round(lobby);
        return LOBBY_QUIET;
    }
    Entry *entry = lobby->entries[lobby->cursor];
    bool lost = is_lost(entry);
    if (!lost)
        pair_with_computer(pairing, &entry->seek, chance);
    if (!lost && entry->seek.keep)
        entry->fallback_at = INT64_MAX;
    else
        drop(lobby, lobby->cursor);
    return lost ? LOBBY_ENDED : LOBBY_PAIRED;
}

int64_t lobby_deadline(const Lobby *lobby)
{
    return lobby->deadline;
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
    size_t index = find(lobby, id);
    return index < lobby->count ? &lobby->entries[index]->seek : NULL;
}

uint64_t lobby_version(const Lobby *lobby)
{
    return lobby->version;
}
