#include "recent_pairs.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void recent_pairs_clear(RecentPairs *recent)
{
    free(recent->pairs);
    *recent = (RecentPairs){0};
}

void recent_pairs_note(RecentPairs *recent, const char *one, const char *other, int64_t now)
{
    if (!recent->pairs)
        recent->pairs = memory_array(RECENT_PAIRS_MAX, sizeof *recent->pairs);
    RecentPair *pair = &recent->pairs[recent->next];
    snprintf(pair->one, sizeof pair->one, "%s", one);
    snprintf(pair->other, sizeof pair->other, "%s", other);
    pair->at = now;
    recent->next = (recent->next + 1) % RECENT_PAIRS_MAX;
    if (recent->count < RECENT_PAIRS_MAX)
        recent->count++;
}

bool recent_pairs_has(const RecentPairs *recent, const char *one, const char *other, int64_t now)
{
    for (size_t back = 1; back <= recent->count; back++) {
        const RecentPair *pair =
            &recent->pairs[(recent->next + RECENT_PAIRS_MAX - back) % RECENT_PAIRS_MAX];
        if (now - pair->at >= RECENT_PAIRS_FOR)
            return false;
        if ((strcmp(pair->one, one) == 0 && strcmp(pair->other, other) == 0) ||
            (strcmp(pair->one, other) == 0 && strcmp(pair->other, one) == 0))
            return true;
    }
    return false;
}
