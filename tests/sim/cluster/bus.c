#include "bus.h"

#include <stdlib.h>
#include <string.h>

void bus_init(Bus *bus, Random *random, bool is_bad)
{
    *bus = (Bus){.random = random, .is_bad = is_bad};
    for (int i = 0; i < NODES; i++) {
        bus->clients[i].cut_since = -1;
        bus->clients[i].inbox_end = &bus->clients[i].inbox;
    }
}

static void free_all(Message *message)
{
    while (message) {
        Message *next = message->next;
        free(message);
        message = next;
    }
}

void bus_clear(Bus *bus)
{
    free_all(bus->flying);
    for (int i = 0; i < NODES; i++) {
        free_all(bus->clients[i].held);
        free_all(bus->clients[i].inbox);
    }
}

static void fly(Bus *bus, Message *message)
{
    Message **at = &bus->flying;
    while (*at && (*at)->due <= message->due)
        at = &(*at)->next;
    message->next = *at;
    *at = message;
}

/* Behind what the sender has sent before. */
static void send_off(Bus *bus, Message *message, int64_t now)
{
    BusClient *client = &bus->clients[message->from];
    message->due = now + random_about(bus->random, 1);
    if (message->due < client->last_due)
        message->due = client->last_due;
    client->last_due = message->due;
    if (bus->is_bad && random_once_in(bus->random, 300))
        message->due += random_between(bus->random, 1, 200); /* others overtake it */
    fly(bus, message);
}

void bus_cut(Bus *bus, int node, int64_t now)
{
    if (bus->clients[node].cut_since < 0)
        bus->clients[node].cut_since = now;
}

void bus_mend(Bus *bus, int node, int64_t now)
{
    BusClient *client = &bus->clients[node];
    bool is_late = client->cut_since >= 0 && now - client->cut_since >= BUS_PATIENCE;
    Message *oldest = NULL;
    while (client->held) {
        Message *message = client->held;
        client->held = message->next;
        message->next = oldest;
        oldest = message;
    }
    client->cut_since = -1;
    if (is_late) {
        free_all(oldest);
        return;
    }
    while (oldest) {
        Message *next = oldest->next;
        send_off(bus, oldest, now);
        oldest = next;
    }
}

bool bus_has(const Bus *bus, int node, int64_t now)
{
    const BusClient *client = &bus->clients[node];
    return client->cut_since < 0 || now - client->cut_since < BUS_PATIENCE;
}

static char *find_ear(Bus *bus, int node, const char *subject)
{
    for (int i = 0; i < EARS_MAX; i++)
        if (strcmp(bus->clients[node].ears[i], subject) == 0)
            return bus->clients[node].ears[i];
    return NULL;
}

void bus_listen(Bus *bus, int node, const char *subject)
{
    char *ear = find_ear(bus, node, subject);
    if (!ear && (ear = find_ear(bus, node, "")))
        strcpy(ear, subject);
}

void bus_unlisten(Bus *bus, int node, const char *subject)
{
    char *ear = find_ear(bus, node, subject);
    if (ear)
        *ear = '\0';
}

void bus_forget(Bus *bus, int node)
{
    BusClient *client = &bus->clients[node];
    memset(client->ears, 0, sizeof client->ears);
    free_all(client->inbox);
    client->inbox = NULL;
    client->inbox_end = &client->inbox;
    free_all(client->held);
    client->held = NULL;
}

bool bus_send(Bus *bus, int node, const char *subject, const void *bytes, size_t length,
              int64_t now)
{
    if (!bus_has(bus, node, now))
        return false;
    bus->sent++;
    if (bus->is_bad && random_once_in(bus->random, 300)) {
        bus->lost++;
        return true;
    }
    int copies = bus->is_bad && random_once_in(bus->random, 300) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
        Message *message = malloc(sizeof *message + length);
        *message = (Message){.from = node, .length = length};
        strcpy(message->subject, subject);
        memcpy(message->bytes, bytes, length);
        if (bus->is_bad && length && random_once_in(bus->random, 1000))
            message->bytes[random_below(bus->random, length)] ^= 0x40;
        if (bus->clients[node].cut_since >= 0) {
            message->next = bus->clients[node].held;
            bus->clients[node].held = message;
        } else {
            send_off(bus, message, now);
        }
    }
    return true;
}

static void hear(Bus *bus, int node, const Message *message)
{
    BusClient *client = &bus->clients[node];
    if (client->cut_since >= 0 || !find_ear(bus, node, message->subject))
        return;
    Message *copy = malloc(sizeof *copy + message->length);
    memcpy(copy, message, sizeof *copy + message->length);
    copy->next = NULL;
    *client->inbox_end = copy;
    client->inbox_end = &copy->next;
}

void bus_deliver(Bus *bus, int64_t now)
{
    while (bus->flying && bus->flying->due <= now) {
        Message *message = bus->flying;
        bus->flying = message->next;
        for (int i = 0; i < NODES; i++)
            hear(bus, i, message);
        free(message);
    }
}

Message *bus_next(Bus *bus, int node)
{
    BusClient *client = &bus->clients[node];
    Message *message = client->inbox;
    if (!message)
        return NULL;
    client->inbox = message->next;
    if (!client->inbox)
        client->inbox_end = &client->inbox;
    return message;
}
