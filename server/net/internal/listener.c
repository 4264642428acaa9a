#include "listener.h"

#include "address.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Listener {
    uv_tcp_t socket;
    void (*arrived)(void *context, Listener *listener);
    void *context;
};

static void on_connection(uv_stream_t *stream, int status)
{
    Listener *listener = stream->data;
    if (status == 0)
        listener->arrived(listener->context, listener);
}

static int listen_on(Listener *listener, const char *address, int port)
{
    struct sockaddr_storage name;
    int error = strchr(address, ':') ? uv_ip6_addr(address, port, (struct sockaddr_in6 *)&name)
                                     : uv_ip4_addr(address, port, (struct sockaddr_in *)&name);
    if (!error)
        error = uv_tcp_bind(&listener->socket, (struct sockaddr *)&name, 0);
    return error ? error
                 : uv_listen((uv_stream_t *)&listener->socket, LISTENER_BACKLOG, on_connection);
}

static Listener *new_listener(uv_loop_t *loop, void (*arrived)(void *context, Listener *listener),
                              void *context)
{
    Listener *listener = memory_new(sizeof *listener);
    listener->arrived = arrived;
    listener->context = context;
    uv_tcp_init(loop, &listener->socket);
    listener->socket.data = listener;
    return listener;
}

Listener *listener_open(uv_loop_t *loop, const char *host, int port,
                        void (*arrived)(void *context, Listener *listener), void *context,
                        char *line, size_t size)
{
    char address[ADDRESS_MAX + 1];
    if (!address_can_listen(host, port, address, line, size))
        return NULL;
    Listener *listener = new_listener(loop, arrived, context);
    int error = listen_on(listener, address, port);
    if (!error)
        return listener;
    snprintf(line, size, "cannot listen on %s, port %d: %s", address, port, uv_strerror(error));
    listener_close(listener);
    return NULL;
}

Listener *listener_adopt(uv_loop_t *loop, int fd,
                         void (*arrived)(void *context, Listener *listener), void *context,
                         char *line, size_t size)
{
    Listener *listener = new_listener(loop, arrived, context);
    int error = uv_tcp_open(&listener->socket, fd);
    if (!error)
        error = uv_listen((uv_stream_t *)&listener->socket, LISTENER_BACKLOG, on_connection);
    if (!error)
        return listener;
    snprintf(line, size, "cannot listen on descriptor %d: %s", fd, uv_strerror(error));
    listener_close(listener);
    return NULL;
}

uv_stream_t *listener_stream(Listener *listener)
{
    return (uv_stream_t *)&listener->socket;
}

int listener_port(const Listener *listener)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    if (uv_tcp_getsockname(&listener->socket, (struct sockaddr *)&name, &size) != 0)
        return 0;
    return ntohs(name.ss_family == AF_INET6 ? ((const struct sockaddr_in6 *)&name)->sin6_port
                                            : ((const struct sockaddr_in *)&name)->sin_port);
}

bool listener_host(const Listener *listener, char *host, size_t size)
{
    struct sockaddr_storage name;
    int length = sizeof name;
    return uv_tcp_getsockname(&listener->socket, (struct sockaddr *)&name, &length) == 0 &&
           uv_ip_name((const struct sockaddr *)&name, host, size) == 0;
}

int listener_descriptor(const Listener *listener)
{
    int fd = -1;
    uv_fileno((const uv_handle_t *)&listener->socket, &fd);
    return fd;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

void listener_close(Listener *listener)
{
    uv_close((uv_handle_t *)&listener->socket, on_closed);
}
