#include "transport_state.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void on_shut(uv_shutdown_t *request, int status)
{
    Transport *transport = request->data;
    if (transport->closing)
        return;
    transport->shut = true;
    if (status < 0 || transport->ended)
        transport_close(transport);
}

void transport_shut(Transport *transport)
{
    transport->shutdown.data = transport;
    if (uv_shutdown(&transport->shutdown, (uv_stream_t *)&transport->socket, on_shut) != 0)
        transport_close(transport);
}

static void written(Transport *transport)
{
    void (*done)(void *owner) = transport->done;
    transport->done = NULL;
    if (transport->finishing)
        transport_shut(transport);
    else if (done && transport->owner)
        done(transport->owner);
}

static void on_written(uv_write_t *request, int status)
{
    Transport *transport = request->data;
    free(transport->unsent);
    transport->unsent = NULL;
    if (transport->closing)
        return;
    if (status < 0) {
        transport_lose(transport);
        return;
    }
    if (transport->tls) {
        transport_flush(transport);
        if (transport->unsent)
            return;
    }
    if (!transport->broken)
        written(transport);
}

static void start_write(Transport *transport, const uv_buf_t *buffers, unsigned count)
{
    transport->write.data = transport;
    if (uv_write(&transport->write, (uv_stream_t *)&transport->socket, buffers, count,
                 on_written) != 0)
        transport_break_off(transport);
}

/* The next record of what is to be written; false when there is none. */
static bool encrypt(Transport *transport)
{
    while (transport->piece_at < transport->piece_count) {
        const TransportPiece *piece = &transport->pieces[transport->piece_at];
        size_t left = piece->length - transport->piece_used;
        size_t length = left < TLS_PIECE ? left : TLS_PIECE;
        if (length == 0) {
            transport->piece_at++;
            transport->piece_used = 0;
            continue;
        }
        if (!tls_write(transport->tls, (const char *)piece->bytes + transport->piece_used, length))
            transport_break_off(transport);
        transport->piece_used += length;
        return !transport->broken;
    }
    return false;
}

void transport_flush(Transport *transport)
{
    if (transport->unsent || transport->closing || transport->broken)
        return;
    size_t waiting = tls_waiting(transport->tls);
    if (!waiting && !encrypt(transport))
        return;
    waiting = tls_waiting(transport->tls);
    transport->unsent = memory_array(waiting, 1);
    tls_take(transport->tls, transport->unsent, waiting);
    uv_buf_t buffer = uv_buf_init(transport->unsent, (unsigned)waiting);
    start_write(transport, &buffer, 1);
}

void transport_write(Transport *transport, const TransportPiece *pieces, size_t count,
                     void (*done)(void *owner))
{
    uv_buf_t buffers[TRANSPORT_PIECES];
    assert(!transport->done && transport->owner && count <= TRANSPORT_PIECES);
    transport->done = done;
    for (size_t i = 0; i < count; i++) {
        transport->pieces[i] = pieces[i];
        buffers[i] = uv_buf_init((char *)(size_t)pieces[i].bytes, (unsigned)pieces[i].length);
    }
    if (!transport->tls) {
        start_write(transport, buffers, (unsigned)count);
        return;
    }
    transport->piece_count = count;
    transport->piece_at = transport->piece_used = 0;
    transport_flush(transport);
}

/* What the system takes now of these bytes; what is left is copied, and given to it later. */
static void send_or_keep(Transport *transport, const char *bytes, size_t length)
{
    uv_buf_t buffer = uv_buf_init((char *)(size_t)bytes, (unsigned)length);
    int sent = uv_try_write((uv_stream_t *)&transport->socket, &buffer, 1);
    size_t taken = sent > 0 ? (size_t)sent : 0;
    if (taken == length)
        return;
    transport->unsent = memory_array(length - taken, 1);
    memcpy(transport->unsent, bytes + taken, length - taken);
    buffer = uv_buf_init(transport->unsent, (unsigned)(length - taken));
    start_write(transport, &buffer, 1);
}

/* What TLS has ready for the system. */
static void send_encrypted(Transport *transport)
{
    size_t waiting = tls_waiting(transport->tls);
    char *bytes = waiting > TRANSPORT_SCRATCH ? memory_array(waiting, 1) : transport->pool->scratch;
    tls_take(transport->tls, bytes, waiting);
    send_or_keep(transport, bytes, waiting);
    if (bytes != transport->pool->scratch)
        free(bytes);
}

/* Pieces that go into one record; one piece that is bigger gets several. */
static size_t gather(const TransportPiece *pieces, size_t count, char room[TLS_PIECE],
                     size_t *length)
{
    size_t taken = 0;
    for (*length = 0; taken < count && *length + pieces[taken].length <= TLS_PIECE; taken++) {
        memcpy(room + *length, pieces[taken].bytes, pieces[taken].length);
        *length += pieces[taken].length;
    }
    return taken;
}

static bool encrypt_all(Transport *transport, const char *bytes, size_t length)
{
    bool is_good = true;
    for (size_t piece; is_good && length > 0; bytes += piece, length -= piece) {
        piece = length < TLS_PIECE ? length : TLS_PIECE;
        is_good = tls_write(transport->tls, bytes, piece);
    }
    return is_good;
}

static size_t send_by_tls(Transport *transport, const TransportPiece *pieces, size_t count)
{
    size_t length, taken = gather(pieces, count, transport->pool->scratch, &length);
    const char *bytes = taken ? transport->pool->scratch : pieces[0].bytes;
    if (!encrypt_all(transport, bytes, taken ? length : pieces[0].length)) {
        transport_break_off(transport);
        return 0;
    }
    send_encrypted(transport);
    return taken ? taken : 1;
}

/* Of a piece of which the system has taken a part the rest is kept. */
static size_t send_in_clear(Transport *transport, const TransportPiece *pieces, size_t count)
{
    uv_buf_t buffers[TRANSPORT_BATCH];
    assert(count > 0 && count <= TRANSPORT_BATCH);
    for (size_t i = 0; i < count; i++)
        buffers[i] = uv_buf_init((char *)(size_t)pieces[i].bytes, (unsigned)pieces[i].length);
    int sent = uv_try_write((uv_stream_t *)&transport->socket, buffers, (unsigned)count);
    size_t left = sent > 0 ? (size_t)sent : 0, taken = 0;
    while (taken < count && pieces[taken].length <= left)
        left -= pieces[taken++].length;
    if (taken < count) {
        const TransportPiece *piece = &pieces[taken++];
        send_or_keep(transport, (const char *)piece->bytes + left, piece->length - left);
    }
    return taken;
}

size_t transport_send(Transport *transport, const TransportPiece *pieces, size_t count,
                      void (*done)(void *owner))
{
    size_t taken = 0;
    assert(transport->owner && count > 0 && count <= TRANSPORT_BATCH);
    if (transport->closing || transport->broken || transport->done)
        return 0;
    while (taken < count && !transport->unsent && !transport->broken)
        taken += transport->tls ? send_by_tls(transport, pieces + taken, count - taken)
                                : send_in_clear(transport, pieces + taken, count - taken);
    if (transport->unsent)
        transport->done = done;
    return taken;
}

bool transport_is_writing(const Transport *transport)
{
    return transport->done;
}

size_t transport_unsent(const Transport *transport)
{
    size_t unsent = uv_stream_get_write_queue_size((const uv_stream_t *)&transport->socket);
    if (transport->tls && transport->done)
        for (size_t i = transport->piece_at; i < transport->piece_count; i++)
            unsent += transport->pieces[i].length;
    return unsent - (transport->tls && transport->done ? transport->piece_used : 0);
}
