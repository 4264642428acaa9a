#include "load_client.h"

#include "array.h"
#include "memory.h"
#include "server_frame.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    READ_SIZE = 64 * 1024,
    HANDSHAKE_MAX = 512,
};

typedef enum { HANDSHAKING, OPEN, GONE } State;

typedef struct {
    int socket;
    State state;
    char *rest; /* of what came: a frame that is not whole; or of the answer to the handshake */
    size_t rest_length;
    char *unsent;
    size_t unsent_length, unsent_size;
} Connection;

struct LoadClient {
    LoadHooks hooks;
    int port, epoll;
    Connection *at;
    size_t count, size;
    char input[READ_SIZE + 1];
};

LoadClient *load_client_new(int port, const LoadHooks *hooks)
{
    LoadClient *client = memory_new(sizeof *client);
    client->hooks = *hooks;
    client->port = port;
    client->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (client->epoll >= 0)
        return client;
    free(client);
    return NULL;
}

static void drop(Connection *connection)
{
    if (connection->state != GONE)
        close(connection->socket);
    connection->state = GONE;
    free(connection->rest);
    free(connection->unsent);
    connection->rest = connection->unsent = NULL;
    connection->rest_length = connection->unsent_length = connection->unsent_size = 0;
}

void load_client_end(LoadClient *client)
{
    for (size_t i = 0; i < client->count; i++)
        drop(&client->at[i]);
}

void load_client_free(LoadClient *client)
{
    load_client_end(client);
    free(client->at);
    close(client->epoll);
    free(client);
}

uint32_t load_client_count(const LoadClient *client)
{
    return (uint32_t)client->count;
}

static void lose(LoadClient *client, uint32_t number)
{
    drop(&client->at[number]);
    client->hooks.lost(client->hooks.context, number);
}

/* ---- out ---- */

static void watch(LoadClient *client, uint32_t number, int how, bool out)
{
    struct epoll_event event = {.events = EPOLLIN | (out ? EPOLLOUT : 0u), .data.u32 = number};
    epoll_ctl(client->epoll, how, client->at[number].socket, &event);
}

/* What the system does not take now goes out when it does. */
static void put(LoadClient *client, uint32_t number, const char *bytes, size_t length)
{
    Connection *connection = &client->at[number];
    ssize_t sent = 0;
    if (connection->state == GONE)
        return;
    if (!connection->unsent_length)
        sent = send(connection->socket, bytes, length, MSG_NOSIGNAL);
    if (sent < 0)
        sent = 0; /* full, or broken: then reading says so */
    if ((size_t)sent == length)
        return;
    if (!connection->unsent_length)
        watch(client, number, EPOLL_CTL_MOD, true);
    size_t left = length - (size_t)sent;
    connection->unsent = array_reserve(connection->unsent, &connection->unsent_size,
                                       connection->unsent_length + left, 1);
    memcpy(connection->unsent + connection->unsent_length, bytes + sent, left);
    connection->unsent_length += left;
}

static void put_rest(LoadClient *client, uint32_t number)
{
    Connection *connection = &client->at[number];
    ssize_t sent =
        send(connection->socket, connection->unsent, connection->unsent_length, MSG_NOSIGNAL);
    if (sent <= 0)
        return;
    connection->unsent_length -= (size_t)sent;
    memmove(connection->unsent, connection->unsent + sent, connection->unsent_length);
    if (!connection->unsent_length)
        watch(client, number, EPOLL_CTL_MOD, false);
}

static void put_frame(LoadClient *client, uint32_t number, int opcode, const void *payload,
                      size_t length)
{
    static const unsigned char NO_MASK[4];
    unsigned char frame[SERVER_FRAME_HEAD_MAX + LOAD_TEXT_MAX];
    assert(length <= LOAD_TEXT_MAX);
    size_t size = server_frame_print(opcode, payload, length, NO_MASK, frame);
    put(client, number, (const char *)frame, size);
}

void load_client_send(LoadClient *client, uint32_t number, const char *text, size_t length)
{
    put_frame(client, number, SERVER_FRAME_TEXT, text, length);
}

/* ---- in ---- */

/* A server on this machine sends whole messages only. 'payload' is the frame's, where a NUL can be put behind it. */
static void take_frame(LoadClient *client, uint32_t number, const ServerFrame *frame, char *payload)
{
    if (frame->opcode == SERVER_FRAME_PING) {
        put_frame(client, number, SERVER_FRAME_PONG, payload, frame->length);
    } else if (frame->opcode == SERVER_FRAME_TEXT) {
        char behind = payload[frame->length];
        payload[frame->length] = '\0';
        client->hooks.received(client->hooks.context, number, payload, frame->length);
        payload[frame->length] = behind;
    } else {
        lose(client, number);
    }
}

/* How much of it is done with. */
static size_t take_frames(LoadClient *client, uint32_t number, char *bytes, size_t length)
{
    ServerFrame frame;
    size_t taken = 0;
    while (client->at[number].state == OPEN) {
        const unsigned char *next = (unsigned char *)bytes + taken;
        ServerFrameResult result = server_frame_take(next, length - taken, &frame);
        if (result == SERVER_FRAME_BAD)
            lose(client, number);
        if (result != SERVER_FRAME_WHOLE)
            break;
        take_frame(client, number, &frame, bytes + taken + (frame.payload - next));
        taken += frame.used;
    }
    return taken;
}

static size_t take_handshake(LoadClient *client, uint32_t number, char *bytes, size_t length)
{
    bytes[length] = '\0';
    const char *end = strstr(bytes, "\r\n\r\n");
    if (!end)
        return 0;
    if (strncmp(bytes, "HTTP/1.1 101 ", 13) != 0) {
        lose(client, number);
        return length;
    }
    client->at[number].state = OPEN;
    client->hooks.opened(client->hooks.context, number);
    return (size_t)(end + 4 - bytes);
}

static void take_in(LoadClient *client, uint32_t number, size_t length)
{
    size_t taken = 0;
    char *bytes = client->input;
    if (client->at[number].state == HANDSHAKING)
        taken = take_handshake(client, number, bytes, length);
    if (client->at[number].state == OPEN)
        taken += take_frames(client, number, bytes + taken, length - taken);
    Connection *connection = &client->at[number];
    if (connection->state == GONE || taken == length)
        return;
    connection->rest_length = length - taken;
    connection->rest = memory_array(connection->rest_length, 1);
    memcpy(connection->rest, bytes + taken, connection->rest_length);
}

static void read_some(LoadClient *client, uint32_t number)
{
    Connection *connection = &client->at[number];
    size_t kept = connection->rest_length;
    if (kept) {
        memcpy(client->input, connection->rest, kept);
        free(connection->rest);
        connection->rest = NULL;
        connection->rest_length = 0;
    }
    ssize_t got = recv(connection->socket, client->input + kept, READ_SIZE - kept, 0);
    if (got > 0)
        take_in(client, number, kept + (size_t)got);
    else if (got == 0 || errno != EAGAIN)
        lose(client, number);
}

void load_client_turn(LoadClient *client, int wait)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(client->epoll, events, EVENTS, wait);
    for (int i = 0; i < count; i++) {
        uint32_t number = events[i].data.u32;
        if (events[i].events & EPOLLOUT && client->at[number].state != GONE)
            put_rest(client, number);
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR) && client->at[number].state != GONE)
            read_some(client, number);
    }
}

/* ---- the beginning ---- */

static int dial(int port)
{
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_port = htons((uint16_t)port),
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int yes = 1, got = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (got < 0)
        return -1;
    setsockopt(got, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(got, (struct sockaddr *)&name, sizeof name) == 0 || errno == EINPROGRESS)
        return got;
    close(got);
    return -1;
}

static size_t print_handshake(int port, const char *token, char out[HANDSHAKE_MAX])
{
    int length = snprintf(out, HANDSHAKE_MAX,
                          "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "Sec-WebSocket-Protocol: castled.v1\r\n%s%s%s\r\n",
                          port, token ? "Authorization: Bearer " : "", token ? token : "",
                          token ? "\r\n" : "");
    assert(length > 0 && length < HANDSHAKE_MAX);
    return (size_t)length;
}

int64_t load_client_open(LoadClient *client, const char *token)
{
    char handshake[HANDSHAKE_MAX];
    int got = client->count < LOAD_CONNECTIONS_MAX ? dial(client->port) : -1;
    if (got < 0)
        return -1;
    client->at = array_reserve(client->at, &client->size, client->count + 1, sizeof *client->at);
    uint32_t number = (uint32_t)client->count++;
    client->at[number] = (Connection){.socket = got, .state = HANDSHAKING};
    watch(client, number, EPOLL_CTL_ADD, false);
    put(client, number, handshake, print_handshake(client->port, token, handshake));
    return number;
}
