/* webhook_options.h - what webhooks work with, and how many of what there may be (webhooks.h). */
#pragma once

#include "core.h"
#include "outbound.h"

typedef struct Webhooks Webhooks;

enum {
    WEBHOOKS_MAX = 16,
    WEBHOOK_WAITING_MAX =
        500,               /* deliveries of one that are on their way; later events are left out */
    WEBHOOK_KEPT_MAX = 25, /* that are over, for the list of the last ones */
    WEBHOOK_TIME_MAX = 15000, /* ms for an answer */
    WEBHOOK_FAILING_MAX =
        24 * 60 * 60 * 1000, /* ms after which one that has given up is turned off */
};

typedef struct {
    uv_loop_t *loop;
    Store *store;
    Core *core;
    Outbound *outbound;
    Metrics *metrics; /* webhook_total, webhook_failures_total */
    const char *base; /* what links to this server begin with, "" when it is not known */
} WebhooksOptions;
