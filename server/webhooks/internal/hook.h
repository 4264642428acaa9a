/* hook.h - one webhook with its deliveries, and the part's own struct. */
#pragma once

#include "webhook_event.h"
#include "webhook_options.h"

/* A delivery that is on its way or over. */
typedef struct {
    StoreDelivery stored;
    uint64_t number; /* of the batch with what it tells of; 0: it was there at the start */
} Delivery;

typedef struct {
    Webhooks *owner;
    StoreWebhook stored;
    Delivery **deliveries; /* in the order in which they were made */
    size_t count, size;
    uint64_t request; /* outbound's, under way; 0: none */
    Delivery *sent;   /* by it */
    uint64_t left_out;
} Hook;

struct Webhooks {
    WebhooksOptions options;
    Hook *hooks[WEBHOOKS_MAX];
    size_t count;
    uint64_t committed, newest; /* batches: the last durable one, and of the newest delivery */
    void (*wake)(Webhooks *webhooks); /* something may be due */
    uv_timer_t timer;
    bool is_closed;
    Text text;
};

Hook *hook_new(Webhooks *webhooks, const StoreWebhook *stored);
void hook_free(Hook *hook);
/* One that was stored. */
void hook_take(Hook *hook, const StoreDelivery *stored);
/* How many deliveries are on their way. */
size_t hook_waiting(const Hook *hook);
/* Puts a delivery of what was printed into the store and the queue; 0 when the queue is full, else the batch's number. */
uint64_t hook_queue(Hook *hook, WebhookEvent event, const Text *body);
/* Gives up what is on its way; 'outcome' says why. */
void hook_drop(Hook *hook, const char *outcome);
/* Cancels the request that is under way: it will be made again. */
void hook_cancel(Hook *hook);
/* Sends what is due; then when the next one is, INT64_MAX for never. */
int64_t hook_look(Hook *hook, int64_t now);
