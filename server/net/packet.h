/* packet.h - one text on its way to any number of listeners: printed once, never changed, counted.
 *
 * packet_new gives one reference; each packet_share needs its own packet_release, and the last frees.
 * One thread. */
#pragma once

#include <stdbool.h>
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

/* What it takes of memory, however many share it. */
size_t packet_memory(const Packet *packet);
/* An outbox takes it in, or lets it go: true for the first that does so, and for the last. */
bool packet_enter_outbox(Packet *packet);
bool packet_leave_outbox(Packet *packet);
