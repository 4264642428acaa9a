#include "pairing.h"

bool pairing_allowed(const Lobby *lobby, const Person *one, const Person *other)
{
    return !lobby->meet || lobby->meet(lobby->context, one, other);
}

static bool may_be_paired(const Lobby *lobby, const Seek *one, const Seek *other, int64_t now)
{
    return seek_fits(one, other) &&
           !apart_are(&lobby->apart, one->person.id, other->person.id, now) &&
           pairing_allowed(lobby, &one->person, &other->person);
}

/* Of two places the better one for who comes first: connected before lost, older before newer. */
static size_t better(const Lobby *lobby, size_t best, size_t other)
{
    if (best == lobby->count ||
        (entry_is_lost(lobby->entries[best]) && !entry_is_lost(lobby->entries[other])))
        return other;
    return best;
}

size_t pairing_find_open(const Lobby *lobby, const Seek *seek, int64_t now)
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

size_t pairing_find_near(const Lobby *lobby, const Seek *seek, int64_t now)
{
    size_t best = lobby->count;
    if (lobby->pooled == 0 && !seek->pool)
        return best;
    int32_t least = near_of(crowd_count(&lobby->crowd, seek_key(seek), now)) / NEAR_PERFECT + 1;
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

void pairing_set_seat(Pairing *pairing, Color color, const Seek *seek)
{
    pairing->seat[color] = seek->person;
    pairing->session[color] = seek->session;
    pairing->seek[color] = seek->id;
}

/* The first one's: as they wish, else so that who had white more often has black. */
static Color draw_color(const Seek *one, const Seek *other, uint64_t chance)
{
    int balance = one->person.balance - other->person.balance;
    bool is_free = one->terms.color == WISH_RANDOM && other->terms.color == WISH_RANDOM;
    if (is_free && balance != 0)
        return balance < 0 ? WHITE : BLACK;
    return wish_color(one->terms.color, other->terms.color, chance);
}

void pairing_make(Pairing *pairing, const Seek *one, const Seek *other, uint64_t chance)
{
    Color color = draw_color(one, other, chance);
    *pairing = (Pairing){.terms = one->terms};
    pairing_set_seat(pairing, color, one);
    pairing_set_seat(pairing, color_other(color), other);
}

void pairing_with_computer(Pairing *pairing, const Seek *seek, uint64_t chance)
{
    Seek computer = {.person =
                         person_computer_rated(rating_to_meet(person_strength(&seek->person)))};
    computer.person.balance = seek->person.balance; /* chance decides */
    pairing_make(pairing, seek, &computer, chance);
    pairing->terms.rated = false;
    pairing->kept = seek->keep;
    pairing->asks = seek->ask;
}
