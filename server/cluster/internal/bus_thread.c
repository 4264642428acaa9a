#include "bus_thread.h"

#include "memory.h"
#include "thread_name.h"
#include "thread_slice.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often it looks whether the connection is closed: libnats's callback for that may come when nobody knows any more
 * whether its context exists. */
enum { LOOK_EVERY = 250, FLUSH_MAX = BUS_CLOSE_MAX / 2 };

typedef struct Order {
    struct Order *next;
    BusOrderKind kind;
    size_t length;
    char subject[BUS_SUBJECT_MAX + 1];
    unsigned char bytes[];
} Order;

/* A subject that is listened to; 'subscription' is NULL while there is no connection. */
typedef struct Listening {
    struct Listening *next;
    natsSubscription *subscription;
    char subject[BUS_SUBJECT_MAX + 1];
} Listening;

struct BusThread {
    NatsLibrary library;
    BusAddress address;
    char *name;
    uv_thread_t id;
    /* Of the thread alone. */
    natsConnection *connection;
    Listening *listening;
    char why[BUS_LINE_MAX]; /* that was told last */
    /* Under the lock. */
    uv_mutex_t lock;
    uv_cond_t ordered, ended;
    int users; /* the loop, the thread, and each subscription that may still call back */
    bool is_ending, has_ended;
    Order *orders, **last_order;
    size_t ordered_bytes;
    BusNews *news, **last_news;
    size_t heard_bytes; /* of the messages in the news */
    uv_async_t *wake;   /* NULL once it is ending */
};

/* ---- its life ---- */

void bus_news_free(const NatsLibrary *library, BusNews *news)
{
    if (news->message)
        library->Msg_Destroy(news->message);
    free(news);
}

static void free_orders(Order *orders)
{
    while (orders) {
        Order *next = orders->next;
        free(orders);
        orders = next;
    }
}

static void release(BusThread *thread)
{
    uv_mutex_lock(&thread->lock);
    bool is_last = --thread->users == 0;
    uv_mutex_unlock(&thread->lock);
    if (!is_last)
        return;
    for (BusNews *news = thread->news, *next; news; news = next) {
        next = news->next;
        bus_news_free(&thread->library, news);
    }
    free_orders(thread->orders);
    uv_cond_destroy(&thread->ordered);
    uv_cond_destroy(&thread->ended);
    uv_mutex_destroy(&thread->lock);
    memory_wipe(&thread->address, sizeof thread->address);
    free(thread->name);
    free(thread);
}

static void retain(BusThread *thread)
{
    uv_mutex_lock(&thread->lock);
    thread->users++;
    uv_mutex_unlock(&thread->lock);
}

/* ---- news ---- */

/* The lock is held. */
static void add_news(BusThread *thread, BusNews *news)
{
    *thread->last_news = news;
    thread->last_news = &news->next;
    uv_async_send(thread->wake);
}

static void tell_state(BusThread *thread, bool is_connected, const char *why)
{
    if (!is_connected && strcmp(thread->why, why) == 0)
        return;
    snprintf(thread->why, sizeof thread->why, "%s", why);
    uv_mutex_lock(&thread->lock);
    if (thread->wake) {
        BusNews *news = memory_new(sizeof *news);
        news->is_connected = is_connected;
        memcpy(news->why, thread->why, sizeof news->why);
        add_news(thread, news);
    }
    uv_mutex_unlock(&thread->lock);
}

/* On a thread of libnats. What is too much is dropped: a bus may lose messages. */
static void on_message(natsConnection *connection, natsSubscription *subscription, natsMsg *message,
                       void *context)
{
    (void)connection, (void)subscription;
    BusThread *thread = context;
    size_t length = (size_t)thread->library.Msg_GetDataLength(message);
    BusNews *news = memory_new(sizeof *news);
    news->message = message;
    uv_mutex_lock(&thread->lock);
    bool is_taken = thread->wake && thread->heard_bytes + length <= BUS_WAITING_MAX;
    if (is_taken) {
        thread->heard_bytes += sizeof *news + length;
        add_news(thread, news);
    }
    uv_mutex_unlock(&thread->lock);
    if (!is_taken)
        bus_news_free(&thread->library, news);
}

/* On a thread of libnats: on_message is not called any more. */
static void on_complete(void *context)
{
    release(context);
}

BusNews *bus_thread_news(BusThread *thread)
{
    uv_mutex_lock(&thread->lock);
    BusNews *news = thread->news;
    thread->news = NULL;
    thread->last_news = &thread->news;
    thread->heard_bytes = 0;
    uv_mutex_unlock(&thread->lock);
    return news;
}

/* ---- orders ---- */

static void subscribe(BusThread *thread, Listening *listening)
{
    const NatsLibrary *nats = &thread->library;
    retain(thread);
    if (nats->Connection_Subscribe(&listening->subscription, thread->connection, listening->subject,
                                   on_message, thread) != NATS_OK)
        release(thread);
    else
        /* Refused when the connection closed meanwhile. Then nobody says when on_message is not called any more, so the
         * thread is never freed. */
        nats->Subscription_SetOnCompleteCB(listening->subscription, on_complete, thread);
}

static void unsubscribe(BusThread *thread, Listening *listening)
{
    if (listening->subscription)
        thread->library.Subscription_Destroy(listening->subscription);
    listening->subscription = NULL;
}

static void listen_to(BusThread *thread, const char *subject)
{
    Listening *listening = memory_new(sizeof *listening);
    memcpy(listening->subject, subject, sizeof listening->subject);
    listening->next = thread->listening;
    thread->listening = listening;
    if (thread->connection)
        subscribe(thread, listening);
}

static void unlisten(BusThread *thread, const char *subject)
{
    Listening **at = &thread->listening;
    while (*at && strcmp((*at)->subject, subject) != 0)
        at = &(*at)->next;
    Listening *found = *at;
    if (!found)
        return;
    *at = found->next;
    unsubscribe(thread, found);
    free(found);
}

static void carry_out(BusThread *thread, const Order *order)
{
    switch (order->kind) {
    case BUS_LISTEN: listen_to(thread, order->subject); break;
    case BUS_UNLISTEN: unlisten(thread, order->subject); break;
    case BUS_SEND:
        if (thread->connection)
            thread->library.Connection_Publish(thread->connection, order->subject, order->bytes,
                                               (int)order->length);
        break;
    }
}

static void carry_out_all(BusThread *thread)
{
    uv_mutex_lock(&thread->lock);
    Order *orders = thread->orders;
    thread->orders = NULL;
    thread->last_order = &thread->orders;
    uv_mutex_unlock(&thread->lock);
    for (Order *order = orders; order; order = order->next) {
        carry_out(thread, order);
        uv_mutex_lock(&thread->lock);
        thread->ordered_bytes -= sizeof *order + order->length;
        uv_mutex_unlock(&thread->lock);
    }
    free_orders(orders);
}

bool bus_thread_order(BusThread *thread, BusOrderKind kind, const char *subject, const void *bytes,
                      size_t length)
{
    Order *order = memory_resize(NULL, 1, sizeof *order + length);
    *order = (Order){.kind = kind, .length = length};
    snprintf(order->subject, sizeof order->subject, "%s", subject);
    if (length)
        memcpy(order->bytes, bytes, length);
    uv_mutex_lock(&thread->lock);
    bool is_taken = kind != BUS_SEND || thread->ordered_bytes + length <= BUS_WAITING_MAX;
    if (is_taken) {
        *thread->last_order = order;
        thread->last_order = &order->next;
        thread->ordered_bytes += sizeof *order + length;
        uv_cond_signal(&thread->ordered);
    }
    uv_mutex_unlock(&thread->lock);
    if (!is_taken)
        free(order);
    return is_taken;
}

/* Until there are orders, or 'ms' have passed. False when it is to end, with nothing ordered any more. */
static bool wait_for_orders(BusThread *thread, int64_t ms)
{
    uv_mutex_lock(&thread->lock);
    if (!thread->orders && !thread->is_ending)
        uv_cond_timedwait(&thread->ordered, &thread->lock, (uint64_t)ms * 1000000);
    bool goes_on = thread->orders || !thread->is_ending;
    uv_mutex_unlock(&thread->lock);
    return goes_on;
}

/* ---- the connection ---- */

static natsStatus set_options(const BusThread *thread, natsOptions *options)
{
    const NatsLibrary *nats = &thread->library;
    const BusAddress *address = &thread->address;
    const char *servers[BUS_SERVERS_MAX];
    for (size_t i = 0; i < address->count; i++)
        servers[i] = address->servers[i];
    natsStatus status = nats->Options_SetServers(options, servers, (int)address->count);
    if (status == NATS_OK && address->has_password)
        status = nats->Options_SetUserInfo(options, address->user, address->password);
    else if (status == NATS_OK && address->has_user)
        status = nats->Options_SetToken(options, address->user);
    if (status == NATS_OK && address->is_tls)
        status = nats->Options_SetSecure(options, true);
    if (status == NATS_OK)
        status = nats->Options_SetAllowReconnect(options, false);
    if (status == NATS_OK)
        status = nats->Options_SetName(options, thread->name);
    if (status == NATS_OK)
        status = nats->Options_SetTimeout(options, BUS_CONNECT_MAX);
    if (status == NATS_OK)
        status = nats->Options_SetWriteDeadline(options, BUS_CONNECT_MAX);
    if (status == NATS_OK)
        status = nats->Options_SetPingInterval(options, BUS_PING_EVERY);
    if (status == NATS_OK)
        status = nats->Options_SetMaxPingsOut(options, 2);
    if (status == NATS_OK)
        status = nats->Options_SetSendAsap(options, true);
    /* One thread for all that is heard, not one for each subject. */
    return status == NATS_OK ? nats->Options_UseGlobalMessageDelivery(options, true) : status;
}

static void disconnect(BusThread *thread)
{
    for (Listening *each = thread->listening; each; each = each->next)
        unsubscribe(thread, each);
    if (thread->connection)
        thread->library.Connection_Destroy(thread->connection);
    thread->connection = NULL;
}

/* Connected once the server has taken what is listened to. */
static bool connect_bus(BusThread *thread)
{
    const NatsLibrary *nats = &thread->library;
    natsOptions *options = NULL;
    natsStatus status = nats->Options_Create(&options);
    if (status == NATS_OK)
        status = set_options(thread, options);
    if (status == NATS_OK)
        status = nats->Connection_Connect(&thread->connection, options);
    nats->Options_Destroy(options);
    const char *why = nats->Status_GetText(status);
    if (status == NATS_OK && nats->Connection_GetMaxPayload(thread->connection) < BUS_MESSAGE_MAX) {
        status = NATS_MAX_PAYLOAD;
        why = "the server's max_payload is less than 512 KB";
    }
    for (Listening *each = thread->listening; each && status == NATS_OK; each = each->next)
        subscribe(thread, each);
    if (status == NATS_OK) {
        status = nats->Connection_FlushTimeout(thread->connection, BUS_CONNECT_MAX);
        why = nats->Status_GetText(status);
    }
    if (status != NATS_OK)
        disconnect(thread);
    tell_state(thread, status == NATS_OK, status == NATS_OK ? "" : why);
    return status == NATS_OK;
}

static void serve(BusThread *thread)
{
    while (wait_for_orders(thread, LOOK_EVERY) &&
           !thread->library.Connection_IsClosed(thread->connection))
        carry_out_all(thread);
    if (thread->library.Connection_IsClosed(thread->connection))
        tell_state(thread, false, "the connection was lost");
    else
        thread->library.Connection_FlushTimeout(thread->connection, FLUSH_MAX);
    disconnect(thread);
}

static void run(void *context)
{
    BusThread *thread = context;
    int64_t again = BUS_AGAIN;
    thread_name_set("bus");
    thread_slice_shorten();
    do {
        if (connect_bus(thread)) {
            again = BUS_AGAIN;
            serve(thread);
        }
        carry_out_all(thread);
        uint64_t begin = uv_hrtime() / 1000000, now = begin;
        while (now < begin + (uint64_t)again &&
               wait_for_orders(thread, (int64_t)(begin + (uint64_t)again - now))) {
            carry_out_all(thread);
            now = uv_hrtime() / 1000000;
        }
        again = 2 * again < BUS_AGAIN_MAX ? 2 * again : BUS_AGAIN_MAX;
    } while (wait_for_orders(thread, 0));
    while (thread->listening)
        unlisten(thread, thread->listening->subject);
    uv_mutex_lock(&thread->lock);
    thread->has_ended = true;
    uv_cond_signal(&thread->ended);
    uv_mutex_unlock(&thread->lock);
    release(thread);
}

BusThread *bus_thread_start(const NatsLibrary *library, const BusAddress *address, const char *name,
                            uv_async_t *wake)
{
    BusThread *thread = memory_new(sizeof *thread);
    thread->library = *library;
    thread->address = *address;
    thread->name = strdup(name);
    thread->wake = wake;
    thread->users = 2;
    thread->last_order = &thread->orders;
    thread->last_news = &thread->news;
    uv_mutex_init(&thread->lock);
    uv_cond_init(&thread->ordered);
    uv_cond_init(&thread->ended);
    if (uv_thread_create(&thread->id, run, thread) == 0)
        return thread;
    thread->users = 1;
    release(thread);
    return NULL;
}

bool bus_thread_end(BusThread *thread)
{
    uint64_t end = uv_hrtime() + (uint64_t)BUS_CLOSE_MAX * 1000000, now;
    uv_mutex_lock(&thread->lock);
    thread->is_ending = true;
    thread->wake = NULL;
    uv_cond_signal(&thread->ordered);
    while (!thread->has_ended && (now = uv_hrtime()) < end)
        uv_cond_timedwait(&thread->ended, &thread->lock, end - now);
    bool has_ended = thread->has_ended;
    uv_mutex_unlock(&thread->lock);
    if (has_ended)
        uv_thread_join(&thread->id);
    else
        pthread_detach(thread->id);
    release(thread);
    return has_ended;
}
