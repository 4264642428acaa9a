#include "challenge.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>

struct Challenges {
    Challenge **open;
    size_t count, size;
    int64_t
        deadline; /* none expires before it; it may be too early, challenges_tick then sets it right */
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

Challenges *challenges_new(void)
{
    Challenges *challenges = memory_new(sizeof *challenges);
    challenges->deadline = INT64_MAX;
    return challenges;
}

void challenges_free(Challenges *challenges)
{
    for (size_t i = 0; i < challenges->count; i++)
        free(challenges->open[i]);
    free(challenges->open);
    free(challenges);
}

void challenges_load(Challenges *challenges, const Challenge *challenge)
{
    if (challenges->count == challenges->size) {
        challenges->size = challenges->size ? 2 * challenges->size : 64;
        challenges->open = memory_resize(challenges->open, challenges->size, sizeof(Challenge *));
    }
    Challenge *copy = memory_new(sizeof *copy);
    *copy = *challenge;
    challenges->open[challenges->count++] = copy;
    if (copy->expires < challenges->deadline)
        challenges->deadline = copy->expires;
}

ChallengeError challenges_add(Challenges *challenges, const Challenge *challenge)
{
    int own = 0, same = 0;
    if (challenges->count >= CHALLENGES_MAX)
        return CHALLENGE_FULL;
    if (!challenge->link && person_is(&challenge->from, &challenge->to))
        return CHALLENGE_FORBIDDEN;
    if (challenge->terms.rated &&
        (challenge->from.guest || (!challenge->link && challenge->to.guest)))
        return CHALLENGE_GUEST;
    for (size_t i = 0; i < challenges->count; i++) {
        const Challenge *other = challenges->open[i];
        if (!person_is(&other->from, &challenge->from))
            continue;
        own++;
        same += !other->link && !challenge->link && person_is(&other->to, &challenge->to);
    }
    if (own >= CHALLENGES_PER_PERSON || same >= CHALLENGES_PER_PAIR)
        return CHALLENGE_MANY;
    challenges_load(challenges, challenge);
    return CHALLENGE_OK;
}

/* Its index, or challenges_count. */
static size_t find(const Challenges *challenges, const LobbyId *id, int64_t now)
{
    size_t i = 0;
    while (i < challenges->count && !lobby_id_equal(&challenges->open[i]->id, id))
        i++;
    return i < challenges->count && challenges->open[i]->expires > now ? i : challenges->count;
}

static void take(Challenges *challenges, size_t index, Challenge *taken)
{
    *taken = *challenges->open[index];
    free(challenges->open[index]);
    challenges->open[index] = challenges->open[--challenges->count];
}

const Challenge *challenges_find(const Challenges *challenges, const LobbyId *id, int64_t now)
{
    size_t index = find(challenges, id, now);
    return index < challenges->count ? challenges->open[index] : NULL;
}

ChallengeError challenges_accept(Challenges *challenges, const LobbyId *id, const Person *person,
                                 int64_t now, uint64_t chance, Challenge *taken, Person seat[2])
{
    size_t index = find(challenges, id, now);
    if (index == challenges->count)
        return CHALLENGE_STALE;
    const Challenge *challenge = challenges->open[index];
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

ChallengeError challenges_decline(Challenges *challenges, const LobbyId *id, const Person *person,
                                  int64_t now, Challenge *taken)
{
    size_t index = find(challenges, id, now);
    if (index == challenges->count)
        return CHALLENGE_STALE;
    const Challenge *challenge = challenges->open[index];
    bool is_for = !challenge->link && person_is(&challenge->to, person);
    if (!is_for && !person_is(&challenge->from, person))
        return CHALLENGE_FORBIDDEN;
    take(challenges, index, taken);
    return CHALLENGE_OK;
}

bool challenges_tick(Challenges *challenges, int64_t now, Challenge *expired)
{
    if (now < challenges->deadline)
        return false;
    int64_t deadline = INT64_MAX;
    for (size_t i = 0; i < challenges->count; i++) {
        if (challenges->open[i]->expires <= now) {
            take(challenges, i, expired);
            return true;
        }
        if (challenges->open[i]->expires < deadline)
            deadline = challenges->open[i]->expires;
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
    return challenges->open[index];
}
