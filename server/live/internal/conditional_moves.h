/* conditional_moves.h - the conditional moves of a game's players: keeps and stores them, sends them to their owner,
 * drops them when they no longer fit. conditional_replies.h plays them.
 *
 * What is stored are the lines as they were saved; which of them are left follows from the moves since. */
#pragma once

#include "games.h"
#include "stored.h"

/* Replaces the seat's; they have been checked. */
void conditional_moves_put(Live *live, Game *game, const ConditionalMoves *moves);
void conditional_moves_drop(Live *live, Game *game, Color seat);
/* A game has been read from the store, with its players' lines, as far as they still fit. */
void conditional_moves_revive(Game *game, const StoredGame *stored);
/* Something happened in the game. */
void conditional_moves_follow(Live *live, Game *game, const Event *event);

/* Sends them to a player who begins to watch. */
void conditional_moves_tell(Live *live, const Game *game, const Client *client);
/* Sends them to players whose lines have changed. */
void conditional_moves_tell_changes(Live *live, Game *game);
