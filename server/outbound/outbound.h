/* outbound.h - the server's own requests to other servers, by HTTP and HTTPS, and mail by SMTP: all of them go through here.
 *
 * A request never reaches a private, loopback or link-local address unless the operator named it. That is decided for
 * each address right before a socket is opened to it, so that it holds for names, whatever they resolve to and
 * whenever that changes, and for every redirect. With a proxy the names are resolved by the proxy, whose rules then
 * decide; addresses that are written in a URL are still refused here. Mail goes to its server directly.
 *
 * Everything is bounded: how many requests run and wait at once, in all, to one host and for one person, the time that each
 * takes, the bytes of its answer and of the answer's headers. An answer is never decompressed. The library, libcurl, is
 * loaded when the first request is made, since it takes more memory than the idle server.
 *
 * For who asks there is one thread: that of the loop. libcurl has two of its own (sender.h), which are started when they
 * are needed: one for mail, whose servers it waits for when it says goodbye, and one for everything else. */
#pragma once

#include "address.h"
#include "metrics.h"
#include "outbound_request.h"

#include <uv.h>

typedef struct Outbound Outbound;

typedef struct {
    uv_loop_t *loop;
    bool is_off;                  /* every request ends with OUTBOUND_OFF */
    const AddressBlocks *allowed; /* addresses that may be reached although they are not public */
    const char *proxy;            /* a URL; NULL: none */
    const char *authorities;      /* certificates in PEM, instead of the system's; NULL */
    const char *agent;            /* for User-Agent */
    Metrics *metrics;             /* outbound_total, outbound_failures_total */
} OutboundOptions;

Outbound *outbound_new(const OutboundOptions *options);
/* Gives up every request; nobody is told. Run the loop once more: the last handle frees it. */
void outbound_close(Outbound *outbound);

/* 'done' is called once, in a later turn of the loop, and may ask for more. Returns a number by which the request can
 * be cancelled; 0, and 'done' is never called, when OUTBOUND_MAX, or as many as people or that person may have, run or
 * wait already. */
uint64_t outbound_ask(Outbound *outbound, const OutboundRequest *request, OutboundDone done,
                      void *context);
/* 'done' is not called any more. A request that is over is no harm. */
void outbound_cancel(Outbound *outbound, uint64_t number);
/* How many run and wait. */
size_t outbound_count(const Outbound *outbound);
