#include "net.h"

#include "http_connection.h"
#include "http_reader.h"
#include "memory.h"
#include "websocket.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)NET_LINE_MAX >= (int)TLS_LINE_MAX, "every reason fits");

static const NetDoor *door_of(const Net *net, const Listener *listener)
{
    size_t i = 0;
    while (net->listeners[i] != listener)
        i++;
    return &net->options.doors[i];
}

static bool may_shake_hands(Net *net, const Transport *transport)
{
    char key[ADDRESS_MAX + 1];
    address_key(transport_peer(transport), key);
    return rate_limiter_take(net->limiter, LIMIT_HANDSHAKE, key, (int64_t)uv_now(net->pool.loop));
}

/* To DOOR_ICS, which no proxy stands in front of. */
static void hand_on(Net *net, Transport *transport, bool tls)
{
    const NetHooks *hooks = &net->options.hooks;
    if (net->stopping || (tls && !may_shake_hands(net, transport)))
        transport_close(transport);
    else if (net->pool.count > net->options.connections_max)
        hooks->connection(hooks->context, transport, "The server is full: try again in a minute.");
    else if (!transport_enter(transport))
        hooks->connection(hooks->context, transport, "Too many at once from your address.");
    else
        hooks->connection(hooks->context, transport, NULL);
}

/* Told in words while that can be afforded, so that people know why; the rest is closed. */
static void receive(Net *net, Transport *transport, HttpDoor door)
{
    bool tls = transport_is_tls(transport);
    if (door == DOOR_ICS) {
        hand_on(net, transport, tls);
        return;
    }
    bool is_proxy = address_blocks_have(&net->options.client->proxies, transport_peer(transport));
    if (net->stopping || (tls && !is_proxy && !may_shake_hands(net, transport)))
        transport_close(transport);
    else if (net->pool.count > net->options.connections_max)
        http_reader_turn_away(net, transport, 503, "The server is full: try again in a minute.\n");
    else if (!is_proxy && !transport_enter(transport))
        http_reader_turn_away(net, transport, 429, "Too many at once from your address.\n");
    else
        http_reader_open(net, transport, door);
}

static void on_arrival(void *context, Listener *listener)
{
    Net *net = context;
    const NetDoor *door = door_of(net, listener);
    Transport *transport =
        transport_accept(&net->pool, listener_stream(listener), door->tls ? net->keys : NULL);
    if (transport)
        receive(net, transport, door->door);
}

void net_adopt(Net *net, int fd, HttpDoor door, bool tls)
{
    Transport *transport = transport_adopt(&net->pool, fd, tls ? net->keys : NULL);
    if (transport)
        receive(net, transport, door);
}

Transport *net_adopt_line(Net *net, int fd)
{
    return transport_adopt(&net->pool, fd, NULL);
}

/* ---- opening and closing ---- */

static bool open_keys(Net *net, char *line)
{
    bool wanted = false;
    for (size_t i = 0; i < net->options.door_count; i++)
        wanted |= net->options.doors[i].tls;
    if (!wanted)
        return true;
    net->keys = tls_keys_open(net->options.tls_certificate, net->options.tls_key, line);
    SipKey sip;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    net->limiter = rate_limiter_new(net->options.limits, &sip);
    if (net->options.rules)
        rate_limiter_set_rules(net->limiter, net->options.rules);
    return net->keys;
}

static bool open_doors(Net *net, char *line)
{
    for (size_t i = 0; i < net->options.door_count; i++) {
        const NetDoor *door = &net->options.doors[i];
        net->listeners[i] = door->is_open ? listener_adopt(net->options.loop, door->fd, on_arrival,
                                                           net, line, NET_LINE_MAX)
                                          : listener_open(net->options.loop, door->host, door->port,
                                                          on_arrival, net, line, NET_LINE_MAX);
        if (!net->listeners[i])
            return false;
        if (door->door == DOOR_PUBLIC && net->public_port == 0)
            net->public_port = listener_port(net->listeners[i]);
    }
    return true;
}

static void close_doors(Net *net)
{
    for (size_t i = 0; i < NET_DOORS_MAX; i++) {
        if (net->listeners[i])
            listener_close(net->listeners[i]);
        net->listeners[i] = NULL;
    }
}

static void free_rest(Net *net)
{
    tls_keys_close(net->keys);
    if (net->limiter)
        rate_limiter_free(net->limiter);
    bounds_free(net->pool.bounds);
    slot_table_clear(&net->exchanges);
    sessions_free(net->sessions);
    free(net);
}

static bool give_way(void *context)
{
    return http_connections_give_way(context);
}

static Sessions *new_sessions(Net *net)
{
    SessionWire wire = websocket_wire();
    wire.context = net;
    wire.give_way = give_way;
    return sessions_new(&wire);
}

Net *net_open(const NetOptions *options, char *line)
{
    SipKey sip;
    Net *net = memory_new(sizeof *net);
    net->options = *options;
    net->pool.loop = options->loop;
    net->pool.read = options->hooks.read;
    net->pool.context = options->hooks.context;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    net->pool.bounds = bounds_new(options->limits, options->bounds, &sip);
    net->sessions = new_sessions(net);
    if (open_keys(net, line) && open_doors(net, line))
        return net;
    close_doors(net);
    free_rest(net);
    return NULL;
}

int net_port(const Net *net, HttpDoor door)
{
    for (size_t i = 0; i < net->options.door_count; i++)
        if (net->options.doors[i].door == door)
            return net->listeners[i] ? listener_port(net->listeners[i])
                                     : net->options.doors[i].port;
    return 0;
}

bool net_public_place(const Net *net, size_t index, NetPlace *place)
{
    for (size_t i = 0; i < net->options.door_count; i++) {
        const NetDoor *door = &net->options.doors[i];
        if (door->door != DOOR_PUBLIC || !net->listeners[i] || index-- > 0)
            continue;
        place->port = listener_port(net->listeners[i]);
        if (!door->is_given || !listener_host(net->listeners[i], place->host, sizeof place->host))
            snprintf(place->host, sizeof place->host, "%s", door->host);
        return true;
    }
    return false;
}

size_t net_connections(const Net *net)
{
    return net->pool.count;
}

Sessions *net_sessions(Net *net)
{
    return net->sessions;
}

bool net_reload_keys(Net *net, char *line)
{
    if (!net->keys)
        return true;
    TlsKeys *keys = tls_keys_open(net->options.tls_certificate, net->options.tls_key, line);
    if (!keys)
        return false;
    tls_keys_close(net->keys);
    net->keys = keys;
    return true;
}

/* ---- answers ---- */

void net_set_elsewhere(Net *net, const NetElsewhere *elsewhere)
{
    net->elsewhere = elsewhere ? *elsewhere : (NetElsewhere){0};
}

void net_admit(Net *net, ExchangeId exchange, int status, const NetArrival *arrival)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        http_reader_admit(net, exchange, status, arrival);
    else if (elsewhere->admit)
        elsewhere->admit(elsewhere->context, exchange, status, arrival);
}

void net_answer(Net *net, ExchangeId exchange, const HttpAnswer *answer)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        http_connection_answer(net, exchange, answer);
    else if (elsewhere->answer)
        elsewhere->answer(elsewhere->context, exchange, answer);
}

bool net_awaits(const Net *net, ExchangeId exchange)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        return http_connection_awaits(net, exchange);
    return elsewhere->awaits && elsewhere->awaits(elsewhere->context, exchange);
}

bool net_stream(Net *net, ExchangeId exchange, const HttpAnswer *head, const StreamHooks *hooks)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        return http_connection_stream(net, exchange, head, hooks);
    return elsewhere->stream && elsewhere->stream(elsewhere->context, exchange, head, hooks);
}

size_t net_stream_write(Net *net, ExchangeId exchange, const void *bytes, size_t length)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        return http_connection_stream_write(net, exchange, bytes, length);
    if (!elsewhere->stream_write)
        return 0;
    return elsewhere->stream_write(elsewhere->context, exchange, bytes, length);
}

void net_stream_end(Net *net, ExchangeId exchange)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        http_connection_stream_end(net, exchange);
    else if (elsewhere->stream_end)
        elsewhere->stream_end(elsewhere->context, exchange);
}

void net_stream_cut(Net *net, ExchangeId exchange)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE))
        http_connection_stream_cut(net, exchange);
    else if (elsewhere->stream_cut)
        elsewhere->stream_cut(elsewhere->context, exchange);
}

int64_t net_stream_silence(const Net *net, ExchangeId exchange)
{
    const NetElsewhere *elsewhere = &net->elsewhere;
    if (!(exchange & NET_ELSEWHERE) || !elsewhere->stream_silence)
        return 0;
    return elsewhere->stream_silence(elsewhere->context, exchange);
}

size_t net_doors(const Net *net, NetDoor doors[NET_DOORS_MAX])
{
    size_t count = 0;
    for (; count < NET_DOORS_MAX && net->listeners[count]; count++) {
        doors[count] = net->options.doors[count];
        doors[count].is_open = true;
        doors[count].fd = listener_descriptor(net->listeners[count]);
    }
    return count;
}

bool net_is_busy(const Net *net)
{
    return transport_pool_is_busy(&net->pool);
}

void net_leave(Net *net, NetTake take, void *context)
{
    net->stopping = true;
    net->take = take;
    net->take_context = context;
    close_doors(net);
    transport_pool_leave(&net->pool);
    net->take = NULL;
}

void net_stop(Net *net, CloseCode code)
{
    net->stopping = net->parting = true;
    sessions_close_all(net->sessions, code);
    sessions_flush_all(net->sessions);
    transport_pool_leave(&net->pool);
}

void net_close(Net *net)
{
    net->stopping = net->parting = net->closing = true;
    close_doors(net);
    transport_pool_close(&net->pool);
}

void net_free(Net *net)
{
    free_rest(net);
}
