/* tell.h - queues what is in the core's text for those who are to hear it.
 *
 * 'number' is the batch of the journal that it depends on, 0 for none. The text is empty afterwards, and an
 * empty text is told to nobody. */
#pragma once

#include "inside_core.h"

void tell_session(Core *core, SessionId session, uint64_t number);
/* On all of the player's connections that have one of the scopes. */
void tell_player(Core *core, const Player *player, uint32_t scopes, uint64_t number);
void tell_listeners(Core *core, const Listeners *listeners, uint64_t number);
/* Players before spectators. */
void tell_game(Core *core, const Game *game, uint64_t number);

/* Answers to a request. 'ok' and 'why' may be NULL, as in print.h. */
void tell_ok(Core *core, SessionId session, const Request *request, const Ok *ok, uint64_t number);
void tell_error(Core *core, SessionId session, const Request *request, Code code, const char *why,
                uint64_t number);
/* A refusal that shows nothing of a game. */
void tell_refusal(Core *core, SessionId session, const Request *request, Code code);
/* The game as it is, to one session. */
void tell_snapshot(Core *core, SessionId session, const Game *game);
