#include "allowance.h"

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

struct Allowance {
    uint64_t seed;
    Bucket (*sets)[WAYS]; /* NULL when nothing is limited */
};

static const struct {
    int32_t tokens, fill;
} RULES[LIMIT_COUNT] = {
#define X(name, tokens, fill) {tokens, fill},
    LIMIT_KINDS(X)
#undef X
};

#define X(name, tokens, fill)                                                                      \
    _Static_assert((fill) % (tokens) == 0, "a token grows in whole milliseconds");
LIMIT_KINDS(X)
#undef X

Allowance *allowance_new(bool on, uint64_t seed)
{
    Allowance *allowance = memory_new(sizeof *allowance);
    allowance->seed = seed;
    if (on)
        allowance->sets = memory_array(SETS, sizeof *allowance->sets);
    return allowance;
}

void allowance_free(Allowance *allowance)
{
    free(allowance->sets);
    free(allowance);
}

/* The finisher of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
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

bool allowance_take_number(Allowance *allowance, LimitKind kind, uint64_t key, int64_t now)
{
    assert((size_t)kind < LIMIT_COUNT);
    if (!allowance->sets)
        return true;
    uint64_t hash = mix(mix(key ^ allowance->seed) + (uint64_t)kind) | 1;
    Bucket *bucket = find(allowance->sets[hash >> 32 & (SETS - 1)], hash, now);
    int64_t full_at = bucket->full_at > now ? bucket->full_at : now;
    full_at += RULES[kind].fill / RULES[kind].tokens;
    if (full_at - now > RULES[kind].fill)
        return false;
    bucket->full_at = full_at;
    return true;
}

bool allowance_take(Allowance *allowance, LimitKind kind, const char *key, int64_t now)
{
    uint64_t number = allowance->seed;
    for (size_t i = 0; key[i]; i++)
        number = mix(number ^ (unsigned char)key[i]);
    return allowance_take_number(allowance, kind, number, now);
}

int32_t limit_tokens(LimitKind kind)
{
    assert((size_t)kind < LIMIT_COUNT);
    return RULES[kind].tokens;
}

int32_t limit_fill(LimitKind kind)
{
    assert((size_t)kind < LIMIT_COUNT);
    return RULES[kind].fill;
}
