#include "transposition.h"

#include <string.h>

static bool is_allowed(const Transposition *t, int lower, int upper)
{
    return t->allowed[(size_t)lower * (size_t)t->words + (size_t)upper / 64] >> (upper % 64) & 1;
}

/* Finds the uppers that could give theirs away and in the end take 'freed': towards[upper] is then set. */
static void find_givers(Transposition *t, int freed)
{
    for (int u = 0; u < t->lowers; u++)
        t->towards[u] = UINT16_MAX;
    int start = 0, end = 0;
    t->queue[end++] = (uint16_t)freed;
    while (start < end) {
        int lower = t->queue[start++];
        const uint64_t *row = &t->allowed[(size_t)lower * (size_t)t->words];
        for (int word = 0; word < t->words; word++)
            for (uint64_t left = row[word]; left; left &= left - 1) {
                int u = word * 64 + __builtin_ctzll(left);
                if (t->fixed[u] || t->towards[u] != UINT16_MAX)
                    continue;
                t->towards[u] = (uint16_t)lower;
                t->queue[end++] = t->mate[u];
            }
    }
}

/* Gives 'upper' the lower it should have; those on the way take the next ones. */
static void give(Transposition *t, int upper, int lower)
{
    int from = t->owner[lower];
    t->owner[lower] = (uint16_t)upper;
    t->mate[upper] = (uint16_t)lower;
    while (from != upper) {
        int next = t->towards[from], displaced = t->owner[next];
        t->owner[next] = (uint16_t)from;
        t->mate[from] = (uint16_t)next;
        from = displaced;
    }
}

void transposition_find_first(Transposition *t)
{
    memset(t->fixed, 0, (size_t)t->lowers);
    for (int u = 0; u < t->uppers; u++) {
        int had = t->mate[u];
        t->fixed[u] = 1;
        find_givers(t, had);
        for (int lower = 0; lower < had; lower++) {
            if (t->fixed[t->owner[lower]] || !is_allowed(t, lower, u) ||
                t->towards[t->owner[lower]] == UINT16_MAX)
                continue;
            give(t, u, lower);
            break;
        }
    }
}
