/* computer.h - the computer's side of a game: asks for a search, waits as a human being would, plays.
 *
 * Its moves are commands like anybody's (apply.h). It gives sensible answers to offers, and never lets its
 * clock run down to look human. */
#pragma once

#include "games.h"

/* Something may have changed: starts a search or answers an offer. Called for every game that was
 * touched. */
void computer_look(Live *live, Game *game);
/* When the computer wants to act; INT64_MAX when it waits for something else. */
int64_t computer_due(const Game *game);
void computer_act(Live *live, Game *game);
