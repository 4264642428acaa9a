/* tell.h - queues a printed message for those who are to receive it.
 *
 * 'number' is the journal's batch that the message depends on, 0 for none. The text is empty afterwards; an empty
 * text is not sent. */
#pragma once

#include "clients.h"
#include "listeners.h"
#include "print.h"

void tell_session(Clients *clients, Text *text, SessionId session, uint64_t number);
/* To all connections of the person that have one of the scopes. */
void tell_person(Clients *clients, Text *text, const char *person, uint32_t scopes,
                 uint64_t number);
void tell_everybody(Clients *clients, Text *text, uint64_t number);
void tell_listeners(Clients *clients, Text *text, const Listeners *listeners, uint64_t number);

/* Answers to a request. 'ok' and 'why' may be NULL, as in print.h. tell_ok returns the batch that what follows from the
 * request depends on: 'number', or with a key a later one. */
uint64_t tell_ok(Clients *clients, SessionId session, const Request *request, const Ok *ok,
                 uint64_t number);
void tell_error(Clients *clients, SessionId session, const Request *request, Code code,
                const char *why, uint64_t number);
/* A refusal that shows nothing of a game. */
void tell_refusal(Clients *clients, SessionId session, const Request *request, Code code);

/* For callers that send one text to others than these: NULL when it is empty. The caller releases
 * it. */
Packet *tell_packet(Text *text);
