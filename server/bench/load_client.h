/* load_client.h - many WebSockets of one process, for measurements: as cheap as can be, and as honest as a browser.
 *
 * A connection is a number, from 0 on, in the order in which they were opened. Pings are answered, frames are masked
 * (with zeros, which RFC 6455 does not forbid and which costs nothing). It is for servers on this machine that are known
 * to be good: a frame that makes no sense ends the connection. One thread; nothing happens outside load_client_turn. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LoadClient LoadClient;

typedef struct {
    void *context;
    /* The handshake is done. */
    void (*opened)(void *context, uint32_t number);
    /* A text message; a NUL is behind it. */
    void (*received)(void *context, uint32_t number, const char *text, size_t length);
    /* It was refused, or has ended without being closed here. */
    void (*lost)(void *context, uint32_t number);
} LoadHooks;

enum {
    LOAD_CONNECTIONS_MAX = 60000,
    LOAD_TEXT_MAX = 1000, /* bytes of what is sent */
};

/* Of a server on 127.0.0.1. NULL when the system gives no epoll. */
LoadClient *load_client_new(int port, const LoadHooks *hooks);
/* Closes all of them; nobody is told. */
void load_client_end(LoadClient *client);
void load_client_free(LoadClient *client);

/* Begins a connection: its number, or -1 when the system gives no socket. 'token' lets it be somebody who was there
 * before; or NULL. */
int64_t load_client_open(LoadClient *client, const char *token);
void load_client_send(LoadClient *client, uint32_t number, const char *text, size_t length);
/* Deals with what has come, or waits for it, at most so many ms (-1: for as long as it takes). */
void load_client_turn(LoadClient *client, int wait);

uint32_t load_client_count(const LoadClient *client); /* that were begun */
