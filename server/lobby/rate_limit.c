#include "rate_limit.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* 2^16 buckets in sets of eight: one mebibyte, and a look at two cache lines. */
enum { SETS = 8192, WAYS = 8 };

/* A bucket as one instant (the generic cell rate algorithm): when it will be full again. Each token taken
 * moves it on by the time that a token needs to grow. */
typedef struct {
    uint64_t key; /* 0: free */
    int64_t full_at;
} Bucket;

struct RateLimiter {
    SipKey sip;
    LimitRule rules[LIMIT_COUNT];
    Bucket (*sets)[WAYS]; /* NULL when nothing is limited */
};

static const LimitRule USUAL[LIMIT_COUNT] = {
#define X(name, tokens, fill) {tokens, fill},
    LIMIT_KINDS(X)
#undef X
};

#define X(name, tokens, fill)                                                                      \
    _Static_assert((fill) % (tokens) == 0, "a token grows in whole milliseconds");
LIMIT_KINDS(X)
#undef X

RateLimiter *rate_limiter_new(bool on, const SipKey *sip)
{
    RateLimiter *limiter = memory_new(sizeof *limiter);
    limiter->sip = *sip;
    limit_usual(limiter->rules);
    if (on)
        limiter->sets = memory_array(SETS, sizeof *limiter->sets);
    return limiter;
}

void rate_limiter_free(RateLimiter *limiter)
{
    free(limiter->sets);
    free(limiter);
}

/* The key's bucket, or the one that it may have: a free or full one, else the fullest of its set. */
static Bucket *find(Bucket set[WAYS], uint64_t key, int64_t now)
{
    Bucket *best = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].full_at < best->full_at)
            best = &set[i];
    }
    *best = (Bucket){key, now};
    return best;
}

void rate_limiter_set_rules(RateLimiter *limiter, const LimitRule rules[LIMIT_COUNT])
{
    memcpy(limiter->rules, rules, sizeof limiter->rules);
}

int32_t rate_limiter_wait(const RateLimiter *limiter, LimitKind kind)
{
    return limiter->rules[kind].fill / limiter->rules[kind].tokens;
}

bool rate_limiter_take_both(RateLimiter *limiter, LimitKind by_person, const char *person,
                            LimitKind by_address, const char *address, int64_t now)
{
    return rate_limiter_take(limiter, by_person, person, now) &&
           rate_limiter_take(limiter, by_address, address, now);
}

static bool take(RateLimiter *limiter, LimitKind kind, uint64_t hash, int32_t count, int64_t now)
{
    Bucket *bucket = find(limiter->sets[hash >> 32 & (SETS - 1)], hash | 1, now);
    int64_t full_at = bucket->full_at > now ? bucket->full_at : now;
    full_at += count * (int64_t)rate_limiter_wait(limiter, kind);
    if (full_at - now > limiter->rules[kind].fill)
        return false;
    bucket->full_at = full_at;
    return true;
}

static uint64_t hash_of(const RateLimiter *limiter, LimitKind kind, uint64_t key)
{
    const uint64_t named[] = {(uint64_t)kind, key};
    assert((size_t)kind < LIMIT_COUNT);
    return siphash(&limiter->sip, named, sizeof named);
}

static bool take_of(RateLimiter *limiter, LimitKind kind, uint64_t key, int32_t count, int64_t now)
{
    return !limiter->sets || take(limiter, kind, hash_of(limiter, kind, key), count, now);
}

bool rate_limiter_take_number(RateLimiter *limiter, LimitKind kind, uint64_t key, int64_t now)
{
    return take_of(limiter, kind, key, 1, now);
}

/* The hash of a text is a number of its own, so no text counts with a number. */
bool rate_limiter_take_many(RateLimiter *limiter, LimitKind kind, const char *key, int32_t count,
                            int64_t now)
{
    int32_t most = limiter->rules[kind].tokens;
    return take_of(limiter, kind, siphash(&limiter->sip, key, strlen(key)),
                   count < most ? count : most, now);
}

bool rate_limiter_take(RateLimiter *limiter, LimitKind kind, const char *key, int64_t now)
{
    return rate_limiter_take_many(limiter, kind, key, 1, now);
}

bool rate_limiter_has(const RateLimiter *limiter, LimitKind kind, const char *key, int64_t now)
{
    uint64_t hash = hash_of(limiter, kind, siphash(&limiter->sip, key, strlen(key)));
    if (!limiter->sets)
        return true;
    const Bucket *set = limiter->sets[hash >> 32 & (SETS - 1)];
    for (int i = 0; i < WAYS; i++)
        if (set[i].key == (hash | 1))
            return set[i].full_at - now <=
                   limiter->rules[kind].fill - rate_limiter_wait(limiter, kind);
    return true;
}

int32_t limit_tokens(LimitKind kind)
{
    assert((size_t)kind < LIMIT_COUNT);
    return USUAL[kind].tokens;
}

int32_t limit_fill(LimitKind kind)
{
    assert((size_t)kind < LIMIT_COUNT);
    return USUAL[kind].fill;
}

void limit_usual(LimitRule rules[LIMIT_COUNT])
{
    memcpy(rules, USUAL, sizeof USUAL);
}

const char *limit_name(LimitKind kind)
{
    static const char *const NAMES[LIMIT_COUNT] = {
#define X(name, tokens, fill) #name,
        LIMIT_KINDS(X)
#undef X
    };
    return NAMES[kind];
}

/* In lower case, and with - for _, as options are written. */
static char option_letter(char c)
{
    return c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_called(const char *name, const char *text, size_t length)
{
    size_t same = 0;
    while (same < length && name[same] && option_letter(name[same]) == text[same])
        same++;
    return same == length && !name[same];
}

static LimitKind find_kind(const char *text, size_t length)
{
    int kind = 0;
    while (kind < LIMIT_COUNT && !is_called(limit_name((LimitKind)kind), text, length))
        kind++;
    return (LimitKind)kind;
}

static BoundKind find_bound(const char *text, size_t length)
{
    int kind = 0;
    while (kind < BOUND_COUNT && !is_called(bound_name((BoundKind)kind), text, length))
        kind++;
    return (BoundKind)kind;
}

/* A whole number from 1; advances past it. */
static bool read_number(const char **text, int32_t most, int32_t *number)
{
    int64_t value = 0;
    const char *begin = *text;
    for (; **text >= '0' && **text <= '9' && value <= most; ++*text)
        value = 10 * value + (**text - '0');
    *number = (int32_t)value;
    return *text > begin && value >= 1 && value <= most;
}

static bool parse_one(const char **text, LimitRule rules[LIMIT_COUNT], int32_t bounds[BOUND_COUNT])
{
    int32_t tokens, seconds;
    size_t length = strcspn(*text, "=");
    LimitKind kind = find_kind(*text, length);
    BoundKind bound = find_bound(*text, length);
    if ((kind == LIMIT_COUNT && bound == BOUND_COUNT) || (*text)[length] != '=')
        return false;
    *text += length + 1;
    if (bound < BOUND_COUNT)
        return read_number(text, BOUND_MOST, &bounds[bound]);
    if (!read_number(text, LIMIT_TOKENS_MOST, &tokens) || *(*text)++ != '/' ||
        !read_number(text, LIMIT_SECONDS_MOST, &seconds) || seconds * (int64_t)1000 < tokens)
        return false;
    rules[kind] = (LimitRule){tokens, seconds * 1000};
    return true;
}

bool limit_parse(const char *text, LimitRule rules[LIMIT_COUNT], int32_t bounds[BOUND_COUNT])
{
    LimitRule changed[LIMIT_COUNT];
    int32_t bounds_changed[BOUND_COUNT];
    memcpy(changed, rules, sizeof changed);
    memcpy(bounds_changed, bounds, sizeof bounds_changed);
    do {
        if (!parse_one(&text, changed, bounds_changed))
            return false;
    } while (*text == ',' && *++text);
    if (*text)
        return false;
    memcpy(rules, changed, sizeof changed);
    memcpy(bounds, bounds_changed, sizeof bounds_changed);
    return true;
}
