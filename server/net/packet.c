#include "packet.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Packet {
    size_t length;
    unsigned references;
    unsigned outboxes;
    unsigned char bytes[]; /* the headroom, the text, a NUL for those who debug */
};

Packet *packet_new(const char *text, size_t length)
{
    Packet *packet = memory_new(sizeof *packet + PACKET_HEADROOM + length + 1);
    packet->length = length;
    packet->references = 1;
    memcpy(packet_text(packet), text, length);
    return packet;
}

Packet *packet_share(Packet *packet)
{
    packet->references++;
    return packet;
}

void packet_release(Packet *packet)
{
    assert(packet->references > 0);
    if (--packet->references == 0)
        free(packet);
}

unsigned char *packet_text(Packet *packet)
{
    return packet->bytes + PACKET_HEADROOM;
}

size_t packet_length(const Packet *packet)
{
    return packet->length;
}

size_t packet_memory(const Packet *packet)
{
    return sizeof *packet + PACKET_HEADROOM + packet->length + 1;
}

bool packet_enter_outbox(Packet *packet)
{
    return packet->outboxes++ == 0;
}

bool packet_leave_outbox(Packet *packet)
{
    assert(packet->outboxes > 0);
    return --packet->outboxes == 0;
}
