/* control.h - the socket "castled.sock" in the data directory, by which the operator's program reaches a running
 * server. Only whoever runs the server, and root, is listened to.
 *
 * A connection brings the words of one command, each with its NUL, and the end of what is sent; it gets one digit,
 * the exit code, and the answer, when what it tells is durable. */
#pragma once

#include "acts.h"

#include <uv.h>

typedef struct Control Control;

enum {
    CONTROL_WORDS_MAX = 4096, /* bytes of a command */
    CONTROL_AT_ONCE = 16,     /* connections */
};

/* Listens; NULL when it cannot, and the server goes on without. The desk is copied. */
Control *control_open(uv_loop_t *loop, const char *directory, const Desk *desk);
void control_committed(Control *control, uint64_t number);
/* Its memory goes when the loop has run. */
void control_close(Control *control);

/* For both sides: a path of the socket that is short enough, whatever the directory is called. 'fd' is the
 * directory's, open as long as the path is used. False: there is no such directory. */
enum { CONTROL_PATH_MAX = 64 };
bool control_path(const char *directory, int *fd, char path[CONTROL_PATH_MAX]);
