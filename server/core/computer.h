/* computer.h - the computer's side of a game: asks for a search, waits as a human being would, plays.
 *
 * Its moves are commands like anybody's (apply.h). It answers offers sensibly and never lets its clock run
 * down for the sake of looking human. */
#pragma once

#include "inside_core.h"

/* Something may have changed: think, or answer an offer. Called for every game that was touched. */
void computer_look(Core *core, Game *game);
/* A search has answered; if the game has moved on the answer is dropped. */
void computer_answered(Core *core, Game *game, const SearchAnswer *answer);
/* When the computer wants to act; INT64_MAX when it waits for something else. */
int64_t computer_due(const Game *game);
void computer_act(Core *core, Game *game);

/* Whether the computer may begin another game with the visitor: guests of an address have BOUND_COMPUTER_GAMES. */
bool computer_has_room(const Core *core, const Visitor *visitor);
/* A guest who plays the computer is here: from now on the game counts for their address, once, until it is over or
 * leaves memory. */
void computer_count(Core *core, Game *game, const Visitor *visitor);
void computer_uncount(Core *core, Game *game);
