/* bus_thread.h - the thread of a bus that connects, sends and listens by libnats, and what comes back from it to the loop.
 *
 * It is given orders and gives news, both in order, both bounded by BUS_WAITING_MAX. It connects anew itself, and not by
 * libnats's own reconnecting, which gives up when a password is refused twice and keeps what was sent meanwhile. */
#pragma once

#include "bus_address.h"
#include "bus_bounds.h"
#include "nats_library.h"

#include <uv.h>

typedef struct BusThread BusThread;

typedef enum { BUS_SEND, BUS_LISTEN, BUS_UNLISTEN } BusOrderKind;

/* A message that was heard, or how the connection is now. */
typedef struct BusNews {
    struct BusNews *next;
    natsMsg *message; /* NULL: the latter */
    bool is_connected;
    char why[BUS_LINE_MAX];
} BusNews;

/* 'wake' is sent when there is news, until bus_thread_end. NULL: there can be no more threads. */
BusThread *bus_thread_start(const NatsLibrary *library, const BusAddress *address, const char *name,
                            uv_async_t *wake);
/* False: too much waits already. */
bool bus_thread_order(BusThread *thread, BusOrderKind kind, const char *subject, const void *bytes,
                      size_t length);
/* All news since the last call, the oldest first; NULL: none. The caller frees each by bus_news_free. */
BusNews *bus_thread_news(BusThread *thread);
void bus_news_free(const NatsLibrary *library, BusNews *news);
/* Carries out what was ordered, within BUS_CLOSE_MAX. False: it still waits for a server, and will end by itself. */
bool bus_thread_end(BusThread *thread);
