#include "packet.h"

#include "memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Packet {
    size_t length;
    unsigned references;
    unsigned outboxes;
    unsigned char head_size;
    unsigned char bytes[]; /* the frame's head, the text, a NUL for those who debug */
};

enum { FIN_TEXT = 0x81, HEAD_MAX = 10 };

/* The head of an unmasked text frame of that length (RFC 6455, 5.2). Its size. */
static unsigned char print_head(size_t length, unsigned char head[HEAD_MAX])
{
    unsigned char wide = length < 126 ? 0 : length <= UINT16_MAX ? 2 : 8;
    head[0] = FIN_TEXT;
    head[1] = (unsigned char)(wide == 0 ? length : wide == 2 ? 126 : 127);
    for (unsigned char i = 0; i < wide; i++)
        head[2 + i] = (unsigned char)((uint64_t)length >> 8 * (wide - 1 - i));
    return (unsigned char)(2 + wide);
}

Packet *packet_new(const char *text, size_t length)
{
    unsigned char head[HEAD_MAX], head_size = print_head(length, head);
    Packet *packet = memory_new(sizeof *packet + head_size + length + 1);
    packet->length = length;
    packet->references = 1;
    packet->head_size = head_size;
    memcpy(packet->bytes, head, head_size);
    memcpy(packet->bytes + head_size, text, length);
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

const char *packet_text(const Packet *packet)
{
    return (const char *)packet->bytes + packet->head_size;
}

const void *packet_frame(const Packet *packet, size_t *length)
{
    *length = packet->head_size + packet->length;
    return packet->bytes;
}

size_t packet_length(const Packet *packet)
{
    return packet->length;
}

size_t packet_memory(const Packet *packet)
{
    return sizeof *packet + packet->head_size + packet->length + 1;
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

unsigned packet_outboxes(const Packet *packet)
{
    return packet->outboxes;
}
