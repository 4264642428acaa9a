/* best_list.h - the best of many games, which come and go one by one.
 *
 * It keeps the best BEST_KEPT and counts all. When many of those that it kept are gone, others must take their places, which only
 * the owner of the games knows: best_list_lacks says so, and the owner then offers all of them again. A plain value; zeroed it is
 * empty. */
#pragma once

#include "event.h"

/* Twice what anybody may ask for: at least LIVE_BEST_MAX games have to end between two times that all are offered again. */
enum { BEST_KEPT = 100 };

/* Of two games that are worth the same, the one whose id comes first is before the other. */
typedef struct {
    int32_t worth;
    GameId id;
} RankedGame;

typedef struct {
    RankedGame best[BEST_KEPT]; /* best first: of all games the best 'count' */
    uint32_t count;
    uint32_t all;
} BestList;

/* A game comes; it is not in the list. */
void best_list_add(BestList *list, const RankedGame *game);
/* It goes; it must have been added, and worth the same. */
void best_list_remove(BestList *list, const RankedGame *game);

/* Whether some that belong to the best 'most' are not kept. */
bool best_list_lacks(const BestList *list, uint32_t most);
/* Forgets which are best; each of all must then be offered once. */
void best_list_restart(BestList *list);
void best_list_offer(BestList *list, const RankedGame *game);
