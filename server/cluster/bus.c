#include "bus.h"

#include "bus_thread.h"
#include "hash_table.h"
#include "link_bounds.h"
#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)LINK_MESSAGE_MAX <= (int)BUS_MESSAGE_MAX, "a link's messages fit");

struct Bus {
    BusOptions options; /* without texts */
    NatsLibrary library;
    BusThread *thread;
    uv_async_t wake;
    bool is_connected; /* as was told last */
    HashTable ears;    /* by subject */
};

struct BusEar {
    Bus *bus;
    BusHeard heard;
    void *context;
    char subject[BUS_SUBJECT_MAX + 1];
};

static void hear(Bus *bus, natsMsg *message)
{
    const NatsLibrary *nats = &bus->library;
    const BusEar *ear = hash_table_find(&bus->ears, nats->Msg_GetSubject(message));
    if (ear)
        ear->heard(ear->context, nats->Msg_GetData(message),
                   (size_t)nats->Msg_GetDataLength(message));
}

static void on_wake(uv_async_t *wake)
{
    Bus *bus = wake->data;
    for (BusNews *news = bus_thread_news(bus->thread), *next; news; news = next) {
        next = news->next;
        if (news->message) {
            hear(bus, news->message);
        } else {
            bus->is_connected = news->is_connected;
            bus->options.state(bus->options.context, news->is_connected, news->why);
        }
        bus_news_free(&bus->library, news);
    }
}

Bus *bus_open(const BusOptions *options, char *line)
{
    BusAddress address;
    Bus *bus = memory_new(sizeof *bus);
    SipKey sip;
    const char *problem = NULL;
    if (!bus_address_parse(options->address, &address))
        problem = "--bus: this is no address of a bus";
    else if (!nats_library_open(&bus->library))
        problem = "--bus needs the client library of NATS: install libnats3.4";
    else if (uv_async_init(options->loop, &bus->wake, on_wake) != 0)
        problem = "--bus: there is nothing left to wake the loop with";
    if (problem) {
        snprintf(line, BUS_LINE_MAX, "%s", problem);
        free(bus);
        return NULL;
    }
    bus->wake.data = bus;
    bus->options = *options;
    bus->options.address = bus->options.name = NULL;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    hash_table_init(&bus->ears, offsetof(BusEar, subject), &sip);
    bus->thread = bus_thread_start(&bus->library, &address, options->name, &bus->wake);
    memory_wipe(&address, sizeof address);
    if (bus->thread)
        return bus;
    snprintf(line, BUS_LINE_MAX, "--bus: there can be no more threads");
    bus_close(bus);
    return NULL;
}

static void on_closed(uv_handle_t *wake)
{
    free(wake->data);
}

bool bus_close(Bus *bus)
{
    if (!bus)
        return true;
    bool has_ended = !bus->thread || bus_thread_end(bus->thread);
    size_t at = 0;
    for (BusEar *ear; (ear = hash_table_next(&bus->ears, &at));)
        free(ear);
    hash_table_clear(&bus->ears);
    uv_close((uv_handle_t *)&bus->wake, on_closed);
    return has_ended;
}

bool bus_is_connected(const Bus *bus)
{
    return bus->is_connected;
}

BusEar *bus_listen(Bus *bus, const char *subject, BusHeard heard, void *context)
{
    assert(strlen(subject) <= BUS_SUBJECT_MAX && !hash_table_find(&bus->ears, subject));
    BusEar *ear = memory_new(sizeof *ear);
    *ear = (BusEar){.bus = bus, .heard = heard, .context = context};
    snprintf(ear->subject, sizeof ear->subject, "%s", subject);
    hash_table_put(&bus->ears, ear);
    bus_thread_order(bus->thread, BUS_LISTEN, subject, NULL, 0);
    return ear;
}

void bus_unlisten(BusEar *ear)
{
    if (!ear)
        return;
    hash_table_remove(&ear->bus->ears, ear);
    bus_thread_order(ear->bus->thread, BUS_UNLISTEN, ear->subject, NULL, 0);
    free(ear);
}

bool bus_send(Bus *bus, const char *subject, const void *bytes, size_t length)
{
    assert(strlen(subject) <= BUS_SUBJECT_MAX);
    return bus->is_connected && length <= BUS_MESSAGE_MAX &&
           bus_thread_order(bus->thread, BUS_SEND, subject, bytes, length);
}
