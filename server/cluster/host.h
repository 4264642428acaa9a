/* host.h - the owner's end of the cluster: the fronts that are linked to it, and the clients who are connected to them.
 *
 * Each handshake, request and session of a front becomes one of the owner's own: an ExchangeId with NET_ELSEWHERE, a
 * SessionId. So whoever answers or tells them something does not know where they are connected. All that a front has ends
 * when its link breaks, when it greets anew, or when it says farewell. A front is one of ours, but what it says is
 * bounded and read as if it were not. */
#pragma once

#include "host_options.h"

typedef struct Host Host;

/* Listens for greetings from now on. */
Host *host_new(const HostOptions *options);
/* The end of a turn of the loop, behind sessions_flush, and when host_wait says so: sends what was said, and ends what
 * fronts had whose links are broken. True when something has ended by that, or a front takes more
 * again, so that there may be more to say. */
bool host_turn(Host *host);
/* ms until host_turn is due; -1: when something happens. */
int64_t host_wait(const Host *host);
/* Says farewell to all fronts, behind what has been said to them, and ends all that they had; they know at once that this
 * owner goes. No front is answered any more. */
void host_leave(Host *host);
void host_free(Host *host);

/* A request of a front's client waits for its answer, other than a stream without end. */
bool host_is_busy(const Host *host);

/* ms since anything was heard of the front with that number (HostOptions.line); 0 when it is gone. */
int64_t host_silence(const Host *host, uint64_t front);

/* A front that is linked. */
typedef struct {
    const char *node, *castled; /* lent until the next turn */
    size_t sessions, exchanges;
    int64_t round_trip;    /* ms; -1: not known */
    size_t unacknowledged; /* bytes on their way to it */
    size_t waiting;        /* answers and the like that wait until it takes more */
} HostFront;

/* False behind the last. */
bool host_front(const Host *host, size_t index, HostFront *front);
