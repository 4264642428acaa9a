#include "webhook_commands.h"

#include <string.h>

static bool is_running(AdminCall *call)
{
    if (!call->target.webhooks)
        admin_refuse(call, "The server is not running: only it sends webhooks.");
    return call->target.webhooks != NULL;
}

static bool is_ok(AdminCall *call, WebhooksError error)
{
    if (error != WEBHOOKS_OK)
        admin_refuse(call, webhooks_error_text(error));
    return error == WEBHOOKS_OK;
}

/* ---- lists ---- */

static void row_webhook(AdminCall *call, const StoreWebhook *webhook, size_t waiting,
                        uint64_t left_out)
{
    Text *row = &call->row;
    admin_row(call);
    text_string(row, "id", webhook->id);
    text_string(row, "url", webhook->url);
    text_open(row, "events", '[');
    for (int i = 0; i < WEBHOOK_EVENTS_COUNT; i++)
        if (webhook->events & 1 << i)
            text_string(row, NULL, webhook_event_word((WebhookEvent)i));
    text_close(row, ']');
    text_integer(row, "made", webhook->made);
    text_bool(row, "on", webhook->off_since == 0);
    if (webhook->off_since)
        text_string(row, "reason", webhook->reason);
    if (webhook->failing_since)
        text_integer(row, "failingSince", webhook->failing_since);
    text_integer(row, "waiting", (int64_t)waiting);
    text_integer(row, "leftOut", (int64_t)left_out);
    admin_row_end(call);
}

static void show_webhook(void *context, const StoreWebhook *webhook, size_t waiting,
                         uint64_t left_out)
{
    AdminCall *call = context;
    char events[WEBHOOK_EVENTS_TEXT], since[ADMIN_TIME_MAX];
    if (call->target.json) {
        row_webhook(call, webhook, waiting, left_out);
        return;
    }
    webhook_events_print((uint32_t)webhook->events, events);
    admin_say(call->out, "%s  %s  %s", webhook->id, webhook->off_since ? "off" : "on ",
              webhook->url);
    admin_say(call->out, "          %s; on their way: %zu", events, waiting);
    if (webhook->off_since)
        admin_say(call->out, "          %s", webhook->reason);
    else if (webhook->failing_since) {
        admin_print_time(webhook->failing_since, since);
        admin_say(call->out, "          nothing has arrived since %s", since);
    }
}

void admin_webhooks(AdminCall *call)
{
    if (is_running(call))
        webhooks_each(call->target.webhooks, show_webhook, call);
}

static void row_delivery(AdminCall *call, const StoreDelivery *delivery)
{
    Text *row = &call->row;
    admin_row(call);
    text_string(row, "id", delivery->id);
    text_string(row, "event", delivery->event);
    text_integer(row, "made", delivery->made);
    text_integer(row, "tries", delivery->tries);
    text_integer(row, "status", delivery->status);
    text_string(row, "outcome", delivery->outcome);
    text_bool(row, "over", delivery->next == 0);
    if (delivery->next)
        text_integer(row, "next", delivery->next);
    admin_row_end(call);
}

static void show_delivery(void *context, const StoreDelivery *delivery)
{
    AdminCall *call = context;
    char made[ADMIN_TIME_MAX], next[ADMIN_TIME_MAX];
    if (call->target.json) {
        row_delivery(call, delivery);
        return;
    }
    admin_print_time(delivery->made, made);
    admin_print_time(delivery->next, next);
    admin_say(call->out, "%s  %-16s  tried %dx  %s%s%s", made, delivery->event, delivery->tries,
              delivery->outcome, delivery->next ? "; next try: " : "", delivery->next ? next : "");
}

void admin_webhook_deliveries(AdminCall *call)
{
    if (is_running(call))
        is_ok(call,
              webhooks_each_delivery(call->target.webhooks, call->words[0], show_delivery, call));
}

/* ---- acts ---- */

void admin_webhook_add(AdminCall *call)
{
    uint32_t events;
    const StoreWebhook *made;
    if (!is_running(call))
        return;
    if (!webhook_events_parse(call->count > 1 ? call->words[1] : "all", &events)) {
        admin_refuse(call, "Give all, or some of game.ended, round.began, round.ended, "
                           "tournament.ended, seek.opened, with commas between.");
        return;
    }
    if (!is_ok(call, webhooks_add(call->target.webhooks, call->words[0], events, &made,
                                  &call->result.number)))
        return;
    admin_say(call->out, "Webhook %s has been made.", made->id);
    admin_say(call->out, "Its secret, which is shown only now: %s", made->secret);
    admin_can_undo(call, "webhook-remove %s", made->id);
}

void admin_webhook_remove(AdminCall *call)
{
    if (is_running(call) &&
        is_ok(call, webhooks_remove(call->target.webhooks, call->words[0], &call->result.number)))
        admin_say(call->out, "Webhook %s is no more.", call->words[0]);
}

static void turn(AdminCall *call, bool on)
{
    bool was;
    if (!is_running(call) || !is_ok(call, webhooks_turn(call->target.webhooks, call->words[0], on,
                                                        &was, &call->result.number)))
        return;
    if (was != on)
        admin_can_undo(call, "webhook-%s %s", was ? "on" : "off", call->words[0]);
    admin_say(call->out, "Webhook %s is %s.", call->words[0], on ? "on" : "off");
}

void admin_webhook_on(AdminCall *call)
{
    turn(call, true);
}

void admin_webhook_off(AdminCall *call)
{
    turn(call, false);
}

void admin_webhook_test(AdminCall *call)
{
    if (is_running(call) &&
        is_ok(call, webhooks_test(call->target.webhooks, call->words[0], &call->result.number)))
        admin_say(call->out, "A test is on its way; webhook-deliveries %s shows what comes of it.",
                  call->words[0]);
}
