/* remote_socket.h - a WebSocket to a castled server, over TCP or TLS (OpenSSL), on a libuv loop. */
#pragma once

#include "server_frame.h"

#include <uv.h>

typedef struct RemoteSocket RemoteSocket;

enum {
    REMOTE_SOCKET_LINE_MAX = 256,
    REMOTE_MESSAGE_MAX = 4 << 20, /* bytes of a message in all its frames */
};

typedef struct {
    uv_loop_t *loop;
    const ServerUrl *url; /* borrowed while it is open */
    const char *token;    /* NULL: none. Only used now */
    void *context;
    void (*received)(void *context, const char *text, size_t length);
    /* It is gone: remote_socket_close follows. */
    void (*lost)(void *context);
} RemoteSocketOptions;

/* Why there is no connection. */
typedef struct {
    char line[REMOTE_SOCKET_LINE_MAX];
    bool is_final; /* the server does not know the token: it is of no use to try again */
} RemoteRefusal;

/* Connects, which may take a while. NULL when it is refused. */
RemoteSocket *remote_socket_open(const RemoteSocketOptions *options, RemoteRefusal *refusal);
/* Once the options' context knows it: hands on what has come already. */
void remote_socket_begin(RemoteSocket *socket);
void remote_socket_send(RemoteSocket *socket, const char *text, size_t length);
/* Says good-bye and frees it once its handle is closed: run the loop until then. */
void remote_socket_close(RemoteSocket *socket);
