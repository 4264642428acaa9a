/* packet.h - one text on its way to any number of listeners: printed once, never changed, counted.
 *
 * packet_new gives one reference; each packet_share needs its own packet_release, and the last frees.
 * One thread. */
#pragma once

#include <stddef.h>

/* Bytes before the text that belong to the wire: it writes its frame header there, the same for all. */
enum { PACKET_HEADROOM = 16 };

typedef struct Packet Packet;

Packet *packet_new(const char *text, size_t length);
Packet *packet_share(Packet *packet);
void packet_release(Packet *packet);

/* Not const for the wire's sake: PACKET_HEADROOM bytes before it may be written to, nothing else. */
unsigned char *packet_text(Packet *packet);
size_t packet_length(const Packet *packet);
