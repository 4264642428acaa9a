/* sockets.h - the sockets that libcurl has open, by which a thread that waits for one of them is made to go on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum { SOCKETS_MAX = 128 }; /* connections that are kept, and several addresses tried at once */

typedef struct {
    uv_mutex_t lock;
    int files[SOCKETS_MAX];
    size_t count;
    bool is_cut;
} Sockets;

void sockets_init(Sockets *sockets);
/* When all of them have been closed. */
void sockets_destroy(Sockets *sockets);
/* Takes the socket, and answers it; or closes it, and answers -1: when there are SOCKETS_MAX, or after sockets_cut. */
int sockets_add(Sockets *sockets, int file);
void sockets_close(Sockets *sockets, int file);
/* Nothing more comes from any of them. The only one that another thread may call. */
void sockets_cut(Sockets *sockets);
