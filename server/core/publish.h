/* publish.h - the door out of a room: what happened goes to the journal, then to those who listen.
 *
 * Nobody hears of it before the journal's batch is durable; that is the sessions' business, which get the
 * batch's number with every packet. */
#pragma once

#include "inside_core.h"

void publish(Core *core, Game *game, const Events *events);
/* The same, and between journal and telling the request that brought it about is answered by ok. */
void publish_answered(Core *core, Game *game, const Events *events, SessionId session,
                      const Request *request);
