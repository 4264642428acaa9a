/* conditional_moves.h - the conditional moves of a game's players: kept and stored, told to their owner, dropped when they
 * no longer fit. conditional_replies.h plays them.
 *
 * What is stored are the lines as they were saved; which of them are left follows from the moves since. */
#pragma once

#include "games.h"
#include "stored.h"

/* In place of what the seat had. They have been checked. */
void conditional_moves_put(Live *live, Game *game, const ConditionalMoves *moves);
void conditional_moves_drop(Live *live, Game *game, Color seat);
/* A game comes from the store: its players' lines with it, as far as they still fit. */
void conditional_moves_revive(Game *game, const StoredGame *stored);
/* Something happened in the game. */
void conditional_moves_follow(Live *live, Game *game, const Event *event);

/* To a player who begins to watch. */
void conditional_moves_tell(Live *live, const Game *game, const Client *client);
/* To those whose lines have changed. */
void conditional_moves_tell_changes(Live *live, Game *game);
