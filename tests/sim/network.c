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

struct Link {
    Port port; /* the server's end; first, so that one leads to the other */
    Network *network;
    Link *older;
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
    Host *host;
    NetworkHooks hooks;
    Random random;
    Link *links;
    uint64_t messages;
};

/* A message on its way. */
typedef struct {
    Link *link;
    Packet *packet; /* to the player; or */
    char *text;     /* to the server */
    uint64_t committed, life;
    size_t length;
} Parcel;

static Link *link_of(Port *port)
{
    return (Link *)port;
}

Network *network_new(const Settings *settings, Host *host, const NetworkHooks *hooks)
{
    Network *network = memory_new(sizeof *network);
    *network = (Network){settings, host, *hooks, random_stream(settings->seed, 7), NULL, 0};
    return network;
}

void network_free(Network *network)
{
    while (network->links) {
        Link *older = network->links->older;
        free(network->links);
        network->links = older;
    }
    free(network);
}

static int64_t latency(Link *link)
{
    return random_about(&link->network->random, link->latency);
}

static bool leads_to_server(const Link *link)
{
    return host_is_up(link->network->host) && host_life(link->network->host) == link->life;
}

/* ---- to the player ---- */

/* Nobody acknowledges what reaches a client that is gone. */
static void free_room(Link *link, size_t length)
{
    if (!link->open)
        return;
    link->under_way -= length;
    if (!link->blocked || link->under_way > link->capacity / 2 || !leads_to_server(link))
        return;
    link->blocked = false;
    host_writable(link->network->host, &link->port);
}

/* Delivers it once; unless that is broken on purpose (settings.h). */
static void hand_over(Network *network, const Parcel *parcel)
{
    bool is_odd = ++network->messages % 200 == 0;
    Break broken = network->settings->broken;
    int times = is_odd && broken == BREAK_swallow ? 0 : is_odd && broken == BREAK_repeat ? 2 : 1;
    for (int i = 0; i < times; i++)
        network->hooks.heard(network->hooks.context, parcel->link, packet_text(parcel->packet),
                             parcel->length, parcel->committed, parcel->life);
}

static void arrive_down(void *context, uint64_t number)
{
    Parcel *parcel = context;
    Link *link = parcel->link;
    (void)number;
    free_room(link, parcel->length);
    if (link->open)
        hand_over(link->network, parcel);
    packet_release(parcel->packet);
    free(parcel);
}

/* A message that takes long holds up all that follow it. */
static void note_late(Link *link, int64_t at)
{
    if (at > world_now() + LATE && at > link->late_until)
        link->late_until = at;
}

/* When it arrives, after what was sent before. */
static int64_t arrival(Link *link, size_t length)
{
    int64_t at = world_now() + latency(link);
    if (link->slow && random_once_in(&link->network->random, 50))
        at += random_between(&link->network->random, 0, PAUSE_MOST);
    if (at < link->last_down)
        at = link->last_down;
    link->last_down = at + (int64_t)length * SECOND / link->width;
    note_late(link, link->last_down);
    return link->last_down;
}

bool network_write(void *context, Port *port, Packet *packet, uint64_t committed)
{
    Link *link = link_of(port);
    size_t length = packet_length(packet);
    (void)context;
    /* A socket takes what fits, and at least one message whatever its size. */
    if (link->under_way && link->under_way + length > link->capacity) {
        link->blocked = true;
        return false;
    }
    link->under_way += length;
    if (!link->open)
        return true; /* nobody is there: it stays under way */
    Parcel *parcel = memory_new(sizeof *parcel);
    *parcel = (Parcel){.link = link,
                       .packet = packet_share(packet),
                       .committed = committed,
                       .life = link->life,
                       .length = length};
    world_at(arrival(link, length), arrive_down, parcel, 0);
    return true;
}

static void end_of_player(void *context, uint64_t number)
{
    Link *link = context;
    (void)number;
    if (!link->open)
        return;
    link->open = false;
    link->network->hooks.over(link->network->hooks.context, link);
}

/* ---- to the server ---- */

static void end_of_server(void *context, uint64_t number)
{
    Link *link = context;
    (void)number;
    if (link->gone || !link->accepted || !leads_to_server(link))
        return;
    link->gone = true;
    host_loses(link->network->host, &link->port);
}

void network_close(void *context, Port *port, CloseCode code)
{
    Link *link = link_of(port);
    Network *network = context;
    world_trace("server closes a connection: %d", (int)code);
    int64_t at = world_now() + latency(link);
    world_at(at > link->last_down ? at : link->last_down, end_of_player, link, 0);
    int64_t answer = world_now() + 2 * latency(link);
    world_at(answer + random_between(&network->random, 0, SECOND), end_of_server, link, 0);
}

static void pong(void *context, uint64_t number)
{
    Link *link = context;
    if (link->open && !link->gone && leads_to_server(link))
        host_pong(link->network->host, &link->port, (int64_t)number);
}

void network_ping(void *context, Port *port)
{
    Link *link = link_of(port);
    (void)context;
    int64_t time = latency(link) + latency(link);
    world_at(world_now() + time, pong, link, (uint64_t)time);
}

void network_server_died(Network *network, bool silent)
{
    for (Link *link = network->links; link; link = link->older) {
        link->port.session = 0;
        if (link->open)
            world_at(world_now() +
                         (silent ? random_between(&network->random, 0, SILENT) : latency(link)),
                     end_of_player, link, 0);
    }
}

static void arrive_up(void *context, uint64_t number)
{
    Parcel *parcel = context;
    Link *link = parcel->link;
    (void)number;
    if (link->accepted && !link->gone && leads_to_server(link))
        host_hears(link->network->host, &link->port, parcel->text, parcel->length);
    free(parcel->text);
    free(parcel);
}

/* ---- what players do ---- */

typedef struct {
    Link *link;
    Person person;
    char credential[64], address[CORE_ADDRESS_MAX + 1];
} Knock;

static void arrive_first(void *context, uint64_t number)
{
    Knock *knock = context;
    Link *link = knock->link;
    Network *network = link->network;
    (void)number;
    if (host_is_up(network->host) && link->open) {
        link->life = host_life(network->host);
        link->accepted = true;
        host_opens(network->host, &link->port, &knock->person, knock->credential, knock->address);
    } else {
        world_at(world_now() + latency(link), end_of_player, link, 0);
    }
    free(knock);
}

Link *network_connect(Network *network, void *owner, const Person *person, const char *credential,
                      const char *address)
{
    Random *random = &network->random;
    Link *link = memory_new(sizeof *link);
    *link = (Link){.port = {.host = network->host},
                   .network = network,
                   .older = network->links,
                   .owner = owner,
                   .open = true,
                   .width = 1000 * 1000};
    link->latency = random_about(random, network->settings->latency);
    link->capacity = (size_t)random_between(random, CAPACITY_LEAST, CAPACITY_MOST);
    link->slow = network->settings->on[FAULT_slow] && random_once_in(random, 4);
    if (link->slow)
        link->width = random_between(random, 200, 20000);
    network->links = link;
    Knock *knock = memory_new(sizeof *knock);
    knock->link = link;
    knock->person = *person;
    strncpy(knock->credential, credential, sizeof knock->credential - 1);
    strncpy(knock->address, address, sizeof knock->address - 1);
    link->last_up = world_now() + latency(link);
    world_at(link->last_up, arrive_first, knock, 0);
    return link;
}

void *link_owner(const Link *link)
{
    return link->owner;
}

bool link_is_slow(const Link *link)
{
    return link->slow;
}

int64_t link_late_until(const Link *link)
{
    return link->late_until;
}

void link_send(Link *link, const char *text)
{
    Parcel *parcel = memory_new(sizeof *parcel);
    parcel->link = link;
    parcel->text = strdup(text);
    parcel->length = strlen(text);
    int64_t at = world_now() + latency(link);
    link->last_up = at > link->last_up ? at : link->last_up;
    note_late(link, link->last_up);
    world_at(link->last_up, arrive_up, parcel, 0);
}

void link_drop(Link *link, bool silent)
{
    Network *network = link->network;
    link->open = false;
    int64_t at = world_now() + latency(link);
    at = at > link->last_up ? at : link->last_up;
    world_at(silent ? at + random_between(&network->random, 0, NOTICED) : at, end_of_server, link,
             0);
}
