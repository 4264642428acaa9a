/* net.h - the sockets: HTTP requests and WebSockets of castled.v1, on the server's own libuv loop.
 *
 * It accepts connections, reads requests and frames, hands them up, writes what Sessions give it, and knows nothing
 * of games. How bytes travel is in README.md. Callbacks come on the loop's thread and may call anything here but
 * net_open, net_close and net_free. */
#pragma once

#include "net_options.h"

/* Listens. NULL on refusal, and 'line' (NET_LINE_MAX bytes) says why in one line. */
Net *net_open(const NetOptions *options, char *line);
int net_port(const Net *net, HttpDoor door); /* 0 when there is no such door */
size_t net_connections(const Net *net);      /* HTTP's too */
Sessions *net_sessions(Net *net);
/* Reads the certificate and its key again, for connections that come from now on. On false 'line' (NET_LINE_MAX
 * bytes) says why, and the old ones stay. */
bool net_reload_keys(Net *net, char *line);

/* Answers a handshake. Status 0: they are let in, as *arrival says, which is copied; otherwise refused with that HTTP
 * status. Nothing happens when they have gone meanwhile, or have waited too long. */
void net_admit(Net *net, ExchangeId exchange, int status, const NetArrival *arrival);

/* Copies the answer, but for a constant body and the constant texts of type, encoding, cache and old_cookie.
 * Nothing happens when the exchange's connection is gone. */
void net_answer(Net *net, ExchangeId exchange, const HttpAnswer *answer);

/* Instead of net_answer. The head's texts must be constant, its body and length are left aside. False when the
 * exchange's connection is gone; then no hook is called. */
bool net_stream(Net *net, ExchangeId exchange, const HttpAnswer *head, const StreamHooks *hooks);
/* Copies the bytes, which are never held back for more; how many wait. They count with the outboxes (session.h): while
 * these hold too much, whoever does not read their answer is cut off. */
size_t net_stream_write(Net *net, ExchangeId exchange, const void *bytes, size_t length);
void net_stream_end(Net *net, ExchangeId exchange);
/* Ends it so that its reader knows that it is not whole. */
void net_stream_cut(Net *net, ExchangeId exchange);

/* Takes nobody in any more, and closes all with 1001 when they have been told what is sendable. */
void net_stop(Net *net);
/* Cuts off whoever is left; no hook is called any more. Run the loop until its handles are closed. */
void net_close(Net *net);
void net_free(Net *net); /* after that */
