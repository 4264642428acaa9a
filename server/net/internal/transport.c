#include "transport.h"

#include "memory.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct Transport {
    uv_tcp_t socket;
    uv_timer_t timer;
    uv_write_t write;
    uv_shutdown_t shutdown;
    TransportPool *pool;
    Transport *before, *after; /* in the pool */
    TransportHooks hooks;
    void *owner; /* NULL: it lingers, or closes */
    Tls *tls;    /* NULL: in the clear */
    char *input; /* TRANSPORT_INPUT bytes while there are any; the pool's while they are fresh */
    size_t input_length;
    void (*done)(void *owner); /* of the write under way; NULL: there is none */
    TransportPiece pieces[TRANSPORT_PIECES];
    size_t piece_count, piece_at, piece_used; /* of TLS: what is not encrypted yet */
    char *unsent;     /* of TLS, encrypted; else the rest of a piece: what the system is given */
    size_t discarded; /* while it lingers */
    unsigned open_handles;
    bool reading, ended, broken;
    bool begun;           /* of TLS: bytes have come */
    bool finishing, shut; /* nothing more is written; nothing more can be */
    bool closing;
    size_t *tally; /* or NULL */
    Address peer;
    char counted[ADDRESS_MAX + 1]; /* for this key; "": for none */
};

/* ---- the end ---- */

static bool has_fresh_input(const Transport *transport)
{
    return transport->input == transport->pool->fresh;
}

/* Passwords and tokens come in by it. */
static void free_input(Transport *transport)
{
    if (transport->input && !has_fresh_input(transport)) {
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
    free_input(transport);
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

static void lose(Transport *transport)
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
        lose(transport);
    else if (!transport->owner)
        transport_close(transport);
    else
        transport->hooks.late(transport->owner);
}

/* From where the owner must not be called: it hears of it in the next turn. */
static void break_off(Transport *transport)
{
    transport->broken = true;
    uv_timer_start(&transport->timer, on_timer, 0, 0);
}

/* ---- what comes in ---- */

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

static void drop_empty_input(Transport *transport)
{
    if (!transport->input_length)
        free_input(transport);
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

static void flush(Transport *transport);

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
    drop_empty_input(transport);
    transport->ended = transport->ended || result == TLS_END || result == TLS_BROKEN;
    if (tls_waiting(transport->tls) > TLS_WAITING_MAX)
        break_off(transport);
    flush(transport);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer);

static void let_read(Transport *transport)
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
        let_read(transport);
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
        drop_empty_input(transport);
        return;
    }
    if (!transport->owner) {
        discard(transport, length);
        return;
    }
    if (length < 0 && length != UV_EOF) {
        lose(transport);
        return;
    }
    uv_update_time(transport->pool->loop); /* what was read before may have taken long */
    transport->ended = transport->ended || length == UV_EOF;
    bool was_open = transport_is_open(transport);
    take_in(transport, length, buffer->base);
    drop_empty_input(transport);
    let_read(transport);
    size_t fresh = has_fresh_input(transport) ? transport->input_length : 0;
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
    drop_empty_input(transport);
    if (transport->tls && !transport->broken)
        decrypt(transport, NULL);
    let_read(transport);
}

bool transport_has_ended(const Transport *transport)
{
    return transport->ended;
}

bool transport_is_full(const Transport *transport)
{
    return transport->input_length == TRANSPORT_INPUT;
}

/* ---- what goes out ---- */

static void on_shut(uv_shutdown_t *request, int status)
{
    Transport *transport = request->data;
    if (transport->closing)
        return;
    transport->shut = true;
    if (status < 0 || transport->ended)
        transport_close(transport);
}

static void shut(Transport *transport)
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
        shut(transport);
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
        lose(transport);
        return;
    }
    if (transport->tls) {
        flush(transport);
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
        break_off(transport);
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
            break_off(transport);
        transport->piece_used += length;
        return !transport->broken;
    }
    return false;
}

/* Of TLS: gives the system what waits, and then the next record; one write at a time. */
static void flush(Transport *transport)
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
    flush(transport);
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
        break_off(transport);
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
    drop_empty_input(transport);
    transport_set_timer(transport, TRANSPORT_LINGER);
    let_read(transport);
    if (transport->tls && !transport->broken) {
        tls_end(transport->tls);
        transport->piece_count = transport->piece_at = 0;
        flush(transport);
    }
    if (!transport->unsent)
        shut(transport);
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
    let_read(transport);
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
            lose(transport);
    }
}
