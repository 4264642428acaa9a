/* admin_socket_client.h - the other side of admin_socket.h: a command for the server that runs on a data directory. */
#pragma once

#include "admin_target.h"
#include "text.h"

enum {
    ADMIN_NO_SERVER = -1, /* none is running there, or we may not connect to it */
    ADMIN_NO_ANSWER = -2,
};

/* Appends the answer to 'out' and returns the command's exit status, or one of the above. 'timeout' in ms is how long
 * the server may be silent; 0: for ever. */
int admin_ask(const char *directory, int count, const char *const words[], int timeout, Text *out);
