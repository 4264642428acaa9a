#include "transport_state.h"

#include "memory.h"

#include <assert.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static void find_peer(Transport *transport)
{
    struct sockaddr_storage name;
    int size = sizeof name;
    if (uv_tcp_getpeername(&transport->socket, (struct sockaddr *)&name, &size) == 0)
        address_of_socket((struct sockaddr *)&name, &transport->peer);
}

static Transport *new_transport(TransportPool *pool)
{
    Transport *transport = memory_new(sizeof *transport);
    transport->pool = pool;
    uv_tcp_init(pool->loop, &transport->socket);
    uv_timer_init(pool->loop, &transport->timer);
    transport->socket.data = transport->timer.data = transport;
    transport->open_handles = 2;
    transport->after = pool->first;
    if (pool->first)
        pool->first->before = transport;
    pool->first = transport;
    pool->count++;
    return transport;
}

/* The socket is connected, or there was an error; then NULL. */
static Transport *begin(Transport *transport, int error, TlsKeys *keys)
{
    if (error != 0) {
        transport_close(transport);
        return NULL;
    }
    uv_tcp_nodelay(&transport->socket, 1);
    find_peer(transport);
    if (keys)
        transport->tls = tls_new(keys);
    return transport;
}

Transport *transport_accept(TransportPool *pool, uv_stream_t *listener, TlsKeys *keys)
{
    Transport *transport = new_transport(pool);
    return begin(transport, uv_accept(listener, (uv_stream_t *)&transport->socket), keys);
}

Transport *transport_adopt(TransportPool *pool, int fd, TlsKeys *keys)
{
    Transport *transport = new_transport(pool);
    int error = uv_tcp_open(&transport->socket, fd);
    if (error != 0)
        close(fd);
    return begin(transport, error, keys);
}

void transport_own(Transport *transport, const TransportHooks *hooks, void *owner)
{
    transport->hooks = *hooks;
    transport->owner = owner;
    transport_let_read(transport);
}

TransportPool *transport_pool(const Transport *transport)
{
    return transport->pool;
}

const Address *transport_peer(const Transport *transport)
{
    return &transport->peer;
}

bool transport_is_tls(const Transport *transport)
{
    return transport->tls;
}

bool transport_is_confidential(const Transport *transport)
{
    return transport->tls || address_is_loopback(&transport->peer);
}

int transport_copy(const Transport *transport)
{
    int fd;
    bool is_idle = !transport->input_length && !transport->done && !transport->begun &&
                   !transport->ended && !transport->closing && !transport->broken;
    if (!is_idle || uv_fileno((const uv_handle_t *)&transport->socket, &fd) != 0)
        return -1;
    return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

bool transport_enter(Transport *transport)
{
    char key[ADDRESS_MAX + 1];
    address_key(&transport->peer, key);
    if (!bounds_take(transport->pool->bounds, BOUND_CONNECTIONS, key))
        return false;
    memcpy(transport->counted, key, sizeof key);
    return true;
}

void transport_tally(Transport *transport, size_t *tally)
{
    transport->tally = tally;
    ++*tally;
}

bool transport_pool_is_busy(const TransportPool *pool)
{
    const Transport *transport = pool->first;
    while (transport &&
           !(transport->owner && transport->hooks.busy && transport->hooks.busy(transport->owner)))
        transport = transport->after;
    return transport;
}

void transport_pool_leave(TransportPool *pool)
{
    for (Transport *transport = pool->first, *after; transport; transport = after) {
        after = transport->after;
        if (transport->owner && transport->hooks.leave)
            transport->hooks.leave(transport->owner);
    }
}

void transport_pool_close(TransportPool *pool)
{
    for (Transport *transport = pool->first, *after; transport; transport = after) {
        after = transport->after;
        if (!transport->closing)
            transport_lose(transport);
    }
}

void transport_keep_alive(Transport *transport, unsigned seconds)
{
    uv_tcp_keepalive(&transport->socket, 1, seconds);
}

void transport_finish(Transport *transport)
{
    assert(!transport->done);
    transport->owner = NULL;
    if (transport->closing)
        return;
    transport->finishing = true;
    transport->input_length = 0;
    transport_drop_empty_input(transport);
    transport_set_timer(transport, TRANSPORT_LINGER);
    transport_let_read(transport);
    if (transport->tls && !transport->broken) {
        tls_end(transport->tls);
        transport->piece_count = transport->piece_at = 0;
        transport_flush(transport);
    }
    if (!transport->unsent)
        transport_shut(transport);
}
