/* server_doubt.h - an owner (node.h) whose lease is over, and who has not heard why. Private to server*.c.
 *
 * Another node may have the games by now, so what this one would say may be older than what somebody has heard elsewhere. Until
 * it knows, it lets nobody in and answers nothing that may have changed. */
#pragma once

#include "server_parts.h"

bool server_is_in_doubt(const Server *server);
/* NetHooks.request meanwhile: 503, but for health, metrics and files of the page that never change. */
bool server_doubt_request(Server *server, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer);
