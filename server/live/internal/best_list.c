#include "best_list.h"

#include <assert.h>
#include <string.h>

static bool is_before(const RankedGame *one, const RankedGame *other)
{
    return one->worth != other->worth ? one->worth > other->worth
                                      : strcmp(one->id.text, other->id.text) < 0;
}

/* How many of those that are kept are before it. */
static uint32_t place_of(const BestList *list, const RankedGame *game)
{
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (is_before(&list->best[middle], game))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void best_list_offer(BestList *list, const RankedGame *game)
{
    bool is_full = list->count == BEST_KEPT;
    if (is_full && !is_before(game, &list->best[BEST_KEPT - 1]))
        return;
    uint32_t place = place_of(list, game);
    list->count += !is_full;
    memmove(&list->best[place + 1], &list->best[place],
            (list->count - 1 - place) * sizeof *list->best);
    list->best[place] = *game;
}

/* Where some are not kept, what comes behind the last one that is may be worse than they are. */
void best_list_add(BestList *list, const RankedGame *game)
{
    bool is_whole = list->count == list->all;
    list->all++;
    if (is_whole || (list->count && is_before(game, &list->best[list->count - 1])))
        best_list_offer(list, game);
}

void best_list_remove(BestList *list, const RankedGame *game)
{
    uint32_t place = place_of(list, game);
    assert(list->all > 0);
    list->all--;
    if (place == list->count || strcmp(list->best[place].id.text, game->id.text) != 0)
        return;
    list->count--;
    memmove(&list->best[place], &list->best[place + 1], (list->count - place) * sizeof *list->best);
}

bool best_list_lacks(const BestList *list, uint32_t most)
{
    return list->count < list->all && list->count < most;
}

void best_list_restart(BestList *list)
{
    list->count = 0;
}
