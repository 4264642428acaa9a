#include "simulated_net.h"

#include <stdlib.h>

Sessions *net_sessions(Net *net)
{
    return net->sessions;
}

void net_set_elsewhere(Net *net, const NetElsewhere *elsewhere)
{
    (void)net, (void)elsewhere;
}

/* Nobody asks for anything by HTTP here, and players need no handshake. */

void net_admit(Net *net, ExchangeId exchange, int status, const NetArrival *arrival)
{
    (void)net, (void)exchange, (void)status, (void)arrival;
    abort();
}

void net_answer(Net *net, ExchangeId exchange, const HttpAnswer *answer)
{
    (void)net, (void)exchange, (void)answer;
    abort();
}

bool net_stream(Net *net, ExchangeId exchange, const HttpAnswer *head, const StreamHooks *hooks)
{
    (void)net, (void)exchange, (void)head, (void)hooks;
    abort();
}

size_t net_stream_write(Net *net, ExchangeId exchange, const void *bytes, size_t length)
{
    (void)net, (void)exchange, (void)bytes, (void)length;
    abort();
}

void net_stream_end(Net *net, ExchangeId exchange)
{
    (void)net, (void)exchange;
    abort();
}

void net_stream_cut(Net *net, ExchangeId exchange)
{
    (void)net, (void)exchange;
    abort();
}

Transport *net_adopt_line(Net *net, int fd)
{
    (void)net, (void)fd;
    abort();
}
