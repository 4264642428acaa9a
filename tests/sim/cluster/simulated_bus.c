#include "simulated_bus.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUSES_MAX = 3, ODD_ONCE_IN = 300, LATE_MOST = 200 * 1000 };

typedef struct Message Message;
struct Message {
    Message *next;
    char subject[96];
    size_t length;
    unsigned char bytes[];
};

struct BusEar {
    Bus *bus;
    BusEar *next;
    char subject[96];
    BusHeard heard;
    void *context;
};

struct Bus {
    BusOptions options;
    bool is_open, is_cut, is_connected, was_connected;
    uint64_t cuts; /* counts them */
    int64_t last_due;
    BusEar *ears;
    Message *inbox, **inbox_end; /* what has come */
    Message *held, **held_end;   /* what was sent during a cut */
};

static struct {
    Random random;
    int64_t travel;
    void (*woken)(uv_loop_t *loop);
    bool is_bad;
    Bus buses[BUSES_MAX];
} all;

void buses_begin(uint64_t seed, int64_t travel, void (*woken)(uv_loop_t *loop))
{
    memset(&all, 0, sizeof all);
    all.random = random_stream(seed, 21);
    all.travel = travel;
    all.woken = woken;
}

void buses_set_bad(bool is_bad)
{
    all.is_bad = is_bad;
}

static void free_all(Message **list)
{
    Message *message;
    while ((message = *list)) {
        *list = message->next;
        free(message);
    }
}

void buses_end(void)
{
    for (int i = 0; i < BUSES_MAX; i++)
        if (all.buses[i].is_open)
            bus_close(&all.buses[i]);
}

/* ---- connections ---- */

Bus *bus_open(const BusOptions *options, char *line)
{
    Bus *bus = all.buses;
    line[0] = '\0';
    while (bus->is_open)
        bus++;
    *bus = (Bus){.options = *options, .is_open = true, .is_connected = true};
    bus->inbox_end = &bus->inbox;
    bus->held_end = &bus->held;
    all.woken(options->loop);
    return bus;
}

bool bus_close(Bus *bus)
{
    while (bus && bus->ears)
        bus_unlisten(bus->ears);
    if (!bus)
        return true;
    free_all(&bus->inbox);
    free_all(&bus->held);
    bus->is_open = false;
    return true;
}

bool bus_is_connected(const Bus *bus)
{
    return bus->was_connected;
}

BusEar *bus_listen(Bus *bus, const char *subject, BusHeard heard, void *context)
{
    BusEar *ear = memory_new(sizeof *ear);
    *ear = (BusEar){.bus = bus, .next = bus->ears, .heard = heard, .context = context};
    snprintf(ear->subject, sizeof ear->subject, "%s", subject);
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

static BusEar *find_ear(const Bus *bus, const char *subject)
{
    BusEar *ear = bus->ears;
    while (ear && strcmp(ear->subject, subject) != 0)
        ear = ear->next;
    return ear;
}

/* ---- on their way ---- */

static void put(Message ***end, const Message *message)
{
    Message *copy = memory_new(sizeof *copy + message->length);
    memcpy(copy, message, sizeof *copy + message->length);
    copy->next = NULL;
    **end = copy;
    *end = &copy->next;
}

static void arrive(void *context, uint64_t number)
{
    Message *message = context;
    (void)number;
    for (int i = 0; i < BUSES_MAX; i++) {
        Bus *bus = &all.buses[i];
        if (!bus->is_open || bus->is_cut || !find_ear(bus, message->subject))
            continue;
        put(&bus->inbox_end, message);
        all.woken(bus->options.loop);
    }
    free(message);
}

/* Behind what the sender has sent before. */
static void fly(Bus *bus, Message *message)
{
    int64_t due = world_now() + random_about(&all.random, all.travel);
    bus->last_due = due > bus->last_due ? due : bus->last_due;
    due = bus->last_due;
    if (all.is_bad && random_once_in(&all.random, ODD_ONCE_IN))
        due += random_between(&all.random, 0, LATE_MOST); /* others overtake it */
    world_at(due, arrive, message, 0);
}

bool bus_send(Bus *bus, const char *subject, const void *bytes, size_t length)
{
    if (!bus->is_connected)
        return false;
    if (all.is_bad && random_once_in(&all.random, ODD_ONCE_IN))
        return true; /* it is lost */
    int copies = all.is_bad && random_once_in(&all.random, ODD_ONCE_IN) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
        Message *message = memory_new(sizeof *message + length);
        message->length = length;
        snprintf(message->subject, sizeof message->subject, "%s", subject);
        memcpy(message->bytes, bytes, length);
        if (all.is_bad && length && random_once_in(&all.random, ODD_ONCE_IN))
            message->bytes[random_below(&all.random, length)] ^= 0x40;
        if (bus->is_cut) {
            *bus->held_end = message;
            bus->held_end = &message->next;
        } else {
            fly(bus, message);
        }
    }
    return true;
}

/* ---- what happens to it ---- */

static void notice(void *context, uint64_t number)
{
    Bus *bus = context;
    if (!bus->is_open || !bus->is_cut || bus->cuts != number)
        return;
    bus->is_connected = false;
    free_all(&bus->held);
    bus->held_end = &bus->held;
    all.woken(bus->options.loop);
}

void bus_cut(Bus *bus, bool is_cut)
{
    if (is_cut == bus->is_cut)
        return;
    bus->is_cut = is_cut;
    bus->cuts++;
    if (is_cut) {
        world_at(world_now() + BUS_PATIENCE, notice, bus, bus->cuts);
        return;
    }
    bus->is_connected = true;
    for (Message *message; (message = bus->held);) {
        bus->held = message->next;
        message->next = NULL;
        fly(bus, message);
    }
    bus->held_end = &bus->held;
    all.woken(bus->options.loop);
}

void bus_silence(Bus *bus)
{
    bus->is_connected = false;
}

void bus_turn(Bus *bus)
{
    Message *message;
    if (bus->is_connected != bus->was_connected) {
        bus->was_connected = bus->is_connected;
        bus->options.state(bus->options.context, bus->is_connected, "");
    }
    while ((message = bus->inbox)) {
        bus->inbox = message->next;
        if (!bus->inbox)
            bus->inbox_end = &bus->inbox;
        const BusEar *ear = find_ear(bus, message->subject);
        if (ear)
            ear->heard(ear->context, message->bytes, message->length);
        free(message);
    }
}
