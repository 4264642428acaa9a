/* computer.h - the computer's side of a game: asks for a search, waits as a human being would, plays.
 *
 * Its moves are commands like anybody's (apply.h). It answers offers sensibly and never lets its clock run
 * down for the sake of looking human. */
#pragma once

#include "inside.h"

/* Something may have changed: think, or answer an offer. Called for every game that was touched. */
void computer_look(Hall *hall, Game *game);
/* A search has answered; if the game has moved on the answer is dropped. */
void computer_answered(Hall *hall, Game *game, const SearchAnswer *answer);
/* When the computer wants to act; INT64_MAX when it waits for something else. */
int64_t computer_due(const Game *game);
void computer_act(Hall *hall, Game *game);

/* How long a human being would take for the move, with so much on the clock (ms). 'chance' varies it. */
int64_t computer_delay(const GameSetup *setup, uint32_t plies, int64_t remaining, uint64_t chance);
/* How long it may think at most. */
int64_t computer_think_max(const GameSetup *setup, int64_t remaining);
