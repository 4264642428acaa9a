#include "recent_pairs.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

void apart_clear(Apart *apart)
{
    free(apart->partings);
    *apart = (Apart){0};
}

void apart_note(Apart *apart, const char *one, const char *other, int64_t now)
{
    if (!apart->partings)
        apart->partings = memory_array(APART_PAIRS, sizeof *apart->partings);
    Parting *parting = &apart->partings[apart->next];
    strcpy(parting->one, one);
    strcpy(parting->other, other);
    parting->at = now;
    apart->next = (apart->next + 1) % APART_PAIRS;
    if (apart->count < APART_PAIRS)
        apart->count++;
}

bool apart_are(const Apart *apart, const char *one, const char *other, int64_t now)
{
    for (size_t back = 1; back <= apart->count; back++) {
        const Parting *parting = &apart->partings[(apart->next + APART_PAIRS - back) % APART_PAIRS];
        if (now - parting->at >= APART_FOR)
            return false;
        if ((strcmp(parting->one, one) == 0 && strcmp(parting->other, other) == 0) ||
            (strcmp(parting->one, other) == 0 && strcmp(parting->other, one) == 0))
            return true;
    }
    return false;
}
