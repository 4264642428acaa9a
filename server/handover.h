/* handover.h - what the castled that serves and the one that takes over say to each other: lines of text, each a message of a
 * socket pair (unix(7), SOCK_SEQPACKET), some with a descriptor.
 *
 *   from the old one          from the new one
 *   version 1
 *   door public given         a listening socket that a service manager gave; or
 *   door public 0.0.0.0 8080  one of its own, with the host and port of its options
 *   begin
 *                             prepared 4711 0.2.0      its process and version: it can take over
 *   connection public clear   an idle connection, or with "tls" one whose handshake is to begin
 *   released                  the database is closed
 *                             ready                    it can serve
 *   go                        it is the main process of the service
 *
 * Releases long apart speak this with each other: it only grows, and what is unknown is ignored. One that closes the
 * socket before its part is done has given up. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    HANDOVER_VERSION = 1,
    HANDOVER_MESSAGE_MAX = 512, /* bytes, with the NUL */
};

/* In the environment of the new one: the descriptor of the socket, and, behind a comma, that of its starter, if there is
 * one already. */
#define HANDOVER_VARIABLE "CASTLED_HANDOVER"

/* 'fd' goes with it, if it is at least 0, and stays the caller's. Waits for room. False with errno. */
bool handover_send(int channel, const char *message, int fd);
/* Waits. *fd is -1 or the caller's. False at the end of the other side, or after SO_RCVTIMEO. */
bool handover_receive(int channel, char message[HANDOVER_MESSAGE_MAX], int *fd);
