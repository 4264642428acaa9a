/* retries.h - requests with a key: each is carried out once, and answered as often as it comes (request_keys.h). */
#pragma once

#include "core_state.h"

/* The core's keys; from now on the answers to requests with one are noted. */
RequestKeys *retries_new_keys(Core *core, const SipKey *sip);

/* Whether the request is to be carried out, and how it is answered then is noted. If not, it has been answered as the
 * first time, or refused, or its connection waits until the first one is answered, and the message comes again. */
bool retries_admit(Core *core, const Client *client, const Request *request, const char *text,
                   size_t length);

/* What the connection has asked is not carried out if it has not been yet. */
void retries_connection_ends(Core *core, const Client *client);

/* Connections that have waited go on. */
int64_t retries_due(const Core *core);
void retries_tick(Core *core);
