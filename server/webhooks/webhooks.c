#include "webhooks.h"

#include "base62.h"
#include "hook.h"
#include "memory.h"
#include "wall_clock.h"
#include "webhook_signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_MOST = 60 * 60 * 1000 /* ms: the wall clock may be set meanwhile */ };

/* ---- the timer ---- */

static void on_timer(uv_timer_t *timer);

static void wake_in(Webhooks *webhooks, int64_t wait)
{
    if (!webhooks->is_closed)
        uv_timer_start(&webhooks->timer, on_timer, (uint64_t)(wait < WAIT_MOST ? wait : WAIT_MOST),
                       0);
}

static void on_timer(uv_timer_t *timer)
{
    Webhooks *webhooks = timer->data;
    int64_t at = INT64_MAX, now = wall_clock();
    for (size_t i = 0; i < webhooks->count; i++) {
        int64_t next = hook_look(webhooks->hooks[i], now);
        at = next < at ? next : at;
    }
    if (at != INT64_MAX)
        wake_in(webhooks, at > now ? at - now : 0);
}

static void wake(Webhooks *webhooks)
{
    wake_in(webhooks, 0);
}

void webhooks_committed(Webhooks *webhooks, uint64_t number)
{
    bool has_waiting = webhooks->newest > webhooks->committed;
    webhooks->committed = number;
    if (has_waiting)
        wake(webhooks);
}

/* ---- what happens ---- */

static bool is_wanted(const Hook *hook, WebhookEvent event)
{
    return !hook->stored.off_since && hook->stored.events & 1 << event;
}

static bool is_any_wanted(const Webhooks *webhooks, WebhookEvent event)
{
    for (size_t i = 0; i < webhooks->count; i++)
        if (is_wanted(webhooks->hooks[i], event))
            return true;
    return false;
}

/* What was printed goes to all that listen to the event. */
static void queue(const Webhooks *webhooks, WebhookEvent event)
{
    for (size_t i = 0; i < webhooks->count; i++)
        if (is_wanted(webhooks->hooks[i], event))
            hook_queue(webhooks->hooks[i], event, &webhooks->text);
}

static void on_game(void *context, const GameNews *news)
{
    Webhooks *webhooks = context;
    if (news->status == STATUS_STARTED || !is_any_wanted(webhooks, WEBHOOK_GAME_ENDED))
        return;
    webhook_print_game(&webhooks->text, webhooks->options.base, wall_clock(), news);
    queue(webhooks, WEBHOOK_GAME_ENDED);
}

static void on_seek(void *context, const Seek *seek)
{
    Webhooks *webhooks = context;
    if (!is_any_wanted(webhooks, WEBHOOK_SEEK_OPENED))
        return;
    webhook_print_seek(&webhooks->text, wall_clock(), seek);
    queue(webhooks, WEBHOOK_SEEK_OPENED);
}

static void on_tournament(void *context, const TournamentNews *news)
{
    Webhooks *webhooks = context;
    WebhookEvent event = webhook_event_of(news->change);
    if (!is_any_wanted(webhooks, event))
        return;
    webhook_print_tournament(&webhooks->text, webhooks->options.base, wall_clock(), news);
    queue(webhooks, event);
}

/* ---- opening and closing ---- */

Webhooks *webhooks_new(const WebhooksOptions *options)
{
    Webhooks *webhooks = memory_new(sizeof *webhooks);
    webhooks->options = *options;
    webhooks->wake = wake;
    text_init(&webhooks->text);
    uv_timer_init(options->loop, &webhooks->timer);
    webhooks->timer.data = webhooks;
    core_on_news(options->core, &(CoreNews){.context = webhooks,
                                            .game = on_game,
                                            .seek = on_seek,
                                            .tournament = on_tournament});
    return webhooks;
}

static void load_hook(void *context, const StoreWebhook *stored)
{
    Webhooks *webhooks = context;
    if (webhooks->count < WEBHOOKS_MAX)
        webhooks->hooks[webhooks->count++] = hook_new(webhooks, stored);
}

static Hook *find(const Webhooks *webhooks, const char *id)
{
    for (size_t i = 0; i < webhooks->count; i++)
        if (strcmp(webhooks->hooks[i]->stored.id, id) == 0)
            return webhooks->hooks[i];
    return NULL;
}

static void load_delivery(void *context, const StoreDelivery *stored)
{
    const Webhooks *webhooks = context;
    Hook *hook = find(webhooks, stored->webhook);
    if (hook)
        hook_take(hook, stored);
}

bool webhooks_load(Webhooks *webhooks, char *line)
{
    if (store_load_webhooks(webhooks->options.store, load_hook, load_delivery, webhooks, line) !=
        STORE_OK)
        return false;
    if (webhooks->count)
        wake(webhooks);
    return true;
}

void webhooks_close(Webhooks *webhooks)
{
    for (size_t i = 0; i < webhooks->count; i++)
        hook_cancel(webhooks->hooks[i]);
    webhooks->is_closed = true;
    uv_close((uv_handle_t *)&webhooks->timer, NULL);
}

void webhooks_free(Webhooks *webhooks)
{
    for (size_t i = 0; i < webhooks->count; i++)
        hook_free(webhooks->hooks[i]);
    text_clear(&webhooks->text);
    free(webhooks);
}

/* ---- for operators ---- */

const char *webhooks_error_text(WebhooksError error)
{
    switch (error) {
    case WEBHOOKS_OK: return "";
    case WEBHOOKS_BAD_URL:
        return "Give a URL of http or https in ASCII, of at most 500 characters.";
    case WEBHOOKS_FULL: return "There are 16 webhooks already: remove one first.";
    case WEBHOOKS_NOT_FOUND: return "No webhook has that id.";
    case WEBHOOKS_BUSY: return "Too many deliveries are on their way to it already.";
    case WEBHOOKS_IS_OFF: return "It is off: turn it on first.";
    }
    return "";
}

static bool is_good_url(const char *url)
{
    size_t length = strlen(url);
    for (size_t i = 0; i < length; i++)
        if (url[i] < '!' || url[i] > '~')
            return false;
    return length <= STORE_URL_MAX && outbound_url_is_good(url, length);
}

WebhooksError webhooks_add(Webhooks *webhooks, const char *url, uint32_t events,
                           const StoreWebhook **made, uint64_t *number)
{
    _Static_assert((int)WEBHOOK_SECRET_SIZE <= (int)STORE_WEBHOOK_SECRET_MAX + 1, "it fits");
    StoreWebhook stored = {.events = (int32_t)events, .made = wall_clock()};
    if (!is_good_url(url))
        return WEBHOOKS_BAD_URL;
    if (webhooks->count == WEBHOOKS_MAX)
        return WEBHOOKS_FULL;
    base62_draw(stored.id, STORE_WEBHOOK_ID);
    snprintf(stored.url, sizeof stored.url, "%s", url);
    webhook_secret_draw(stored.secret);
    *number = store_put_webhook(webhooks->options.store, &stored);
    webhooks->hooks[webhooks->count] = hook_new(webhooks, &stored);
    *made = &webhooks->hooks[webhooks->count++]->stored;
    memory_wipe(&stored, sizeof stored);
    return WEBHOOKS_OK;
}

WebhooksError webhooks_remove(Webhooks *webhooks, const char *id, uint64_t *number)
{
    Hook *hook = find(webhooks, id);
    if (!hook)
        return WEBHOOKS_NOT_FOUND;
    hook_cancel(hook);
    *number = store_delete_webhook(webhooks->options.store, hook->stored.id);
    size_t at = 0;
    while (webhooks->hooks[at] != hook)
        at++;
    webhooks->count--;
    memmove(&webhooks->hooks[at], &webhooks->hooks[at + 1],
            (webhooks->count - at) * sizeof *webhooks->hooks);
    hook_free(hook);
    return WEBHOOKS_OK;
}

WebhooksError webhooks_turn(Webhooks *webhooks, const char *id, bool on, bool *was,
                            uint64_t *number)
{
    Hook *hook = find(webhooks, id);
    if (!hook)
        return WEBHOOKS_NOT_FOUND;
    *was = hook->stored.off_since == 0;
    if (!on)
        hook_drop(hook, "the webhook was turned off");
    hook->stored.off_since = on ? 0 : wall_clock();
    hook->stored.failing_since = 0;
    snprintf(hook->stored.reason, sizeof hook->stored.reason, "%s",
             on ? "" : "an operator has turned it off");
    *number = store_put_webhook(webhooks->options.store, &hook->stored);
    return WEBHOOKS_OK;
}

WebhooksError webhooks_test(Webhooks *webhooks, const char *id, uint64_t *number)
{
    Hook *hook = find(webhooks, id);
    if (!hook)
        return WEBHOOKS_NOT_FOUND;
    if (hook->stored.off_since)
        return WEBHOOKS_IS_OFF;
    webhook_print_test(&webhooks->text, wall_clock(), hook->stored.id);
    *number = hook_queue(hook, WEBHOOK_TEST, &webhooks->text);
    return *number ? WEBHOOKS_OK : WEBHOOKS_BUSY;
}

void webhooks_each(const Webhooks *webhooks, WebhookShow show, void *context)
{
    for (size_t i = 0; i < webhooks->count; i++) {
        const Hook *hook = webhooks->hooks[i];
        show(context, &hook->stored, hook_waiting(hook), hook->left_out);
    }
}

size_t webhooks_waiting(const Webhooks *webhooks)
{
    size_t waiting = 0;
    for (size_t i = 0; i < webhooks->count; i++)
        waiting += hook_waiting(webhooks->hooks[i]);
    return waiting;
}

WebhooksError webhooks_each_delivery(const Webhooks *webhooks, const char *id, DeliveryShow show,
                                     void *context)
{
    const Hook *hook = find(webhooks, id);
    if (!hook)
        return WEBHOOKS_NOT_FOUND;
    for (size_t i = hook->count; i-- > 0;)
        show(context, &hook->deliveries[i]->stored);
    return WEBHOOKS_OK;
}
