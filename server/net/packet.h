/* packet.h - a text for any number of listeners: printed and framed once, never changed, reference-counted.
 *
 * packet_new returns one reference; each packet_share needs its own packet_release, and the last one
 * frees it. For one thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct Packet Packet;

Packet *packet_new(const char *text, size_t length);
Packet *packet_share(Packet *packet);
void packet_release(Packet *packet);

const char *packet_text(const Packet *packet);
/* As a WebSocket sends it: a whole text frame of a server (RFC 6455, 5.2). */
const void *packet_frame(const Packet *packet, size_t *length);
size_t packet_length(const Packet *packet);

/* How much memory it takes, however many share it. */
size_t packet_memory(const Packet *packet);
/* An outbox has added it, or removed it: true for the first to add it, and for the last to remove
 * it. */
bool packet_enter_outbox(Packet *packet);
bool packet_leave_outbox(Packet *packet);
/* How many outboxes have it. */
unsigned packet_outboxes(const Packet *packet);
