/* upgrade.h - from HTTP to a WebSocket (RFC 6455, 4.2): who may, and what libwebsockets is then given.
 *
 * It never sees a stranger's handshake: a request that is good and whose sender is let in is written anew. */
#pragma once

#include "exchange.h"

/* Whether the request asks to become a WebSocket. */
bool upgrade_is_asked(const HttpHead *head);
/* Makes it one, or refuses and closes. The head is still unread in the transport. */
void upgrade_answer(Exchange *exchange, const HttpHead *head);
