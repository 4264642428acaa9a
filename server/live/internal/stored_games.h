/* stored_games.h - games that are not in memory: those that ended, and those that sleep.
 *
 * A correspondence game or one without a clock leaves memory while nobody listens. What remains is its id with its
 * players, and in the store the instant of the axis at which it is due. It is read again when somebody asks for it,
 * or shortly before that instant; the loop continues meanwhile, and those who wait are found by their sessions'
 * ids. */
#pragma once

#include "games.h"

/* Called once for each request: with the game, or with NULL and the reason in 'code'. */
typedef void (*StoredGamesDone)(Live *live, const Client *client, const Request *request,
                                Game *game, Code code);

/* The game of request->game: at once when it is in memory, else when it has been read. */
void stored_games_want(Live *live, const Client *client, const Request *request,
                       StoredGamesDone done);

/* Whether it may sleep now, and since when: called when a game is looked at. */
void stored_games_consider(const Live *live, Game *game);
/* Puts the game to sleep and frees it if it is time. True: it is gone. */
bool stored_games_put(Live *live, Game *game);

void stored_games_init(Live *live, const SipKey *sip);
void stored_games_clear(Live *live);
