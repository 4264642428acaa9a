/* network.h - simulated connections between players and the server: with delay, bandwidth, buffers that fill up, and ends
 * that one side may not notice.
 *
 * What is under way when the server dies still arrives, as the kernel has not died with it. */
#pragma once

#include "host.h"

typedef struct Network Network;
typedef struct Link Link;

typedef struct {
    void *context;
    /* A message of the server; 'committed' as in host.h, of the server's life 'life'. */
    void (*heard)(void *context, Link *link, const char *text, size_t length, uint64_t committed,
                  uint64_t life);
    /* The player notices that the connection is over. It brings nothing more. */
    void (*over)(void *context, Link *link);
} NetworkHooks;

Network *network_new(const Settings *settings, Host *host, const NetworkHooks *hooks);
/* When nothing is under way any more. */
void network_free(Network *network);
/* To be told to the host. */
bool network_write(void *network, Port *port, Packet *packet, uint64_t committed);
void network_close(void *context, Port *port, CloseCode code);
void network_ping(void *context, Port *port);
/* The server has died; 'silent': nobody is told, as when a machine loses its power. */
void network_server_died(Network *network, bool silent);

/* Kept until network_free. 'owner' is for the player. */
Link *network_connect(Network *network, void *owner, const Person *person, const char *credential,
                      const char *address);
void *link_owner(const Link *link);
/* The player reads slowly. */
bool link_is_slow(const Link *link);
/* When the last message arrives, or arrived, that takes longer than 10 s; those behind it have waited for it. */
int64_t link_late_until(const Link *link);
void link_send(Link *link, const char *text);
/* The player's end is closed; 'silent': the server finds out later. */
void link_drop(Link *link, bool silent);
