#include "challenge.h"

#include "array.h"
#include "hash_table.h"
#include "memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct Open Open;
struct Open {
    GameId game; /* the key */
    Open
        *twin; /* has the same, or NULL: an id that was not drawn with its game's may begin alike */
    size_t index;
    Challenge challenge;
    int64_t lapses; /* of a guest's link whose maker is gone; INT64_MAX while they are here */
    uint64_t
        holder; /* the sum under which those of its maker's address, or of the account, are counted */
};

/* What is counted by person. */
enum { MADE, RECEIVED };

struct Challenges {
    Open **open;
    size_t count, size;
    HashTable by_game; /* the newest of twins */
    size_t guests;     /* of these, made by guests */
    int64_t
        deadline; /* none expires before this; it may be too early, and challenges_tick then corrects it */
    Usage persons;
    Bounds *bounds;
};

const char *challenge_error_text(ChallengeError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        CHALLENGE_ERRORS(X)
#undef X
    };
    assert((size_t)error < sizeof TEXTS / sizeof *TEXTS);
    return TEXTS[error];
}

GameId challenge_game(const Challenge *challenge)
{
    GameId id;
    memcpy(id.text, challenge->id.text, GAME_ID_LENGTH);
    id.text[GAME_ID_LENGTH] = '\0';
    return id;
}

uint64_t challenge_chance(const LobbyId *id)
{
    unsigned char sum = 0;
    for (const char *at = id->text; *at; at++)
        sum ^= (unsigned char)*at;
    return sum;
}

Color challenge_color(const Challenge *challenge)
{
    return wish_color(challenge->terms.color, WISH_RANDOM, challenge_chance(&challenge->id));
}

const char *decline_reason_word(DeclineReason reason)
{
    static const char *const WORDS[] = {
#define X(name, word) #word,
        DECLINE_REASONS(X)
#undef X
    };
    assert((size_t)reason < sizeof WORDS / sizeof *WORDS);
    return WORDS[reason];
}

Challenges *challenges_new(const SipKey *sip, Bounds *bounds)
{
    Challenges *challenges = memory_new(sizeof *challenges);
    challenges->deadline = INT64_MAX;
    challenges->bounds = bounds;
    hash_table_init(&challenges->by_game, offsetof(Open, game), sip);
    usage_init(&challenges->persons, sip);
    return challenges;
}

void challenges_free(Challenges *challenges)
{
    for (size_t i = 0; i < challenges->count; i++)
        free(challenges->open[i]);
    free(challenges->open);
    hash_table_clear(&challenges->by_game);
    usage_clear(&challenges->persons);
    free(challenges);
}

/* ---- counting ---- */

static void count(Challenges *challenges, const Challenge *challenge)
{
    usage_take(&challenges->persons, MADE, challenge->from.id, UINT32_MAX);
    if (!challenge->link)
        usage_take(&challenges->persons, RECEIVED, challenge->to.id, UINT32_MAX);
    if (challenge->counted_at[0])
        bounds_force(challenges->bounds, BOUND_ADDRESS_CHALLENGES, challenge->counted_at);
    if (!challenge->from.guest)
        return;
    challenges->guests++;
    bounds_force(challenges->bounds, BOUND_OPEN_CHALLENGES, challenge->address);
}

static void uncount(Challenges *challenges, const Challenge *challenge)
{
    usage_release(&challenges->persons, MADE, challenge->from.id);
    if (!challenge->link)
        usage_release(&challenges->persons, RECEIVED, challenge->to.id);
    if (challenge->counted_at[0])
        bounds_release(challenges->bounds, BOUND_ADDRESS_CHALLENGES, challenge->counted_at);
    if (!challenge->from.guest)
        return;
    challenges->guests--;
    bounds_release(challenges->bounds, BOUND_OPEN_CHALLENGES, challenge->address);
}

static uint32_t made_by(const Challenges *challenges, const char *person)
{
    return usage_count(&challenges->persons, MADE, person);
}

static uint64_t holder_of(const Challenges *challenges, const Challenge *challenge)
{
    return challenge->from.guest
               ? bounds_sum(challenges->bounds, BOUND_OPEN_CHALLENGES, challenge->address)
               : usage_sum(&challenges->persons, MADE, challenge->from.id);
}

/* How many the guests of the address, or the account, have open. */
static uint32_t held_by(const Challenges *challenges, bool guest, uint64_t holder)
{
    return guest ? bounds_count_of(challenges->bounds, holder)
                 : usage_count_of(&challenges->persons, holder);
}

/* ---- by their ids ---- */

static Open *first_of(const Challenges *challenges, const GameId *game)
{
    return hash_table_find(&challenges->by_game, game->text);
}

static void set_first(Challenges *challenges, Open *open)
{
    Open *old = first_of(challenges, &open->game);
    if (old)
        hash_table_remove(&challenges->by_game, old);
    hash_table_put(&challenges->by_game, open);
}

static void name(Challenges *challenges, Open *open)
{
    open->game = challenge_game(&open->challenge);
    open->twin = first_of(challenges, &open->game);
    set_first(challenges, open);
}

static void unname(Challenges *challenges, Open *open)
{
    Open *first = first_of(challenges, &open->game);
    if (first != open) {
        while (first->twin != open)
            first = first->twin;
        first->twin = open->twin;
    } else if (open->twin) {
        set_first(challenges, open->twin);
    } else {
        hash_table_remove(&challenges->by_game, open);
    }
}

/* ---- opening ---- */

static int64_t end_of(const Open *open)
{
    return open->lapses < open->challenge.expires ? open->lapses : open->challenge.expires;
}

static void note_end(Challenges *challenges, const Open *open)
{
    if (end_of(open) < challenges->deadline)
        challenges->deadline = end_of(open);
}

static Open *append(Challenges *challenges, const Challenge *challenge)
{
    challenges->open =
        array_reserve(challenges->open, &challenges->size, challenges->count + 1, sizeof(Open *));
    Open *open = memory_new(sizeof *open);
    *open = (Open){.index = challenges->count,
                   .challenge = *challenge,
                   .lapses = INT64_MAX,
                   .holder = holder_of(challenges, challenge)};
    challenges->open[challenges->count++] = open;
    name(challenges, open);
    count(challenges, challenge);
    note_end(challenges, open);
    return open;
}

static void take(Challenges *challenges, size_t index, Challenge *taken)
{
    Open *open = challenges->open[index];
    challenges->open[index] = challenges->open[--challenges->count];
    challenges->open[index]->index = index;
    unname(challenges, open);
    uncount(challenges, &open->challenge);
    *taken = open->challenge;
    free(open);
}

/* The index of the one that makes room, or challenges_count: a guest's before an account's, then of whoever holds
 * most, then the oldest. Nobody makes room for somebody who has as many; guests always do for accounts, accounts
 * never for guests. */
static size_t find_victim(const Challenges *challenges, const Challenge *asker)
{
    size_t victim = challenges->count;
    bool guest = challenges->guests > 0; /* whose it will be */
    uint32_t most = 0;
    for (size_t i = 0; i < challenges->count && (guest || !asker->from.guest); i++) {
        const Open *open = challenges->open[i];
        if (open->challenge.from.guest != guest)
            continue;
        uint32_t held = held_by(challenges, guest, open->holder);
        if (held < most ||
            (held == most && open->challenge.made >= challenges->open[victim]->challenge.made))
            continue;
        most = held;
        victim = i;
    }
    bool gives_way = asker->from.guest != guest ||
                     most > held_by(challenges, guest, holder_of(challenges, asker));
    return gives_way ? victim : challenges->count;
}

static bool is_full(const Challenges *challenges, const Challenge *asker)
{
    return challenges->count >= CHALLENGES_MAX ||
           (asker->from.guest && challenges->guests >= CHALLENGES_GUESTS_MAX);
}

static int count_pair(const Challenges *challenges, const Challenge *challenge)
{
    int same = 0;
    for (size_t i = 0; !challenge->link && i < challenges->count; i++) {
        const Challenge *other = &challenges->open[i]->challenge;
        same += !other->link && person_is(&other->from, &challenge->from) &&
                person_is(&other->to, &challenge->to);
    }
    return same;
}

/* For another one of those who are at its maker's address. */
static bool has_room(const Challenges *challenges, const Challenge *challenge)
{
    const Bounds *bounds = challenges->bounds;
    if (challenge->counted_at[0] &&
        !bounds_has_room(bounds, BOUND_ADDRESS_CHALLENGES, challenge->counted_at))
        return false;
    return !challenge->from.guest ||
           bounds_has_room(bounds, BOUND_OPEN_CHALLENGES, challenge->address);
}

static ChallengeError check(const Challenges *challenges, const Challenge *challenge)
{
    bool named = !challenge->link;
    if (named && person_is(&challenge->from, &challenge->to))
        return CHALLENGE_FORBIDDEN;
    if (challenge->terms.rated && !challenge->open &&
        (challenge->from.guest || (named && challenge->to.guest)))
        return CHALLENGE_GUEST;
    uint32_t own = made_by(challenges, challenge->from.id);
    if (own >= CHALLENGES_PER_PERSON ||
        (own > 0 && count_pair(challenges, challenge) >= CHALLENGES_PER_PAIR))
        return CHALLENGE_MANY;
    return has_room(challenges, challenge) ? CHALLENGE_OK : CHALLENGE_CROWDED;
}

ChallengeError challenges_add(Challenges *challenges, const Challenge *challenge,
                              Challenge *evicted)
{
    ChallengeError error = check(challenges, challenge);
    evicted->id = (LobbyId){{0}};
    if (error != CHALLENGE_OK)
        return error;
    if (is_full(challenges, challenge)) {
        size_t victim = find_victim(challenges, challenge);
        if (victim == challenges->count)
            return CHALLENGE_FULL;
        take(challenges, victim, evicted);
    }
    append(challenges, challenge);
    return CHALLENGE_OK;
}

/* ---- makers who come and go ---- */

static void set_lapse(Challenges *challenges, Open *open, int64_t lapses)
{
    if (!open->challenge.from.guest || !open->challenge.link)
        return;
    open->lapses = lapses;
    note_end(challenges, open);
}

static void set_lapses(Challenges *challenges, const char *person, int64_t lapses)
{
    uint32_t left = made_by(challenges, person);
    for (size_t i = 0; left > 0 && i < challenges->count; i++)
        if (strcmp(challenges->open[i]->challenge.from.id, person) == 0) {
            set_lapse(challenges, challenges->open[i], lapses);
            left--;
        }
}

void challenges_load(Challenges *challenges, const Challenge *challenge, int64_t now)
{
    Challenge counted = *challenge;
    memcpy(counted.counted_at, challenge->address, sizeof counted.counted_at);
    set_lapse(challenges, append(challenges, &counted), now + CHALLENGE_GONE_LIFE);
}

void challenges_left(Challenges *challenges, const char *person, int64_t now)
{
    set_lapses(challenges, person, now + CHALLENGE_GONE_LIFE);
}

void challenges_returned(Challenges *challenges, const char *person)
{
    set_lapses(challenges, person, INT64_MAX);
}

bool challenges_concern(const Challenges *challenges, const char *person)
{
    return made_by(challenges, person) > 0 ||
           usage_count(&challenges->persons, RECEIVED, person) > 0;
}

static void rename_person(Person *known, const Person *person)
{
    memcpy(known->name, person->name, sizeof known->name);
    known->guest = person->guest;
}

void challenges_know(Challenges *challenges, const Person *person)
{
    for (size_t i = 0; challenges_concern(challenges, person->id) && i < challenges->count; i++) {
        Open *open = challenges->open[i];
        Challenge *challenge = &open->challenge;
        bool is_maker = person_is(&challenge->from, person);
        if (!challenge->link && person_is(&challenge->to, person))
            rename_person(&challenge->to, person);
        for (int place = 0; place < 2; place++)
            if (challenge->open && person_is(&challenge->seats.player[place], person))
                rename_person(&challenge->seats.player[place], person);
        if (!is_maker)
            continue;
        uncount(challenges, challenge);
        rename_person(&challenge->from, person);
        if (!person->guest) {
            challenge->address[0] = '\0';
            open->lapses = INT64_MAX;
        }
        count(challenges, challenge);
        open->holder = holder_of(challenges, challenge);
    }
}

/* ---- finding and closing ---- */

/* Its index, or challenges_count. */
static size_t find(const Challenges *challenges, const LobbyId *id)
{
    GameId game;
    memcpy(game.text, id->text, GAME_ID_LENGTH);
    game.text[GAME_ID_LENGTH] = '\0';
    const Open *open = first_of(challenges, &game);
    while (open && !lobby_id_equal(&open->challenge.id, id))
        open = open->twin;
    return open ? open->index : challenges->count;
}

static size_t find_valid(const Challenges *challenges, const LobbyId *id, int64_t now)
{
    size_t i = find(challenges, id);
    return i < challenges->count && end_of(challenges->open[i]) > now ? i : challenges->count;
}

const Challenge *challenges_find(const Challenges *challenges, const LobbyId *id, int64_t now)
{
    size_t index = find_valid(challenges, id, now);
    return index < challenges->count ? &challenges->open[index]->challenge : NULL;
}

const Challenge *challenges_find_game(const Challenges *challenges, const GameId *game, int64_t now)
{
    const Open *open = first_of(challenges, game);
    while (open && end_of(open) <= now)
        open = open->twin;
    return open ? &open->challenge : NULL;
}

ChallengeError challenges_accept(Challenges *challenges, const LobbyId *id, const Person *person,
                                 int64_t now, uint64_t chance, Challenge *taken, Person seat[2])
{
    size_t index = find_valid(challenges, id, now);
    if (index == challenges->count)
        return CHALLENGE_STALE;
    const Challenge *challenge = &challenges->open[index]->challenge;
    assert(!challenge->open);
    bool may =
        challenge->link ? !person_is(&challenge->from, person) : person_is(&challenge->to, person);
    if (!may)
        return CHALLENGE_FORBIDDEN;
    if (challenge->terms.rated && person->guest)
        return CHALLENGE_GUEST;
    take(challenges, index, taken);
    Color color = wish_color(taken->terms.color, WISH_RANDOM, chance);
    seat[color] = taken->from;
    seat[color_other(color)] = *person;
    return CHALLENGE_OK;
}

bool challenge_is_full(const Challenge *challenge)
{
    return challenge->seats.joined[0] && challenge->seats.joined[1];
}

/* The place that the person has, or would get; 2 when there is none for them. */
static int place_of(const OpenSeats *seats, const Person *person)
{
    for (int place = 0; place < 2; place++)
        if ((seats->named || seats->joined[place]) && person_is(&seats->player[place], person))
            return place;
    return seats->named ? 2 : seats->joined[0] ? 1 : 0;
}

static ChallengeError check_color(const Challenge *challenge, int place, Wish color)
{
    Wish taken = challenge->terms.color;
    if (color == WISH_RANDOM || (place == 0 && !challenge->seats.named))
        return CHALLENGE_OK;
    if (challenge->seats.named)
        return color == (place == 0 ? WISH_WHITE : WISH_BLACK) ? CHALLENGE_OK : CHALLENGE_COLOR;
    return taken == color ? CHALLENGE_COLOR : CHALLENGE_OK;
}

ChallengeError challenges_join(Challenges *challenges, const LobbyId *id, const Person *person,
                               Wish color, int64_t now, Challenge *joined, Person seat[2])
{
    size_t index = find_valid(challenges, id, now);
    if (index == challenges->count)
        return CHALLENGE_STALE;
    Challenge *challenge = &challenges->open[index]->challenge;
    OpenSeats *seats = &challenge->seats;
    int place = place_of(seats, person);
    assert(challenge->open);
    if (place == 2)
        return CHALLENGE_FORBIDDEN;
    if (challenge->terms.rated && person->guest)
        return CHALLENGE_GUEST;
    ChallengeError error = check_color(challenge, place, color);
    if (error != CHALLENGE_OK)
        return error;
    if (place == 0 && !seats->named)
        challenge->terms.color = color;
    seats->joined[place] = true;
    seats->player[place] = *person;
    *joined = *challenge;
    if (!challenge_is_full(challenge))
        return CHALLENGE_OK;
    take(challenges, index, joined);
    /* The second one's wish counts when the first one has none. */
    if (place == 1 && joined->terms.color == WISH_RANDOM && color != WISH_RANDOM)
        joined->terms.color = color == WISH_WHITE ? WISH_BLACK : WISH_WHITE;
    Color first = challenge_color(joined);
    seat[first] = joined->seats.player[0];
    seat[color_other(first)] = joined->seats.player[1];
    return CHALLENGE_OK;
}

ChallengeError challenges_decline(Challenges *challenges, const LobbyId *id, const Person *person,
                                  int64_t now, Challenge *taken)
{
    size_t index = find_valid(challenges, id, now);
    if (index == challenges->count)
        return CHALLENGE_STALE;
    const Challenge *challenge = &challenges->open[index]->challenge;
    bool is_for = !challenge->link && person_is(&challenge->to, person);
    if (!is_for && !person_is(&challenge->from, person))
        return CHALLENGE_FORBIDDEN;
    take(challenges, index, taken);
    return CHALLENGE_OK;
}

ChallengeError challenges_remove(Challenges *challenges, const LobbyId *id, Challenge *taken)
{
    size_t index = find(challenges, id);
    if (index == challenges->count)
        return CHALLENGE_STALE;
    take(challenges, index, taken);
    return CHALLENGE_OK;
}

bool challenges_tick(Challenges *challenges, int64_t now, Challenge *expired)
{
    if (now < challenges->deadline)
        return false;
    int64_t deadline = INT64_MAX;
    for (size_t i = 0; i < challenges->count; i++) {
        if (end_of(challenges->open[i]) <= now) {
            take(challenges, i, expired);
            return true;
        }
        if (end_of(challenges->open[i]) < deadline)
            deadline = end_of(challenges->open[i]);
    }
    challenges->deadline = deadline;
    return false;
}

int64_t challenges_deadline(const Challenges *challenges)
{
    return challenges->deadline;
}

size_t challenges_count(const Challenges *challenges)
{
    return challenges->count;
}

const Challenge *challenges_at(const Challenges *challenges, size_t index)
{
    assert(index < challenges->count);
    return &challenges->open[index]->challenge;
}
