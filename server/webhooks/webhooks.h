/* webhooks.h - other programs are told of what happens here: requests to addresses that operators have set up, signed as
 * Standard Webhooks (standardwebhooks.com) has it.
 *
 * An event is put into the store in the same batch as what it tells of, and sent when that is durable; it is tried again over two
 * days until the other side has answered 2xx. So each arrives at least once, also after a restart, and now and then twice: the
 * header webhook-id is the same then. Nothing here is waited for by a game. A webhook with which nothing arrives for
 * WEBHOOK_FAILING_MAX is turned off, and says why. The secret is shown once.
 *
 * One thread: that of the loop. */
#pragma once

#include "webhook_event.h"
#include "webhook_options.h"

Webhooks *webhooks_new(const WebhooksOptions *options);
/* On false 'line' (STORE_LINE_MAX bytes) says why. */
bool webhooks_load(Webhooks *webhooks, char *line);
/* Sends nothing any more. Run the loop once more, then webhooks_free. */
void webhooks_close(Webhooks *webhooks);
void webhooks_free(Webhooks *webhooks);
/* Every batch of the store up to 'number' is durable. */
void webhooks_committed(Webhooks *webhooks, uint64_t number);

/* ---- for operators; *number is the batch with which it is durable ---- */

typedef enum {
    WEBHOOKS_OK,
    WEBHOOKS_BAD_URL,
    WEBHOOKS_FULL,      /* there are WEBHOOKS_MAX */
    WEBHOOKS_NOT_FOUND, /* no webhook has that id */
    WEBHOOKS_BUSY,      /* WEBHOOK_WAITING_MAX deliveries wait already */
    WEBHOOKS_IS_OFF,
} WebhooksError;
const char *webhooks_error_text(WebhooksError error);

/* *made is lent until the next call. */
WebhooksError webhooks_add(Webhooks *webhooks, const char *url, uint32_t events,
                           const StoreWebhook **made, uint64_t *number);
WebhooksError webhooks_remove(Webhooks *webhooks, const char *id, uint64_t *number);
/* What is on its way is given up when it is turned off; 'was' says whether it was on. */
WebhooksError webhooks_turn(Webhooks *webhooks, const char *id, bool on, bool *was,
                            uint64_t *number);
/* Sends it an event webhook.test, whatever it listens to. */
WebhooksError webhooks_test(Webhooks *webhooks, const char *id, uint64_t *number);

/* Lent for the call; nothing may be changed meanwhile. */
typedef void (*WebhookShow)(void *context, const StoreWebhook *webhook, size_t waiting,
                            uint64_t left_out);
void webhooks_each(const Webhooks *webhooks, WebhookShow show, void *context);
/* How many deliveries are on their way, of all. */
size_t webhooks_waiting(const Webhooks *webhooks);
/* Those that are over and on their way, the newest first. */
typedef void (*DeliveryShow)(void *context, const StoreDelivery *delivery);
WebhooksError webhooks_each_delivery(const Webhooks *webhooks, const char *id, DeliveryShow show,
                                     void *context);
