/* cluster_rig.h - a bus in memory, a clock that is set, an owner that does what the test says, and clients by real
 * sockets. */
#pragma once

#include "array.h"
#include "check_rig.h"
#include "front.h"
#include "host.h"
#include "log.h"
#include "net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- the bus ---- */

typedef struct Message Message;
struct Message {
    Message *next;
    char subject[BUS_SUBJECT_MAX + 1];
    size_t length;
    unsigned char bytes[];
};

struct BusEar {
    Bus *bus;
    BusEar *next;
    char subject[BUS_SUBJECT_MAX + 1];
    BusHeard heard;
    void *context;
};

struct Bus {
    BusEar *ears;
    Message *first, **end;
    bool is_cut;  /* what is sent is gone */
    bool is_slow; /* what is sent waits */
    size_t bytes; /* that were sent */
};

BusEar *bus_listen(Bus *bus, const char *subject, BusHeard heard, void *context)
{
    BusEar *ear = calloc(1, sizeof *ear);
    *ear = (BusEar){.bus = bus, .next = bus->ears, .heard = heard, .context = context};
    ck_assert_uint_le(strlen(subject), BUS_SUBJECT_MAX);
    strcpy(ear->subject, subject);
    bus->ears = ear;
    return ear;
}

void bus_unlisten(BusEar *ear)
{
    if (!ear)
        return;
    BusEar **at = &ear->bus->ears;
    while (*at != ear)
        at = &(*at)->next;
    *at = ear->next;
    free(ear);
}

bool bus_send(Bus *bus, const char *subject, const void *bytes, size_t length)
{
    ck_assert_uint_le(length, BUS_MESSAGE_MAX);
    if (bus->is_cut)
        return true;
    Message *message = calloc(1, sizeof *message + length);
    ck_assert_uint_le(strlen(subject), BUS_SUBJECT_MAX);
    strcpy(message->subject, subject);
    message->length = length;
    memcpy(message->bytes, bytes, length);
    *(bus->first ? bus->end : &bus->first) = message;
    bus->end = &message->next;
    bus->bytes += length;
    return true;
}

static void deliver(const Bus *bus, const Message *message)
{
    for (const BusEar *ear = bus->ears; ear; ear = ear->next)
        if (strcmp(ear->subject, message->subject) == 0) {
            ear->heard(ear->context, message->bytes, message->length);
            return;
        }
}

static void bus_deliver(Bus *bus)
{
    Message *message;
    while (!bus->is_slow && (message = bus->first)) {
        bus->first = message->next;
        deliver(bus, message);
        free(message);
    }
}

/* ---- the world ---- */

enum { SEEN_MAX = 8192, OPENED_MAX = 64 };

/* What the owner was asked and told last, and how it answers. */
typedef struct {
    ExchangeId handshake, request;
    size_t handshakes, requests, opened_count, closed_count, received_count;
    char address[ADDRESS_MAX + 1], seen[SEEN_MAX], request_id[128];
    SessionId opened[OPENED_MAX], closed, received_by;
    int64_t cut_off, closed_cut_off; /* HostOptions.cut_off: now, and when the last one closed */
    Person person;
    char credential[TOKEN_MAX + 1];
    HttpRequest last;         /* its texts are gone */
    size_t bodiless;          /* the how-manieth request was the last one without a body */
    const HttpAnswer *answer; /* to be given at once; NULL: later */
    size_t ready_count, gone_count;
    size_t lines;
    uint64_t lines_front, lines_lost; /* the front of the newest line; the one that was lost last */
    int64_t lines_cut_off;            /* cut_off then */
} Owner;

typedef struct {
    uv_loop_t loop;
    Bus bus;
    ClusterKey key;
    RemoteRules rules;
    int64_t now;
    Net *owner_net, *front_net;
    Owner owner;
    Host *host;
    Front *front;
    /* HostOptions.line, set before open_host; NULL: there is no ICS port. */
    void (*line)(void *context, Transport *transport, const char *address, bool is_confidential,
                 uint64_t front);
    uint64_t passed; /* the epoch of which the host was told */
    bool has_owner_ended;
} World;

static int64_t world_now(void *context)
{
    const World *world = context;
    return world->now;
}

static void see(Owner *owner, const char *bytes, size_t length)
{
    ck_assert_uint_lt(length, SEEN_MAX);
    memcpy(owner->seen, bytes, length);
    owner->seen[length] = '\0';
}

static void owner_handshake(void *context, ExchangeId exchange, const NetCaller *caller)
{
    Owner *owner = context;
    owner->handshake = exchange;
    owner->handshakes++;
    strcpy(owner->address, caller->address);
    if (caller->headers.cookie)
        see(owner, caller->headers.cookie, strlen(caller->headers.cookie));
}

static void owner_opened(void *context, SessionId session, const NetArrival *arrival,
                         const char *address)
{
    Owner *owner = context;
    owner->opened[owner->opened_count++ % OPENED_MAX] = session;
    owner->person = arrival->person;
    strcpy(owner->credential, arrival->credential);
    strcpy(owner->address, address);
}

static void owner_received(void *context, SessionId session, const char *text, size_t length)
{
    Owner *owner = context;
    owner->received_count++;
    owner->received_by = session;
    see(owner, text, length);
}

static void owner_closed(void *context, SessionId session)
{
    Owner *owner = context;
    owner->closed_count++;
    owner->closed_cut_off = owner->cut_off;
    owner->closed = session;
}

static size_t owner_body_max(void *context, const HttpRequest *request)
{
    (void)context, (void)request;
    return 512 * 1024;
}

static bool owner_request(void *context, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer)
{
    Owner *owner = context;
    owner->request = exchange;
    owner->requests++;
    owner->last = *request;
    if (!request->length)
        owner->bodiless = owner->requests;
    strcpy(owner->address, request->address);
    strcpy(owner->request_id, log_request_id());
    if (request->length < SEEN_MAX)
        see(owner, request->body, request->length);
    if (owner->answer)
        *answer = *owner->answer;
    return owner->answer;
}

static NetHooks owner_hooks(World *world)
{
    return (NetHooks){.context = &world->owner,
                      .handshake = owner_handshake,
                      .opened = owner_opened,
                      .received = owner_received,
                      .closed = owner_closed,
                      .body_max = owner_body_max,
                      .request = owner_request};
}

/* The front's own hooks, as a server has them. Once it has become the owner, these are the owner's. */
static void front_on_handshake(void *context, ExchangeId exchange, const NetCaller *caller)
{
    World *world = context;
    front_handshake(world->front, exchange, caller);
}

static void front_on_opened(void *context, SessionId session, const NetArrival *arrival,
                            const char *address)
{
    World *world = context;
    if (world->front)
        front_opened(world->front, session, arrival, address);
    else
        owner_opened(&world->owner, session, arrival, address);
}

static void front_on_received(void *context, SessionId session, const char *text, size_t length)
{
    World *world = context;
    if (world->front)
        front_received(world->front, session, text, length);
}

static void front_on_round_trip(void *context, SessionId session, int64_t us)
{
    World *world = context;
    if (world->front)
        front_round_trip(world->front, session, us);
}

static void front_on_closed(void *context, SessionId session)
{
    World *world = context;
    if (world->front)
        front_closed(world->front, session);
}

static size_t front_on_body(void *context, const HttpRequest *request)
{
    (void)context;
    return owner_body_max(NULL, request);
}

static bool front_on_request(void *context, ExchangeId exchange, const HttpRequest *request,
                             HttpAnswer *answer)
{
    World *world = context;
    return front_request(world->front, exchange, request, answer);
}

static void front_on_connection(void *context, Transport *transport, const char *refusal)
{
    const World *world = context;
    front_connection(world->front, transport, refusal);
}

static Net *open_net(World *world, const NetHooks *hooks)
{
    char line[NET_LINE_MAX];
    NetOptions options = {.loop = &world->loop,
                          .doors = {{.door = DOOR_PUBLIC, .host = "127.0.0.1"},
                                    {.door = DOOR_ICS, .host = "127.0.0.1"}},
                          .door_count = 2,
                          .connections_max = 1000,
                          .client = &world->rules,
                          .hooks = *hooks};
    Net *net = net_open(&options, line);
    ck_assert_msg(net != NULL, "%s", line);
    return net;
}

static void on_passed(void *context, uint64_t epoch)
{
    World *world = context;
    world->passed = epoch;
}

static void on_cut_off(void *context, int64_t lost)
{
    World *world = context;
    world->owner.cut_off = lost;
}

static void on_lines_lost(void *context, uint64_t front)
{
    World *world = context;
    world->owner.lines_lost = front;
    world->owner.lines_cut_off = world->owner.cut_off;
}

static void open_host(World *world, uint64_t epoch)
{
    HostOptions options = {.loop = &world->loop,
                           .net = world->owner_net,
                           .bus = &world->bus,
                           .key = &world->key,
                           .node = "owner",
                           .castled = "1",
                           .epoch = epoch,
                           .hooks = owner_hooks(world),
                           .context = world,
                           .now = world_now,
                           .line = world->line,
                           .lines_lost = on_lines_lost,
                           .cut_off = on_cut_off,
                           .passed = on_passed};
    world->host = host_new(&options);
}

static inline void open_front(World *world, const Site *site)
{
    FrontOptions options = {.net = world->front_net,
                            .bus = &world->bus,
                            .site = site,
                            .castled = "1",
                            .context = world,
                            .now = world_now};
    world->front = front_new(&options);
    front_join(world->front, &world->key, "front");
}

static void open_world(World *world)
{
    static const unsigned char SECRET[SEAL_KEY_SIZE] = "a secret of the database";
    NetHooks hooks = owner_hooks(world);
    ck_assert_int_ge(sodium_init(), 0);
    signal(SIGPIPE, SIG_IGN); /* as the server does */
    log_set_level(LOG_LEVEL_WARNING);
    *world = (World){.now = 1000};
    uv_loop_init(&world->loop);
    cluster_key_init(&world->key, SECRET);
    remote_usual(&world->rules);
    world->owner_net = open_net(world, &hooks);
    hooks = (NetHooks){.context = world,
                       .handshake = front_on_handshake,
                       .opened = front_on_opened,
                       .received = front_on_received,
                       .closed = front_on_closed,
                       .round_trip = front_on_round_trip,
                       .body_max = front_on_body,
                       .request = front_on_request,
                       .connection = front_on_connection};
    world->front_net = open_net(world, &hooks);
}

static void close_front(World *world)
{
    front_close(world->front, CLOSE_GOING_AWAY, NULL);
    front_free(world->front);
    world->front = NULL;
}

static void close_world(World *world)
{
    if (world->front)
        close_front(world);
    if (world->host)
        host_free(world->host);
    net_close(world->front_net);
    net_close(world->owner_net);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    net_free(world->front_net);
    net_free(world->owner_net);
    bus_deliver(&world->bus);
    ck_assert_ptr_null(world->bus.ears);
    ck_assert_int_eq(uv_loop_close(&world->loop), 0);
}

static void turn(World *world)
{
    uv_run(&world->loop, UV_RUN_NOWAIT);
    bus_deliver(&world->bus);
    sessions_flush(net_sessions(world->owner_net));
    sessions_flush(net_sessions(world->front_net));
    if (world->host)
        host_turn(world->host);
    if (world->front)
        front_turn(world->front);
}

static inline void until_linked(World *world)
{
    while (!front_is_up(world->front))
        turn(world);
}

/* In steps that are no absence of the node's. */
static inline void pass(World *world, int64_t ms)
{
    enum { STEP = 100 };
    for (; ms > 0; ms -= STEP) {
        world->now += ms < STEP ? ms : STEP;
        turn(world);
    }
}

/* ---- clients ---- */

typedef struct {
    World *world;
    int fd;
    char *in; /* all that came, and a NUL */
    size_t length, capacity, read;
    bool has_ended, was_reset;
} Client;

static inline Client connect_by(World *world, const Net *net, HttpDoor door)
{
    enum {
        ROOM = 1 << 20
    }; /* with a smaller one the kernel waits before it sends what was held back */
    Client client = {
        .world = world, .fd = socket(AF_INET, SOCK_STREAM, 0), .in = calloc(1, 1), .capacity = 1};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)net_port(net, door)),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    ck_assert_int_eq(connect(client.fd, (struct sockaddr *)&address, sizeof address), 0);
    fcntl(client.fd, F_SETFL, O_NONBLOCK);
    return client;
}

static inline Client connect_to(World *world, const Net *net)
{
    return connect_by(world, net, DOOR_PUBLIC);
}

static inline void hang_up(Client *client)
{
    if (client->fd >= 0)
        close(client->fd);
    client->fd = -1;
    free(client->in);
    client->in = NULL;
}

/* Takes what has come; false when there is nothing yet. */
static inline bool hear(Client *client)
{
    char bytes[65536];
    ssize_t length = recv(client->fd, bytes, sizeof bytes, 0);
    if (length < 0 && errno == EAGAIN)
        return false;
    if (length <= 0) {
        client->has_ended = true;
        client->was_reset = length < 0;
        return true;
    }
    client->in =
        array_reserve(client->in, &client->capacity, client->length + (size_t)length + 1, 1);
    memcpy(client->in + client->length, bytes, (size_t)length);
    client->length += (size_t)length;
    client->in[client->length] = '\0';
    return true;
}

static inline void say_bytes(Client *client, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length) {
        ssize_t sent = send(client->fd, at, length, MSG_NOSIGNAL);
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        } else {
            ck_assert_int_eq(errno, EAGAIN);
            turn(client->world);
        }
    }
}

static inline void say(Client *client, const char *text)
{
    say_bytes(client, text, strlen(text));
}

static inline void until_length(Client *client, size_t length)
{
    while (client->length < length) {
        ck_assert_msg(!client->has_ended, "it ended after: %s", client->in);
        if (!hear(client))
            turn(client->world);
    }
}

static inline void until_text(Client *client, const char *text)
{
    while (!strstr(client->in, text)) {
        ck_assert_msg(!client->has_ended, "it ended after: %s", client->in);
        if (!hear(client))
            turn(client->world);
    }
}

static inline void until_end(Client *client)
{
    while (!client->has_ended)
        if (!hear(client))
            turn(client->world);
}

static inline void ask_for(Client *client, const char *path)
{
    char text[512];
    snprintf(text, sizeof text,
             "GET %s HTTP/1.1\r\nHost: club.example\r\nX-Request-Id: named-by-proxy\r\n\r\n", path);
    say(client, text);
}

/* ---- WebSockets ---- */

static inline void shake_hands(Client *client)
{
    say(client,
        "GET /ws HTTP/1.1\r\nHost: club.example\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: castled_session=abc\r\n\r\n");
}

/* A frame of less than 126 bytes, masked by zeros. */
static inline void say_frame(Client *client, int opcode, const char *payload, size_t length)
{
    unsigned char frame[6 + 125] = {(unsigned char)(0x80 | opcode), (unsigned char)(0x80 | length)};
    ck_assert_uint_lt(length, 126);
    if (length)
        memcpy(frame + 6, payload, length);
    say_bytes(client, frame, 6 + length);
}

/* The next frame's opcode; its payload is lent. */
static inline int hear_frame(Client *client, const char **payload, size_t *length)
{
    until_length(client, client->read + 2);
    size_t head = 2;
    *length = (unsigned char)client->in[client->read + 1];
    if (*length == 126) {
        until_length(client, client->read + 4);
        *length = (size_t)(unsigned char)client->in[client->read + 2] << 8 |
                  (unsigned char)client->in[client->read + 3];
        head = 4;
    }
    until_length(client, client->read + head + *length);
    int opcode = client->in[client->read] & 0x0f;
    *payload = client->in + client->read + head;
    client->read += head + *length;
    return opcode;
}

static inline void expect_message(Client *client, const char *text)
{
    const char *payload;
    size_t length;
    ck_assert_int_eq(hear_frame(client, &payload, &length), 1);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_mem_eq(payload, text, length);
}

static inline void expect_close(Client *client, int code)
{
    const char *payload;
    size_t length;
    ck_assert_int_eq(hear_frame(client, &payload, &length), 8);
    ck_assert_uint_eq(length, 2);
    ck_assert_int_eq((unsigned char)payload[0] << 8 | (unsigned char)payload[1], code);
}

static inline NetArrival an_arrival(void)
{
    return (NetArrival){.person = {.kind = PERSON_HUMAN, .id = "abcdefgh", .name = "anna"},
                        .cookie = "castled_session=new",
                        .old_cookie = "castled_session=; Max-Age=0",
                        .credential = "ses_1"};
}

/* A client of the front who has a session with the owner. */
static inline Client join(World *world)
{
    size_t asked = world->owner.handshakes, opened = world->owner.opened_count;
    NetArrival arrival = an_arrival();
    Client client = connect_to(world, world->front_net);
    shake_hands(&client);
    while (world->owner.handshakes == asked)
        turn(world);
    net_admit(world->owner_net, world->owner.handshake, 0, &arrival);
    until_text(&client, "\r\n\r\n");
    client.read = (size_t)(strstr(client.in, "\r\n\r\n") + 4 - client.in);
    while (world->owner.opened_count == opened)
        turn(world);
    return client;
}

static inline void tell(World *world, SessionId session, const char *text)
{
    Packet *packet = packet_new(text, strlen(text));
    session_push(net_sessions(world->owner_net), session, packet, 0);
    packet_release(packet);
}
