/* listeners.h - a set of sessions, by id, that are sent the same messages.
 *
 * Embedded: zeroed, it is empty; listeners_clear frees its memory. */
#pragma once

#include "clients.h"

typedef struct {
    SessionId *at;
    uint32_t count;
    size_t size;
} Listeners;

/* False when it was in the set already. */
bool listeners_add(Listeners *listeners, SessionId session);
/* False when it was not in the set. */
bool listeners_remove(Listeners *listeners, SessionId session);
bool listeners_have(const Listeners *listeners, SessionId session);
void listeners_push(const Listeners *listeners, Clients *clients, Packet *packet, uint64_t number);
void listeners_clear(Listeners *listeners);
