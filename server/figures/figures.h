/* figures.h - the server's state in numbers: gauges for the metrics, and all of it as a stream of events for operators who
 * look at it. While nobody looks, nothing is measured and no timer runs.
 *
 * figures_close, then run the loop, then figures_free. */
#pragma once

#include "accounts.h"
#include "backups.h"
#include "core.h"
#include "mail.h"
#include "metrics.h"
#include "net.h"
#include "push.h"
#include "webhooks.h"

typedef struct Figures Figures;

enum {
    FIGURES_EVERY = 3000,     /* ms between two events */
    FIGURES_WATCHERS_MAX = 16 /* streams at once */
};

typedef struct {
    uv_loop_t *loop;
    const Store *store;
    Accounts *accounts;
    Core *core;
    Net *net;
    const Webhooks *webhooks;
    const Push *push;
    const Mail *mail;
    Metrics *metrics;
    Backups *const *backups; /* where they are, once they are open; NULL there: no schedule */
    const char *directory;   /* of the database; copied */
    /* Fills in what the parts above do not know; NULL: there is no such thing. */
    void (*count)(void *context, MetricsNow *now);
    void *context;
} FiguresOptions;

Figures *figures_new(const FiguresOptions *options);
void figures_close(Figures *figures);
void figures_free(Figures *figures);

/* Fills in all gauges but heap_bytes, which takes long and which only /metrics has, and the counters that others keep. */
void figures_count(const Figures *figures, MetricsNow *now);
/* Answers with a stream of events (Server-Sent Events, HTML 9.2), the first at once. It ends when the session with that key
 * does, or when its account is no operator's any more. False, and no answer, when there are FIGURES_WATCHERS_MAX. */
bool figures_watch(Figures *figures, ExchangeId exchange, const CredentialKey *session);
