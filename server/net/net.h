/* net.h - the sockets: HTTP requests and WebSockets of castled.v1, on the server's own libuv loop.
 *
 * It accepts connections, reads requests and frames, hands them on, and writes what the sessions have; it knows
 * nothing of games. How bytes travel is in README.md. Callbacks come on the loop's thread and may call anything
 * here except net_open, net_close and net_free. */
#pragma once

#include "net_options.h"

/* Listens. NULL on refusal, and 'line' (NET_LINE_MAX bytes) says why in one line. */
Net *net_open(const NetOptions *options, char *line);
int net_port(const Net *net, HttpDoor door); /* 0 when there is no such door */
/* Where the public door listens: on one address, or on each socket that was handed over. False behind the last. */
bool net_public_place(const Net *net, size_t index, NetPlace *place);
size_t net_connections(const Net *net); /* HTTP's too */
Sessions *net_sessions(Net *net);
/* Reads the certificate and its key again, for new connections. On false 'line' (NET_LINE_MAX bytes) says why,
 * and the old ones stay. */
bool net_reload_keys(Net *net, char *line);

/* Answers a handshake. Status 0: they are let in, as *arrival says, which is copied; otherwise refused with that HTTP
 * status. Nothing happens when they have gone meanwhile, or have waited too long. */
void net_admit(Net *net, ExchangeId exchange, int status, const NetArrival *arrival);

/* Whether somebody waits for that answer who has not ended what they send: whoever has may have gone, so that long work for
 * them is not gone on with. */
bool net_awaits(const Net *net, ExchangeId exchange);
/* Copies the answer, except a constant body. Does nothing when the exchange's connection is gone. */
void net_answer(Net *net, ExchangeId exchange, const HttpAnswer *answer);

/* Instead of net_answer. Copies the answer; its body and length are ignored. False when the exchange's connection is
 * gone; then no hook is called. */
bool net_stream(Net *net, ExchangeId exchange, const HttpAnswer *head, const StreamHooks *hooks);
/* Copies the bytes, which are sent without waiting for more; returns how many are queued. They count with the
 * outboxes (session.h): when these hold too much, clients that do not read their answer are cut off. */
size_t net_stream_write(Net *net, ExchangeId exchange, const void *bytes, size_t length);
void net_stream_end(Net *net, ExchangeId exchange);
/* Ends it so that its reader notices that it is incomplete. */
void net_stream_cut(Net *net, ExchangeId exchange);
/* How long, in ms, nothing has been heard of the other node to which its reader is connected; 0: it is this one. */
int64_t net_stream_silence(const Net *net, ExchangeId exchange);

/* Who has the exchanges of NET_ELSEWHERE; copied. NULL, as at the beginning: they are all gone. */
void net_set_elsewhere(Net *net, const NetElsewhere *elsewhere);

/* The doors that are open, as they were opened, with descriptors that stay the net's; how many. */
size_t net_doors(const Net *net, NetDoor doors[NET_DOORS_MAX]);
/* Serves a connection that another process has accepted, and takes possession of its socket. */
void net_adopt(Net *net, int fd, HttpDoor door, bool tls);
/* A connection for a part of this server whose other end has this socket, of which it takes possession; NULL when there
 * can be none. It counts as one of the connections. */
Transport *net_adopt_line(Net *net, int fd);
/* A request is coming in or being answered, other than by a stream without end. */
bool net_is_busy(const Net *net);
/* Accepts no more connections, and reads no more requests: idle connections in the clear, and those on which nothing
 * has come yet, are given to 'take', the others are closed. WebSockets stay open, but are not heard any more. */
void net_leave(Net *net, NetTake take, void *context);
/* Serves no more connections: closes WebSockets with that code after sending what may be sent, ends streams without end,
 * and closes what is idle. Requests under way are still answered. */
void net_stop(Net *net, CloseCode code);
/* Closes all that are left; no more hooks are called. Run the loop until its handles are closed. */
void net_close(Net *net);
void net_free(Net *net); /* after that */
