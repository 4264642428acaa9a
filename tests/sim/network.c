#include "network.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    NOTICED = 30 * SECOND, /* the longest until a server notices that a client has gone silently */
    SILENT = 10 * SECOND,  /* and a client that a server has gone */
    PAUSE_MOST = 20 * SECOND,
    LATE = 10 * SECOND, /* a message that takes longer */
    CAPACITY_LEAST = 2048,
    CAPACITY_MOST = 65536,
};

struct Socket {
    Port port; /* the server's end; first, so that one leads to the other */
    Network *network;
    Socket *older;
    void *owner;
    bool open;     /* open for the player */
    bool accepted; /* and the server was told so */
    bool gone;     /* it is being told that it is closed */
    bool blocked;  /* the server is waiting for room */
    bool slow;
    uint64_t life; /* the life of the server that it leads to */
    int64_t latency;
    int64_t width; /* bytes a second */
    size_t capacity, under_way;
    int64_t last_up, last_down; /* when the last bytes sent arrive */
    int64_t late_until;         /* when the last bytes arrive that are LATE */
};

struct Network {
    const Settings *settings;
    Machine *const *machines;
    size_t count;
    NetworkHooks hooks;
    Random random;
    Socket *links;
    uint64_t messages;
};

/* A message on its way. */
typedef struct {
    Socket *socket;
    Packet *packet; /* to the player; or */
    char *text;     /* to the server */
    Sent sent;
    size_t length;
} Parcel;

static Socket *socket_of(Port *port)
{
    return (Socket *)port;
}

Network *network_new(const Settings *settings, Machine *const *machines, size_t count,
                     const NetworkHooks *hooks)
{
    Network *network = memory_new(sizeof *network);
    *network = (Network){.settings = settings,
                         .machines = machines,
                         .count = count,
                         .hooks = *hooks,
                         .random = random_stream(settings->seed, 7)};
    return network;
}

void network_free(Network *network)
{
    while (network->links) {
        Socket *older = network->links->older;
        free(network->links);
        network->links = older;
    }
    free(network);
}

static int64_t latency(Socket *socket)
{
    return random_about(&socket->network->random, socket->latency);
}

static bool leads_to_server(const Socket *socket)
{
    return machine_is_up(socket->port.machine) &&
           machine_life(socket->port.machine) == socket->life;
}

/* ---- to the player ---- */

/* Nobody acknowledges what reaches a client that is gone. */
static void free_room(Socket *socket, size_t length)
{
    if (!socket->open)
        return;
    socket->under_way -= length;
    if (!socket->blocked || socket->under_way > socket->capacity / 2 || !leads_to_server(socket))
        return;
    socket->blocked = false;
    machine_writable(socket->port.machine, &socket->port);
}

/* Delivers it once; unless that is broken on purpose (settings.h). */
static void hand_over(Network *network, const Parcel *parcel)
{
    bool is_odd = ++network->messages % 200 == 0;
    Break broken = network->settings->broken;
    int times = is_odd && broken == BREAK_swallow ? 0 : is_odd && broken == BREAK_repeat ? 2 : 1;
    for (int i = 0; i < times; i++)
        network->hooks.heard(network->hooks.context, parcel->socket, packet_text(parcel->packet),
                             parcel->length, parcel->sent);
}

static void arrive_down(void *context, uint64_t number)
{
    Parcel *parcel = context;
    Socket *socket = parcel->socket;
    (void)number;
    free_room(socket, parcel->length);
    if (socket->open)
        hand_over(socket->network, parcel);
    packet_release(parcel->packet);
    free(parcel);
}

/* A message that takes long holds up all that follow it. */
static void note_late(Socket *socket, int64_t at)
{
    if (at > world_now() + LATE && at > socket->late_until)
        socket->late_until = at;
}

/* When it arrives, after what was sent before. */
static int64_t arrival(Socket *socket, size_t length)
{
    int64_t at = world_now() + latency(socket);
    if (socket->slow && random_once_in(&socket->network->random, 50))
        at += random_between(&socket->network->random, 0, PAUSE_MOST);
    if (at < socket->last_down)
        at = socket->last_down;
    socket->last_down = at + (int64_t)length * SECOND / socket->width;
    note_late(socket, socket->last_down);
    return socket->last_down;
}

bool network_write(void *context, Port *port, Packet *packet, Sent sent)
{
    Socket *socket = socket_of(port);
    size_t length = packet_length(packet);
    (void)context;
    /* A socket takes what fits, and at least one message whatever its size. */
    if (socket->under_way && socket->under_way + length > socket->capacity) {
        socket->blocked = true;
        return false;
    }
    socket->under_way += length;
    if (!socket->open)
        return true; /* nobody is there: it stays under way */
    Parcel *parcel = memory_new(sizeof *parcel);
    *parcel =
        (Parcel){.socket = socket, .packet = packet_share(packet), .sent = sent, .length = length};
    world_at(arrival(socket, length), arrive_down, parcel, 0);
    return true;
}

static void end_of_player(void *context, uint64_t number)
{
    Socket *socket = context;
    (void)number;
    if (!socket->open)
        return;
    socket->open = false;
    socket->network->hooks.over(socket->network->hooks.context, socket);
}

/* ---- to the server ---- */

static void end_of_server(void *context, uint64_t number)
{
    Socket *socket = context;
    (void)number;
    if (socket->gone || !socket->accepted || !leads_to_server(socket))
        return;
    socket->gone = true;
    machine_loses(socket->port.machine, &socket->port);
}

void network_close(void *context, Port *port, CloseCode code)
{
    Socket *socket = socket_of(port);
    Network *network = context;
    world_trace("server closes a connection: %d", (int)code);
    int64_t at = world_now() + latency(socket);
    world_at(at > socket->last_down ? at : socket->last_down, end_of_player, socket, 0);
    int64_t answer = world_now() + 2 * latency(socket);
    world_at(answer + random_between(&network->random, 0, SECOND), end_of_server, socket, 0);
}

static void pong(void *context, uint64_t number)
{
    Socket *socket = context;
    if (socket->open && !socket->gone && leads_to_server(socket))
        machine_pong(socket->port.machine, &socket->port, (int64_t)number);
}

void network_ping(void *context, Port *port)
{
    Socket *socket = socket_of(port);
    (void)context;
    int64_t time = latency(socket) + latency(socket);
    world_at(world_now() + time, pong, socket, (uint64_t)time);
}

/* A client that has not got through to it yet meets the next one, or nobody (arrive_first). */
void network_server_died(Network *network, const Machine *machine, bool silent)
{
    for (Socket *socket = network->links; socket; socket = socket->older) {
        if (socket->port.machine != machine || !socket->accepted)
            continue;
        socket->port.session = 0;
        if (socket->open)
            world_at(world_now() +
                         (silent ? random_between(&network->random, 0, SILENT) : latency(socket)),
                     end_of_player, socket, 0);
    }
}

static void arrive_up(void *context, uint64_t number)
{
    Parcel *parcel = context;
    Socket *socket = parcel->socket;
    (void)number;
    if (socket->accepted && !socket->gone && leads_to_server(socket))
        machine_hears(socket->port.machine, &socket->port, parcel->text, parcel->length);
    free(parcel->text);
    free(parcel);
}

/* ---- what players do ---- */

typedef struct {
    Socket *socket;
    Person person;
    char credential[64], address[CORE_ADDRESS_MAX + 1];
} Knock;

static void arrive_first(void *context, uint64_t number)
{
    Knock *knock = context;
    Socket *socket = knock->socket;
    (void)number;
    Machine *machine = socket->port.machine;
    if (machine_is_up(machine) && socket->open) {
        socket->life = machine_life(machine);
        socket->accepted = true;
        machine_opens(machine, &socket->port, &knock->person, knock->credential, knock->address);
    } else {
        world_at(world_now() + latency(socket), end_of_player, socket, 0);
    }
    free(knock);
}

Socket *network_connect(Network *network, void *owner, const Person *person, const char *credential,
                        const char *address)
{
    Random *random = &network->random;
    Socket *socket = memory_new(sizeof *socket);
    Machine *machine =
        network->machines[network->count > 1 ? random_below(random, network->count) : 0];
    *socket = (Socket){.port = {.machine = machine},
                       .network = network,
                       .older = network->links,
                       .owner = owner,
                       .open = true,
                       .width = 1000 * 1000};
    socket->latency = random_about(random, network->settings->latency);
    socket->capacity = (size_t)random_between(random, CAPACITY_LEAST, CAPACITY_MOST);
    socket->slow = network->settings->on[FAULT_slow] && random_once_in(random, 4);
    if (socket->slow)
        socket->width = random_between(random, 200, 20000);
    network->links = socket;
    Knock *knock = memory_new(sizeof *knock);
    knock->socket = socket;
    knock->person = *person;
    strncpy(knock->credential, credential, sizeof knock->credential - 1);
    strncpy(knock->address, address, sizeof knock->address - 1);
    socket->last_up = world_now() + latency(socket);
    world_at(socket->last_up, arrive_first, knock, 0);
    return socket;
}

void *socket_owner(const Socket *socket)
{
    return socket->owner;
}

bool socket_is_slow(const Socket *socket)
{
    return socket->slow;
}

int64_t socket_late_until(const Socket *socket)
{
    return socket->late_until;
}

void socket_send(Socket *socket, const char *text)
{
    Parcel *parcel = memory_new(sizeof *parcel);
    parcel->socket = socket;
    parcel->text = strdup(text);
    parcel->length = strlen(text);
    int64_t at = world_now() + latency(socket);
    socket->last_up = at > socket->last_up ? at : socket->last_up;
    note_late(socket, socket->last_up);
    world_at(socket->last_up, arrive_up, parcel, 0);
}

void socket_drop(Socket *socket, bool silent)
{
    Network *network = socket->network;
    socket->open = false;
    int64_t at = world_now() + latency(socket);
    at = at > socket->last_up ? at : socket->last_up;
    world_at(silent ? at + random_between(&network->random, 0, NOTICED) : at, end_of_server, socket,
             0);
}
