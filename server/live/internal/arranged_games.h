/* arranged_games.h - what an organiser tells the players of the games that they have arranged. */
#pragma once

#include "games.h"

/* Tells that connection of the seat's player the organiser's message, if there is one; with session 0 all of the player's
 * connections. */
void arranged_games_greet(Live *live, const Game *game, Color seat, SessionId session);
