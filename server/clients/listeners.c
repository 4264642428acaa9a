#include "listeners.h"

#include "array.h"

#include <stdlib.h>

static uint32_t place_of(const Listeners *listeners, SessionId session)
{
    uint32_t place = 0;
    while (place < listeners->count && listeners->at[place] != session)
        place++;
    return place;
}

bool listeners_have(const Listeners *listeners, SessionId session)
{
    return place_of(listeners, session) < listeners->count;
}

bool listeners_add(Listeners *listeners, SessionId session)
{
    if (listeners_have(listeners, session))
        return false;
    listeners->at =
        array_reserve(listeners->at, &listeners->size, listeners->count + 1, sizeof *listeners->at);
    listeners->at[listeners->count++] = session;
    return true;
}

bool listeners_remove(Listeners *listeners, SessionId session)
{
    uint32_t place = place_of(listeners, session);
    if (place == listeners->count)
        return false;
    listeners->at[place] = listeners->at[--listeners->count];
    return true;
}

void listeners_push(const Listeners *listeners, Clients *clients, Packet *packet, uint64_t number)
{
    for (uint32_t i = 0; i < listeners->count; i++)
        clients_push(clients, listeners->at[i], packet, number);
}

void listeners_clear(Listeners *listeners)
{
    free(listeners->at);
    *listeners = (Listeners){0};
}
