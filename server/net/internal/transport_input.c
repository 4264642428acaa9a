#include "transport_state.h"

#include "memory.h"

#include <assert.h>
#include <string.h>

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    Transport *transport = handle->data;
    (void)suggested;
    if (transport->tls || !transport->owner) {
        *buffer = uv_buf_init(transport->pool->scratch, TRANSPORT_SCRATCH);
        return;
    }
    if (transport->input)
        *buffer = uv_buf_init(transport->input + transport->input_length,
                              (unsigned)(TRANSPORT_INPUT - transport->input_length));
    else
        *buffer = uv_buf_init(transport->pool->fresh, TRANSPORT_INPUT);
}

void transport_drop_empty_input(Transport *transport)
{
    if (!transport->input_length)
        transport_free_input(transport);
}

/* Most input is used up at once, and needs no memory: what its owner has left gets some. 'length' bytes were fresh. */
static void keep_input(Transport *transport, size_t length)
{
    char *fresh = transport->pool->fresh;
    if (transport->input == fresh) {
        transport->input = memory_array(TRANSPORT_INPUT, 1);
        memcpy(transport->input, fresh, transport->input_length);
    }
    memory_wipe(fresh, transport->tls ? TRANSPORT_INPUT : length); /* TLS may have had more */
}

/* As much as there is room for, into 'room' when there is no input yet. */
static void decrypt(Transport *transport, char *room)
{
    TlsResult result = TLS_BYTES;
    size_t got;
    if (!transport->input)
        transport->input = room ? room : memory_array(TRANSPORT_INPUT, 1);
    while (result == TLS_BYTES && transport->input_length < TRANSPORT_INPUT) {
        result = tls_read(transport->tls, transport->input + transport->input_length,
                          TRANSPORT_INPUT - transport->input_length, &got);
        if (result == TLS_BYTES)
            transport->input_length += got;
    }
    transport_drop_empty_input(transport);
    transport->ended = transport->ended || result == TLS_END || result == TLS_BROKEN;
    if (tls_waiting(transport->tls) > TLS_WAITING_MAX)
        transport_break_off(transport);
    transport_flush(transport);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer);

void transport_let_read(Transport *transport)
{
    bool wanted = !transport->closing && !transport->ended &&
                  (!transport->owner || !transport_is_full(transport));
    if (wanted == transport->reading)
        return;
    transport->reading = wanted;
    if (wanted)
        uv_read_start((uv_stream_t *)&transport->socket, on_alloc, on_read);
    else
        uv_read_stop((uv_stream_t *)&transport->socket);
}

/* While nobody owns it any more. */
static void discard(Transport *transport, ssize_t length)
{
    if (length > 0)
        transport->discarded += (size_t)length;
    if (length == UV_EOF)
        transport->ended = true;
    if ((length < 0 && length != UV_EOF) || transport->discarded > TRANSPORT_DISCARD ||
        (transport->ended && transport->shut))
        transport_close(transport);
    else
        transport_let_read(transport);
}

static void take_in(Transport *transport, ssize_t length, char *bytes)
{
    if (length > 0 && transport->tls) {
        transport->begun = true;
        tls_put(transport->tls, bytes, (size_t)length);
        decrypt(transport, transport->pool->fresh);
    } else if (length > 0) {
        if (!transport->input)
            transport->input = bytes;
        transport->input_length += (size_t)length;
    }
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer)
{
    Transport *transport = stream->data;
    if (transport->closing || length == 0) {
        transport_drop_empty_input(transport);
        return;
    }
    if (!transport->owner) {
        discard(transport, length);
        return;
    }
    if (length < 0 && length != UV_EOF) {
        transport_lose(transport);
        return;
    }
    uv_update_time(transport->pool->loop); /* what was read before may have taken long */
    transport->ended = transport->ended || length == UV_EOF;
    bool was_open = transport_is_open(transport);
    take_in(transport, length, buffer->base);
    transport_drop_empty_input(transport);
    transport_let_read(transport);
    size_t fresh = transport_has_fresh_input(transport) ? transport->input_length : 0;
    if (transport->input_length || transport->ended || transport_is_open(transport) != was_open)
        transport->hooks.arrived(transport->owner);
    if (fresh)
        keep_input(transport, fresh);
    if (transport->pool->read)
        transport->pool->read(
            transport->pool->context); /* from here on the transport may be closed */
}

char *transport_input(const Transport *transport, size_t *length)
{
    *length = transport->input_length;
    return transport->input;
}

void transport_consume(Transport *transport, size_t length)
{
    assert(length <= transport->input_length);
    transport->input_length -= length;
    if (transport->input_length)
        memmove(transport->input, transport->input + length, transport->input_length);
    transport_drop_empty_input(transport);
    if (transport->tls && !transport->broken)
        decrypt(transport, NULL);
    transport_let_read(transport);
}

bool transport_has_ended(const Transport *transport)
{
    return transport->ended;
}

bool transport_is_full(const Transport *transport)
{
    return transport->input_length == TRANSPORT_INPUT;
}

bool transport_is_open(const Transport *transport)
{
    return !transport->tls || tls_is_open(transport->tls);
}
