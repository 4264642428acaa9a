#include "packet_names.h"

#include <assert.h>
#include <string.h>

/* Packets are allocated, so the last bits of their addresses are all alike. */
static size_t home_of(const Packet *packet)
{
    return (size_t)((((uintptr_t)packet >> 4) * UINT64_C(0x9e3779b97f4a7c15)) >> 32) %
           PACKET_NAMES_SIZE;
}

bool packet_names_find(PacketNames *names, Packet *packet, uint16_t *name)
{
    size_t at = home_of(packet);
    for (; names->names[at]; at = (at + 1) % PACKET_NAMES_SIZE) {
        *name = (uint16_t)(names->names[at] - 1);
        if (names->packets[*name] == packet)
            return true;
    }
    assert(names->count < WORD_PACKETS_MAX);
    *name = (uint16_t)names->count;
    names->packets[names->count++] = packet_share(packet);
    names->names[at] = (uint16_t)names->count;
    return false;
}

unsigned packet_names_room(const PacketNames *names)
{
    return WORD_PACKETS_MAX - names->count;
}

void packet_names_clear(PacketNames *names)
{
    for (unsigned i = 0; i < names->count; i++)
        packet_release(names->packets[i]);
    if (names->count)
        memset(names->names, 0, sizeof names->names);
    names->count = 0;
}
