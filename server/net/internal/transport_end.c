#include "transport_state.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>

bool transport_has_fresh_input(const Transport *transport)
{
    return transport->input == transport->pool->fresh;
}

void transport_free_input(Transport *transport)
{
    if (transport->input && !transport_has_fresh_input(transport)) {
        memory_wipe(transport->input, TRANSPORT_INPUT);
        free(transport->input);
    }
    transport->input = NULL;
}

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

void transport_set_timer(Transport *transport, uint64_t wait)
{
    if (transport->broken)
        return;
    if (wait)
        uv_timer_start(&transport->timer, on_timer, wait, 0);
    else
        uv_timer_stop(&transport->timer);
}
