/* conditional_moves.h - the conditional moves of a game's players: kept and stored, played when the opponent has made the
 * expected move, told to their owner, dropped when they no longer fit.
 *
 * They are played through apply_command, like any move, in the turn of the loop in which the expected move came: both are
 * in one batch of the journal. What is stored are the lines as they were saved; which of them are left follows from the
 * moves since. */
#pragma once

#include "games.h"
#include "stored.h"

/* A game comes from the store: its players' lines with it, as far as they still fit. */
void conditional_moves_revive(Game *game, const StoredGame *stored);
/* Something happened in the game. */
void conditional_moves_follow(Live *live, Game *game, const Event *event);
/* The game is looked at: plays a reply that is due, and tells a player what has become of their lines. */
void conditional_moves_look(Live *live, Game *game);
/* To a player who begins to watch. */
void conditional_moves_tell(Live *live, const Game *game, const Client *client);
