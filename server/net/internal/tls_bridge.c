#include "tls_bridge.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SOCKETS = 2 };

typedef struct {
    TransportPool *pool;
    Transport *transport; /* NULL: it has been given up */
    uv_pipe_t plain;
    uv_write_t write;
    uv_shutdown_t shutdown;
    char *in, *out; /* what is on its way from the transport and to it, or NULL */
    bool in_ended, out_ended;
} TlsBridge;

static void on_closed(uv_handle_t *handle)
{
    TlsBridge *bridge = handle->data;
    bridge->pool->extras -= SOCKETS;
    free(bridge->in);
    free(bridge->out);
    free(bridge);
}

static void end(TlsBridge *bridge)
{
    if (!uv_is_closing((uv_handle_t *)&bridge->plain))
        uv_close((uv_handle_t *)&bridge->plain, on_closed);
}

static void cut_off(TlsBridge *bridge)
{
    if (bridge->transport)
        transport_close(bridge->transport);
    bridge->transport = NULL;
    end(bridge);
}

/* ---- from the transport ---- */

static void carry_in(TlsBridge *bridge);

static void on_carried_in(uv_write_t *request, int status)
{
    TlsBridge *bridge = request->data;
    free(bridge->in);
    bridge->in = NULL;
    if (status < 0)
        cut_off(bridge);
    else if (bridge->transport)
        carry_in(bridge);
}

static void on_shut(uv_shutdown_t *request, int status)
{
    (void)request;
    (void)status;
}

/* The plain side may still have something to say, a close frame above all. */
static void end_in(TlsBridge *bridge)
{
    if (bridge->in_ended)
        return;
    bridge->in_ended = true;
    transport_set_timer(bridge->transport, TLS_BRIDGE_END_TIME);
    if (uv_shutdown(&bridge->shutdown, (uv_stream_t *)&bridge->plain, on_shut) != 0)
        cut_off(bridge);
}

static void carry_in(TlsBridge *bridge)
{
    size_t length;
    if (bridge->in || bridge->in_ended)
        return;
    const char *input = transport_input(bridge->transport, &length);
    if (!length) {
        if (transport_has_ended(bridge->transport))
            end_in(bridge);
        return;
    }
    bridge->in = memory_array(length, 1);
    memcpy(bridge->in, input, length);
    uv_buf_t buffer = uv_buf_init(bridge->in, (unsigned)length);
    transport_consume(bridge->transport, length);
    bridge->write.data = bridge;
    if (uv_write(&bridge->write, (uv_stream_t *)&bridge->plain, &buffer, 1, on_carried_in) != 0)
        cut_off(bridge);
}

static void on_arrived(void *owner)
{
    carry_in(owner);
}

/* ---- to the transport ---- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    TlsBridge *bridge = handle->data;
    (void)suggested;
    bridge->out = memory_array(TLS_BRIDGE_PIECE, 1);
    *buffer = uv_buf_init(bridge->out, TLS_BRIDGE_PIECE);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer);

static void on_carried_out(void *owner)
{
    TlsBridge *bridge = owner;
    free(bridge->out);
    bridge->out = NULL;
    uv_read_start((uv_stream_t *)&bridge->plain, on_alloc, on_read);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    TlsBridge *bridge = stream->data;
    (void)buffer;
    if (length > 0 && bridge->transport) {
        uv_read_stop(stream);
        transport_write(bridge->transport, &(TransportPiece){bridge->out, (size_t)length}, 1,
                        on_carried_out);
        return;
    }
    free(bridge->out);
    bridge->out = NULL;
    if (length == 0)
        return;
    if (bridge->transport)
        transport_finish(bridge->transport);
    bridge->transport = NULL;
    end(bridge);
}

/* ---- the beginning and the end ---- */

static void on_late(void *owner)
{
    cut_off(owner);
}

static void on_lost(void *owner)
{
    TlsBridge *bridge = owner;
    bridge->transport = NULL;
    end(bridge);
}

static bool open_pair(int sockets[2])
{
    int size = TLS_BRIDGE_BUFFER;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        setsockopt(sockets[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    return true;
}

int tls_bridge_open(uv_loop_t *loop, Transport *transport)
{
    static const TransportHooks HOOKS = {on_arrived, on_late, on_lost};
    int sockets[2];
    if (!open_pair(sockets))
        return -1;
    TlsBridge *bridge = memory_new(sizeof *bridge);
    bridge->transport = transport;
    bridge->pool = transport_pool(transport);
    bridge->pool->extras += SOCKETS;
    uv_pipe_init(loop, &bridge->plain, 0);
    bridge->plain.data = bridge;
    if (uv_pipe_open(&bridge->plain, sockets[0]) != 0) {
        close(sockets[0]);
        close(sockets[1]);
        end(bridge);
        return -1;
    }
    transport_set_timer(transport, 0);
    transport_own(transport, &HOOKS, bridge);
    uv_read_start((uv_stream_t *)&bridge->plain, on_alloc, on_read);
    carry_in(bridge); /* the peer may have ended already, and then nothing arrives any more */
    return sockets[1];
}
