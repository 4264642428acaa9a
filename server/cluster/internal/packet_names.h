/* packet_names.h - packets that one front has been sent, so that what many of its sessions hear crosses the bus once.
 *
 * A packet's name is its number in the order in which they were sent, from 0. Each is held until packet_names_clear, so that
 * no other packet can be taken for it. Embedded; zeros have no packets. */
#pragma once

#include "words.h"

enum { PACKET_NAMES_SIZE = 2 * WORD_PACKETS_MAX };

typedef struct {
    Packet *packets[WORD_PACKETS_MAX];
    uint16_t names[PACKET_NAMES_SIZE]; /* a hash table of them: a name and 1; 0 is free */
    unsigned count;
} PacketNames;

/* Whether it has a name; if not, it gets the next one, for which there must be room. */
bool packet_names_find(PacketNames *names, Packet *packet, uint16_t *name);
/* There is room for so many more. */
unsigned packet_names_room(const PacketNames *names);
void packet_names_clear(PacketNames *names);
