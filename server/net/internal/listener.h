/* listener.h - a port that is listened on.
 *
 * When the process has no descriptor left, libuv takes newcomers by one that it keeps for that, and closes them:
 * the loop does not spin. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

typedef struct Listener Listener;

enum { LISTENER_BACKLOG = 1024 }; /* connections that the kernel keeps until they are accepted */

/* 'arrived' is called for each connection, which must be accepted then. 'host' is a number or a name. NULL, and
 * 'line' (of 'size' bytes) says why. */
Listener *listener_open(uv_loop_t *loop, const char *host, int port,
                        void (*arrived)(void *context, Listener *listener), void *context,
                        char *line, size_t size);
/* The same with a socket that is listened on already, of which it takes possession. */
Listener *listener_adopt(uv_loop_t *loop, int fd,
                         void (*arrived)(void *context, Listener *listener), void *context,
                         char *line, size_t size);
uv_stream_t *listener_stream(Listener *listener);
int listener_port(const Listener *listener);
/* The address on which it listens, as a number; false: it is not known. */
bool listener_host(const Listener *listener, char *host, size_t size);
int listener_descriptor(const Listener *listener);
/* Frees itself when the loop has closed it. */
void listener_close(Listener *listener);
