/* admin_socket.h - the socket "castled.sock" in the data directory, by which "castled admin" reaches a running server.
 * Only the user that runs the server, and root, may connect.
 *
 * A client sends the words of one command, each with its NUL, and shuts its side; it gets one digit, the exit status,
 * and the answer, when what it says is durable. One that sends no command, or does not take the answer, is hung up on
 * after ADMIN_SOCKET_WAIT. */
#pragma once

#include "admin_target.h"

#include <uv.h>

typedef struct AdminSocket AdminSocket;

enum {
    ADMIN_SOCKET_WORDS_MAX = 4096, /* bytes of a command */
    ADMIN_SOCKET_AT_ONCE = 16,     /* connections; more are closed */
    ADMIN_SOCKET_WAIT = 10 * 1000, /* ms to send a command, and again to take its answer */
};

/* Listens; NULL when it cannot, and the server goes on without. The target is copied. */
AdminSocket *admin_socket_open(uv_loop_t *loop, const char *directory, const AdminTarget *target);
/* Commands that come from now on work on that. */
void admin_socket_aim(AdminSocket *admin, const AdminTarget *target);
void admin_socket_committed(AdminSocket *admin, uint64_t number);
/* Its memory goes when the loop has run. */
void admin_socket_close(AdminSocket *admin);

/* For both sides: a path of the socket that is short enough, whatever the directory is called. 'fd' is the
 * directory's, open as long as the path is used. False: there is no such directory. */
enum { ADMIN_SOCKET_PATH_MAX = 64 };
bool admin_socket_path(const char *directory, int *fd, char path[ADMIN_SOCKET_PATH_MAX]);
