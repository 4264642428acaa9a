#include "ws.h"

#include "exchange.h"
#include "memory.h"
#include "websocket.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)WS_LINE_MAX >= (int)TLS_LINE_MAX, "every reason fits");

static const WsDoor *door_of(const Ws *ws, const Listener *listener)
{
    size_t i = 0;
    while (ws->listeners[i] != listener)
        i++;
    return &ws->options.doors[i];
}

static bool may_shake_hands(Ws *ws, const Transport *transport)
{
    char key[ADDRESS_MAX + 1];
    address_key(transport_peer(transport), key);
    return rate_limiter_take(ws->limiter, LIMIT_HANDSHAKE, key, (int64_t)uv_now(ws->pool.loop));
}

/* Told in words while that can be afforded, so that people know why; the rest is closed. */
static void on_arrival(void *context, Listener *listener)
{
    Ws *ws = context;
    const WsDoor *door = door_of(ws, listener);
    Transport *transport =
        transport_accept(&ws->pool, listener_stream(listener), door->tls ? ws->keys : NULL);
    if (!transport)
        return;
    bool is_proxy = address_blocks_have(&ws->options.client->proxies, transport_peer(transport));
    if (ws->stopping || (door->tls && !is_proxy && !may_shake_hands(ws, transport)))
        transport_close(transport);
    else if (ws->pool.count + ws->pool.extras > ws->options.connections_max)
        exchange_turn_away(ws, transport, 503, "The server is full: try again in a minute.\n");
    else if (!is_proxy && !transport_enter(transport))
        exchange_turn_away(ws, transport, 429, "Too many at once from your address.\n");
    else
        exchange_open(ws, transport, door->door);
}

/* ---- opening and closing ---- */

static bool open_keys(Ws *ws, char *line)
{
    bool wanted = false;
    for (size_t i = 0; i < ws->options.door_count; i++)
        wanted |= ws->options.doors[i].tls;
    if (!wanted)
        return true;
    ws->keys = tls_keys_open(ws->options.tls_certificate, ws->options.tls_key, line);
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    ws->limiter = rate_limiter_new(ws->options.limits, seed);
    if (ws->options.rules)
        rate_limiter_set_rules(ws->limiter, ws->options.rules);
    return ws->keys;
}

static bool open_doors(Ws *ws, char *line)
{
    for (size_t i = 0; i < ws->options.door_count; i++) {
        const WsDoor *door = &ws->options.doors[i];
        ws->listeners[i] = listener_open(ws->options.loop, door->host, door->port, on_arrival, ws,
                                         line, WS_LINE_MAX);
        if (!ws->listeners[i])
            return false;
    }
    return true;
}

static void close_doors(Ws *ws)
{
    for (size_t i = 0; i < WS_DOORS_MAX; i++) {
        if (ws->listeners[i])
            listener_close(ws->listeners[i]);
        ws->listeners[i] = NULL;
    }
}

static void free_rest(Ws *ws)
{
    tls_keys_close(ws->keys);
    if (ws->limiter)
        rate_limiter_free(ws->limiter);
    bounds_free(ws->pool.bounds);
    slot_table_clear(&ws->exchanges);
    sessions_free(ws->sessions);
    free(ws);
}

Ws *ws_open(const WsOptions *options, char *line)
{
    SipKey sip;
    Ws *ws = memory_new(sizeof *ws);
    ws->options = *options;
    ws->pool.loop = options->loop;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    ws->pool.bounds = bounds_new(options->limits, options->bounds, &sip);
    ws->sessions = websocket_sessions();
    if (open_keys(ws, line) && open_doors(ws, line)) {
        if (websockets_open(ws))
            return ws;
        snprintf(line, WS_LINE_MAX,
                 "libwebsockets lacks its libuv part: install libwebsockets-evlib-uv");
    }
    close_doors(ws);
    free_rest(ws);
    return NULL;
}

int ws_port(const Ws *ws, HttpDoor door)
{
    for (size_t i = 0; i < ws->options.door_count; i++)
        if (ws->options.doors[i].door == door)
            return ws->listeners[i] ? listener_port(ws->listeners[i]) : ws->options.doors[i].port;
    return 0;
}

size_t ws_connections(const Ws *ws)
{
    return ws->pool.count;
}

Sessions *ws_sessions(Ws *ws)
{
    return ws->sessions;
}

bool ws_reload_keys(Ws *ws, char *line)
{
    if (!ws->keys)
        return true;
    TlsKeys *keys = tls_keys_open(ws->options.tls_certificate, ws->options.tls_key, line);
    if (!keys)
        return false;
    tls_keys_close(ws->keys);
    ws->keys = keys;
    return true;
}

void ws_stop(Ws *ws)
{
    ws->stopping = true;
    sessions_close_all(ws->sessions, CLOSE_GOING_AWAY);
    sessions_flush(ws->sessions);
}

void ws_close(Ws *ws)
{
    ws->stopping = ws->closing = true;
    close_doors(ws);
    transport_pool_close(&ws->pool);
    websockets_close(ws);
}

void ws_free(Ws *ws)
{
    websockets_free(ws);
    free_rest(ws);
}
