/* postgres_proxy.h - a way to the test's PostgreSQL on which answers and statements are lost, with a thread of its own.
 *
 * Passes everything on between a socket of its own and the server's, until it is told otherwise. */
#pragma once

#include "store_rig.h"

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { PROXY_PAIRS = 16, PROXY_TICK = 10 /* ms */ };

typedef struct {
    int near, far;  /* the client's socket and the server's */
    bool is_lost;   /* what the client sends */
    size_t dripped; /* bytes */
} ProxyPair;

typedef struct {
    char directory[64];
    char socket[108];
    int listener;
    /* The server's answers stay where they are; afterwards all connections of that time end. */
    atomic_bool is_deaf;
    /* Instead of answers a notice comes, a byte at a time, which has no end. */
    atomic_bool is_dripping;
    _Atomic(const char *) swallows; /* a connection that sends this says nothing from then on */
    atomic_int swallowed;
    _Atomic(const char *) counts; /* in what clients send, without effect */
    atomic_int counted;
    atomic_bool is_over;
    pthread_t thread;
    ProxyPair pairs[PROXY_PAIRS];
    int count;
} Proxy;

static inline int proxy_connect(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/.s.PGSQL.5432", rig_postgres.directory);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        abort();
    return fd;
}

/* False at the end of the connection. */
static inline bool proxy_pass(Proxy *proxy, ProxyPair *pair, bool is_answer)
{
    char bytes[16384];
    int from = is_answer ? pair->far : pair->near, to = is_answer ? pair->near : pair->far;
    const char *swallows = proxy->swallows, *counts = proxy->counts;
    ssize_t size = recv(from, bytes, sizeof bytes, 0);
    if (size > 0 && !is_answer && counts && memmem(bytes, (size_t)size, counts, strlen(counts)))
        proxy->counted++;
    if (size > 0 && !is_answer && swallows &&
        memmem(bytes, (size_t)size, swallows, strlen(swallows))) {
        pair->is_lost = true;
        proxy->swallowed++;
    }
    return size > 0 &&
           ((pair->is_lost && !is_answer) || send(to, bytes, (size_t)size, MSG_NOSIGNAL) == size);
}

/* A NoticeResponse of 16 MiB (PostgreSQL's manual, "Message Formats"). */
static inline void proxy_drip(ProxyPair *pair)
{
    static const char HEAD[] = {'N', 1, 0, 0, 0};
    size_t at = pair->dripped++;
    send(pair->near, at < sizeof HEAD ? &HEAD[at] : "x", 1, MSG_NOSIGNAL);
}

static inline void proxy_hang_up(Proxy *proxy, int at)
{
    close(proxy->pairs[at].near);
    close(proxy->pairs[at].far);
    memmove(&proxy->pairs[at], &proxy->pairs[at + 1],
            sizeof *proxy->pairs * (size_t)(--proxy->count - at));
}

/* Looks once at each of its sockets. */
static inline void proxy_turn(Proxy *proxy, bool is_deaf)
{
    struct pollfd wanted[2 * PROXY_PAIRS + 1] = {{.fd = proxy->listener, .events = POLLIN}};
    for (int i = 0; i < proxy->count; i++) {
        ProxyPair *pair = &proxy->pairs[i];
        wanted[1 + 2 * i] = (struct pollfd){.fd = pair->near, .events = POLLIN};
        wanted[2 + 2 * i] = (struct pollfd){.fd = is_deaf ? -1 : pair->far, .events = POLLIN};
    }
    poll(wanted, 2 * (nfds_t)proxy->count + 1, PROXY_TICK);
    for (int i = proxy->count - 1; i >= 0; i--)
        if ((wanted[1 + 2 * i].revents && !proxy_pass(proxy, &proxy->pairs[i], false)) ||
            (wanted[2 + 2 * i].revents && !is_deaf && !proxy_pass(proxy, &proxy->pairs[i], true)))
            proxy_hang_up(proxy, i);
        else if (proxy->is_dripping)
            proxy_drip(&proxy->pairs[i]);
    if (wanted[0].revents && proxy->count < PROXY_PAIRS) {
        int near = accept(proxy->listener, NULL, NULL);
        proxy->pairs[proxy->count++] = (ProxyPair){.near = near, .far = proxy_connect()};
    }
}

static void *proxy_serve(void *argument)
{
    Proxy *proxy = argument;
    bool was_deaf = false;
    while (!proxy->is_over) {
        bool is_deaf = proxy->is_deaf || proxy->is_dripping;
        while (was_deaf && !is_deaf && proxy->count > 0)
            proxy_hang_up(proxy, proxy->count - 1);
        was_deaf = is_deaf;
        proxy_turn(proxy, is_deaf);
    }
    while (proxy->count > 0)
        proxy_hang_up(proxy, proxy->count - 1);
    return NULL;
}

/* 'server', an address of a database of the test's server, becomes that by the proxy. */
static inline void proxy_begin(Proxy *proxy, char *server, size_t size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char name[64];
    *proxy = (Proxy){.listener = socket(AF_UNIX, SOCK_STREAM, 0)};
    snprintf(proxy->directory, sizeof proxy->directory, "/tmp/castled-proxy-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(proxy->directory));
    snprintf(proxy->socket, sizeof proxy->socket, "%s/.s.PGSQL.5432", proxy->directory);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", proxy->socket);
    ck_assert_int_eq(bind(proxy->listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(proxy->listener, 16), 0);
    ck_assert_int_eq(sscanf(server, "postgresql://castled@/%63[^?]", name), 1);
    snprintf(server, size, "postgresql://castled@/%s?host=%s", name, proxy->directory);
    ck_assert_int_eq(pthread_create(&proxy->thread, NULL, proxy_serve, proxy), 0);
}

/* NULL: nothing more; what was swallowed stays lost. */
static inline void proxy_swallow(Proxy *proxy, const char *text)
{
    proxy->swallows = text;
}

static inline void proxy_end(Proxy *proxy)
{
    proxy->is_over = true;
    pthread_join(proxy->thread, NULL);
    close(proxy->listener);
    unlink(proxy->socket);
    rmdir(proxy->directory);
}
