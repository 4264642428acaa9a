/* tell.h - queues what was printed for those who are to hear it.
 *
 * 'number' is the batch of the journal that it depends on, 0 for none. The text is empty afterwards, and an empty text is
 * told to nobody. */
#pragma once

#include "clients.h"
#include "listeners.h"
#include "print.h"

void tell_session(Clients *clients, Text *text, SessionId session, uint64_t number);
/* On all of the person's connections that have one of the scopes. */
void tell_person(Clients *clients, Text *text, const char *person, uint32_t scopes,
                 uint64_t number);
void tell_everybody(Clients *clients, Text *text, uint64_t number);
void tell_listeners(Clients *clients, Text *text, const Listeners *listeners, uint64_t number);

/* Answers to a request. 'ok' and 'why' may be NULL, as in print.h. */
void tell_ok(Clients *clients, SessionId session, const Request *request, const Ok *ok,
             uint64_t number);
void tell_error(Clients *clients, SessionId session, const Request *request, Code code,
                const char *why, uint64_t number);
/* A refusal that shows nothing of a game. */
void tell_refusal(Clients *clients, SessionId session, const Request *request, Code code);

/* For who tells one text to more than these: NULL when it is empty. The caller releases it. */
Packet *tell_packet(Text *text);
