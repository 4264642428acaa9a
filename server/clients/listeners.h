/* listeners.h - a set of sessions that hear the same things, by their ids.
 *
 * Embedded: zeroed is empty, listeners_clear gives its memory back. */
#pragma once

#include "clients.h"

typedef struct {
    SessionId *at;
    uint32_t count;
    size_t size;
} Listeners;

/* False when it was there already. */
bool listeners_add(Listeners *listeners, SessionId session);
/* False when it was not there. */
bool listeners_remove(Listeners *listeners, SessionId session);
bool listeners_have(const Listeners *listeners, SessionId session);
void listeners_push(const Listeners *listeners, Clients *clients, Packet *packet, uint64_t number);
void listeners_clear(Listeners *listeners);
