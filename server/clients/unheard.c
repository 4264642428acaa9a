#include "unheard.h"

#include "array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t place_of(const IdList *list, const char *id)
{
    size_t place = 0;
    while (place < list->count && strcmp(list->at[place], id) != 0)
        place++;
    return place;
}

static void set(IdList *list, const char *id, bool on)
{
    size_t place = place_of(list, id);
    if (on && place == list->count) {
        list->at = array_reserve(list->at, &list->capacity, list->count + 1, sizeof *list->at);
        snprintf(list->at[list->count++], sizeof *list->at, "%s", id);
    } else if (!on && place < list->count) {
        memmove(list->at[place], list->at[--list->count], sizeof *list->at);
    }
}

void unheard_clear(Unheard *unheard)
{
    free(unheard->blocked.at);
    free(unheard->muted.at);
    memset(unheard, 0, sizeof *unheard);
}

void unheard_set(Unheard *unheard, const AccountInfo *list, size_t count)
{
    unheard_clear(unheard);
    for (size_t i = 0; i < count; i++) {
        if (list[i].blocked)
            set(&unheard->blocked, list[i].id, true);
        if (list[i].muted)
            set(&unheard->muted, list[i].id, true);
    }
}

void unheard_relate(Unheard *unheard, Relation relation, const char *other, bool on)
{
    if (relation == RELATION_BLOCKS)
        set(&unheard->blocked, other, on);
    else if (relation == RELATION_MUTES)
        set(&unheard->muted, other, on);
}

bool unheard_blocks(const Unheard *unheard, const char *other)
{
    return place_of(&unheard->blocked, other) < unheard->blocked.count;
}

bool unheard_mutes(const Unheard *unheard, const char *other)
{
    return place_of(&unheard->muted, other) < unheard->muted.count;
}
