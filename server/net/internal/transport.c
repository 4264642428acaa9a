#include "transport_state.h"

#include "memory.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the end ---- */

static void on_closed(uv_handle_t *handle)
{
    Transport *transport = handle->data;
    TransportPool *pool = transport->pool;
    if (--transport->open_handles)
        return;
    *(transport->before ? &transport->before->after : &pool->first) = transport->after;
    if (transport->after)
        transport->after->before = transport->before;
    tls_free(transport->tls);
    free(transport->unsent);
    transport_free_input(transport);
    free(transport);
}

/* It ends, and counts no more. */
static void leave(Transport *transport)
{
    if (transport->tally)
        --*transport->tally;
    transport->tally = NULL;
    assert(transport->pool->count > 0);
    transport->pool->count--;
    if (*transport->counted)
        bounds_release(transport->pool->bounds, BOUND_CONNECTIONS, transport->counted);
}

static void close_handles(Transport *transport)
{
    transport->owner = NULL;
    if (transport->closing)
        return;
    transport->closing = true;
    uv_close((uv_handle_t *)&transport->timer, on_closed);
    uv_close((uv_handle_t *)&transport->socket, on_closed);
}

void transport_close(Transport *transport)
{
    if (!transport->closing)
        leave(transport);
    close_handles(transport);
}

void transport_reset(Transport *transport)
{
    if (!transport->closing && !transport->shut && !transport->finishing) {
        leave(transport);
        transport->owner = NULL;
        transport->closing = true;
        uv_close((uv_handle_t *)&transport->timer, on_closed);
        if (uv_tcp_close_reset(&transport->socket, on_closed) != 0)
            uv_close((uv_handle_t *)&transport->socket, on_closed);
    } else {
        transport_close(transport);
    }
}

void transport_lose(Transport *transport)
{
    void *owner = transport->owner;
    transport_close(transport);
    if (owner)
        transport->hooks.lost(owner);
}

static void on_timer(uv_timer_t *timer)
{
    Transport *transport = timer->data;
    if (transport->closing)
        return;
    if (transport->broken)
        transport_lose(transport);
    else if (!transport->owner)
        transport_close(transport);
    else
        transport->hooks.late(transport->owner);
}

void transport_break_off(Transport *transport)
{
    transport->broken = true;
    uv_timer_start(&transport->timer, on_timer, 0, 0);
}

/* ---- the owner ---- */

void transport_set_timer(Transport *transport, uint64_t wait)
{
    if (transport->broken)
        return;
    if (wait)
        uv_timer_start(&transport->timer, on_timer, wait, 0);
    else
        uv_timer_stop(&transport->timer);
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

/* ---- the beginning ---- */

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

bool transport_is_open(const Transport *transport)
{
    return !transport->tls || tls_is_open(transport->tls);
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
