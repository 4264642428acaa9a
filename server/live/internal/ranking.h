/* ranking.h - which games in progress are the best, of all and of each kind.
 *
 * The best are those of the highest rated players, people before computers, with a clock and both sides moved. The lists are kept
 * as games come and go, so that nobody who asks for the best makes the server look at all games: one address may have hundreds of
 * feeds of TV. A plain value; zeroed it is empty. */
#pragma once

#include "best_list.h"
#include "clients.h"
#include "game.h"
#include "game_news.h"
#include "hash_table.h"

typedef struct {
    BestList of[BEST_KINDS];
} Ranking;

/* Whether it is one of those that are shown. */
bool ranking_is_live(const Game *game);
/* The game may have begun to be one of them, or no longer is: after whatever has happened in it. 'clients' know who is a bot. */
void ranking_look(Ranking *ranking, const Clients *clients, Game *game);
/* It leaves memory. */
void ranking_forget(Ranking *ranking, Game *game);
/* Looks at all games, for all lists at once: when one of them lacks some (best_list_lacks). */
void ranking_fill(Ranking *ranking, const HashTable *games);
