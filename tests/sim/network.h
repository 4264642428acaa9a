/* network.h - simulated connections between players and the server: with delay, bandwidth, buffers that fill up, and ends
 * that one side may not notice.
 *
 * What is under way when the server dies still arrives, as the kernel has not died with it. */
#pragma once

#include "machine.h"

typedef struct Network Network;
typedef struct Socket Socket;

typedef struct {
    void *context;
    /* A message of the server. */
    void (*heard)(void *context, Socket *socket, const char *text, size_t length, Sent sent);
    /* The player notices that the connection is over. It brings nothing more. */
    void (*over)(void *context, Socket *socket);
} NetworkHooks;

/* Whoever connects reaches one of the machines, which are lent. */
Network *network_new(const Settings *settings, Machine *const *machines, size_t count,
                     const NetworkHooks *hooks);
/* When nothing is under way any more. */
void network_free(Network *network);
/* To be told to the machine. */
bool network_write(void *network, Port *port, Packet *packet, Sent sent);
void network_close(void *context, Port *port, CloseCode code);
void network_ping(void *context, Port *port);
/* The server has died; 'silent': nobody is told, as when a machine loses its power. */
void network_server_died(Network *network, const Machine *machine, bool silent);

/* Kept until network_free. 'owner' is for the player. */
Socket *network_connect(Network *network, void *owner, const Person *person, const char *credential,
                        const char *address);
void *socket_owner(const Socket *socket);
/* The player reads slowly. */
bool socket_is_slow(const Socket *socket);
/* When the last message arrives, or arrived, that takes longer than 10 s; those behind it have waited for it. */
int64_t socket_late_until(const Socket *socket);
void socket_send(Socket *socket, const char *text);
/* The player's end is closed; 'silent': the server finds out later. */
void socket_drop(Socket *socket, bool silent);
