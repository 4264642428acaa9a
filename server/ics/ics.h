/* ics.h - the ICS port: an Internet Chess Server's prompt, for its clients, for terminals and for programs.
 *
 * Who connects by telnet or a bare socket signs in as a guest, or by an account's name and password where nobody can listen (TLS, or
 * the server's own machine). From then on they have a session of castled.v1 (session.h) like a browser, whose packets become
 * lines of text (ics_client.h); what they type becomes requests. Connections are bounded as all others, by
 * BOUND_CONNECTIONS, LIMIT_CONNECT and LIMIT_GUEST, until somebody has signed in by BOUND_ICS_LOGINS; lines by LIMIT_MESSAGE and LIMIT_MESSAGE_ADDRESS; passwords as over
 * HTTP. One thread. */
#pragma once

#include "ics_options.h"

Ics *ics_new(const IcsOptions *options);
/* After the loop has run for the last time. */
void ics_free(Ics *ics);

/* NetHooks.connection. */
void ics_connection(Ics *ics, Transport *transport, const char *refusal);
/* The same for somebody who is connected to another node of the cluster, where nobody can listen if 'is_confidential'; the
 * transport leads to that node. 'refusal' is NULL, or why they are not let in. 'address' is the key of limits, at most ADDRESS_MAX bytes; 'front' the node's number, not 0. */
void ics_connection_elsewhere(Ics *ics, Transport *transport, const char *address,
                              bool is_confidential, uint64_t front, const char *refusal);
/* That node is gone: the sessions of everybody who is connected to it end within this call. */
void ics_front_lost(Ics *ics, uint64_t front);
/* Says what has come; after core_turn. A turn says only so much. True: the core was asked for something, or there is more: it
 * wants another turn. */
bool ics_turn(Ics *ics);
/* Whether there is more, also when the server is stopping. */
bool ics_has_more(const Ics *ics);
