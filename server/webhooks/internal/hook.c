#include "hook.h"

#include "array.h"
#include "base62.h"
#include "log.h"
#include "memory.h"
#include "wall_clock.h"
#include "webhook_retry.h"
#include "webhook_signature.h"

#include <sodium.h>

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_LETTERS = 22, AGAIN = 1000, GONE = 410, ANSWER_MAX = 64 * 1024 };

Hook *hook_new(Webhooks *webhooks, const StoreWebhook *stored)
{
    Hook *hook = memory_new(sizeof *hook);
    hook->owner = webhooks;
    hook->stored = *stored;
    return hook;
}

void hook_free(Hook *hook)
{
    for (size_t i = 0; i < hook->count; i++)
        free(hook->deliveries[i]);
    free(hook->deliveries);
    memory_wipe(hook, sizeof *hook);
    free(hook);
}

static Delivery *add(Hook *hook, const StoreDelivery *stored)
{
    Delivery *delivery = memory_new(sizeof *delivery);
    delivery->stored = *stored;
    hook->deliveries =
        array_reserve(hook->deliveries, &hook->size, hook->count + 1, sizeof *hook->deliveries);
    hook->deliveries[hook->count++] = delivery;
    return delivery;
}

void hook_take(Hook *hook, const StoreDelivery *stored)
{
    add(hook, stored);
}

static bool is_on_its_way(const Delivery *delivery)
{
    return delivery->stored.next != 0;
}

size_t hook_waiting(const Hook *hook)
{
    size_t waiting = 0;
    for (size_t i = 0; i < hook->count; i++)
        waiting += is_on_its_way(hook->deliveries[i]);
    return waiting;
}

/* ---- the store ---- */

static void put_hook(const Hook *hook)
{
    store_put_webhook(hook->owner->options.store, &hook->stored);
}

static void put(const Hook *hook, const Delivery *delivery)
{
    store_put_delivery(hook->owner->options.store, &delivery->stored);
}

/* Of those that are over, the oldest go. */
static void forget_oldest(Hook *hook)
{
    size_t kept = hook->count - hook_waiting(hook), left = 0;
    for (size_t i = 0; i < hook->count; i++) {
        Delivery *delivery = hook->deliveries[i];
        if (is_on_its_way(delivery) || kept <= WEBHOOK_KEPT_MAX) {
            hook->deliveries[left++] = delivery;
            continue;
        }
        kept--;
        store_delete_delivery(hook->owner->options.store, delivery->stored.id);
        free(delivery);
    }
    hook->count = left;
}

static void finish(const Hook *hook, Delivery *delivery)
{
    delivery->stored.next = 0;
    delivery->stored.body[0] = '\0';
    put(hook, delivery);
}

uint64_t hook_queue(Hook *hook, WebhookEvent event, const Text *body)
{
    StoreDelivery stored = {.made = wall_clock()};
    assert(body->length <= STORE_DELIVERY_MAX);
    if (hook_waiting(hook) >= WEBHOOK_WAITING_MAX) {
        if (hook->left_out++ == 0)
            log_warning("webhook %s: %d deliveries wait already; events are left out",
                        hook->stored.id, (int)WEBHOOK_WAITING_MAX);
        return 0;
    }
    strcpy(stored.id, "msg_");
    base62_draw(stored.id + strlen(stored.id), ID_LETTERS);
    memcpy(stored.webhook, hook->stored.id, sizeof stored.webhook);
    snprintf(stored.event, sizeof stored.event, "%s", webhook_event_word(event));
    memcpy(stored.body, body->bytes, body->length);
    stored.next = stored.made;
    Delivery *delivery = add(hook, &stored);
    delivery->number = store_put_delivery(hook->owner->options.store, &stored);
    hook->owner->newest = delivery->number;
    hook->owner->wake(hook->owner);
    return delivery->number;
}

void hook_cancel(Hook *hook)
{
    if (hook->request)
        outbound_cancel(hook->owner->options.outbound, hook->request);
    hook->request = 0;
    hook->sent = NULL;
}

void hook_drop(Hook *hook, const char *outcome)
{
    hook_cancel(hook);
    for (size_t i = 0; i < hook->count; i++) {
        Delivery *delivery = hook->deliveries[i];
        if (!is_on_its_way(delivery))
            continue;
        snprintf(delivery->stored.outcome, sizeof delivery->stored.outcome, "%s", outcome);
        finish(hook, delivery);
    }
    forget_oldest(hook);
}

/* ---- what came of a try ---- */

static void turn_off(Hook *hook, const char *reason)
{
    hook->stored.off_since = wall_clock();
    snprintf(hook->stored.reason, sizeof hook->stored.reason, "%s", reason);
    log_warning("webhook %s is turned off: %s; castled admin webhook-on %s turns it on again",
                hook->stored.id, reason, hook->stored.id);
    hook_drop(hook, "the webhook was turned off");
    put_hook(hook);
}

static void arrived(Hook *hook, Delivery *delivery)
{
    finish(hook, delivery);
    if (hook->stored.failing_since) {
        hook->stored.failing_since = 0;
        put_hook(hook);
    }
    forget_oldest(hook);
}

static void failed(Hook *hook, Delivery *delivery, int64_t retry_after)
{
    char reason[STORE_WORDS_MAX + 1];
    StoreDelivery *stored = &delivery->stored;
    int64_t wait = webhook_wait(stored->tries, randombytes_random());
    if (!hook->stored.failing_since) {
        hook->stored.failing_since = stored->tried;
        put_hook(hook);
    }
    if (stored->status == GONE) {
        turn_off(hook, "it answered 410 Gone");
        return;
    }
    if (wait >= 0) {
        stored->next = stored->tried + (wait > retry_after ? wait : retry_after);
        put(hook, delivery);
        return;
    }
    finish(hook, delivery);
    snprintf(reason, sizeof reason, "nothing has arrived for more than a day: %s", stored->outcome);
    if (stored->tried - hook->stored.failing_since >= WEBHOOK_FAILING_MAX)
        turn_off(hook, reason);
    forget_oldest(hook);
}

static void on_answer(void *context, const OutboundAnswer *answer)
{
    Hook *hook = context;
    Delivery *delivery = hook->sent;
    StoreDelivery *stored = &delivery->stored;
    hook->request = 0;
    hook->sent = NULL;
    stored->tries++;
    stored->tried = wall_clock();
    stored->status = answer->status;
    if (answer->result == OUTBOUND_OK)
        snprintf(stored->outcome, sizeof stored->outcome, "it answered %d", answer->status);
    else
        snprintf(stored->outcome, sizeof stored->outcome, "%.100s", answer->words);
    log_debug("webhook %s: %s %s: %s", hook->stored.id, stored->event, stored->id, stored->outcome);
    bool has_arrived = answer->status >= 200 && answer->status < 300;
    hook->owner->options.metrics->webhook_total += has_arrived;
    hook->owner->options.metrics->webhook_failures_total += !has_arrived;
    if (has_arrived)
        arrived(hook, delivery);
    else
        failed(hook, delivery, webhook_retry_after(outbound_header(answer, "Retry-After")));
    hook->owner->wake(hook->owner);
}

/* ---- sending ---- */

static void send_delivery(Hook *hook, Delivery *delivery, int64_t now)
{
    char id[64], timestamp[64], signature[WEBHOOK_SIGNATURE_SIZE + 32];
    char sum[WEBHOOK_SIGNATURE_SIZE] = "";
    const StoreDelivery *stored = &delivery->stored;
    size_t length = strlen(stored->body);
    int64_t seconds = now / 1000;
    webhook_sign(hook->stored.secret, stored->id, seconds, stored->body, length, sum);
    snprintf(id, sizeof id, "webhook-id: %s", stored->id);
    snprintf(timestamp, sizeof timestamp, "webhook-timestamp: %" PRId64, seconds);
    snprintf(signature, sizeof signature, "webhook-signature: %s", sum);
    const char *headers[] = {"Content-Type: application/json", id, timestamp, signature, NULL};
    hook->sent = delivery;
    hook->request = outbound_ask(hook->owner->options.outbound,
                                 &(OutboundRequest){.method = OUTBOUND_POST,
                                                    .url = hook->stored.url,
                                                    .headers = headers,
                                                    .body = stored->body,
                                                    .body_length = length,
                                                    .answer_max = ANSWER_MAX,
                                                    .time_max = WEBHOOK_TIME_MAX},
                                 on_answer, hook);
    if (!hook->request)
        hook->sent = NULL;
}

/* Of those that may be sent, the one that is due first. */
static Delivery *find_next(const Hook *hook)
{
    Delivery *next = NULL;
    for (size_t i = 0; i < hook->count; i++) {
        Delivery *delivery = hook->deliveries[i];
        if (is_on_its_way(delivery) && delivery->number <= hook->owner->committed &&
            (!next || delivery->stored.next < next->stored.next))
            next = delivery;
    }
    return next;
}

int64_t hook_look(Hook *hook, int64_t now)
{
    Delivery *next = hook->request || hook->stored.off_since ? NULL : find_next(hook);
    if (!next)
        return INT64_MAX;
    if (next->stored.next > now)
        return next->stored.next;
    send_delivery(hook, next, now);
    return hook->request ? INT64_MAX : now + AGAIN;
}
