#include "figures.h"

#include "memory.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

enum { PATH_MOST = 4096 };

typedef struct Watcher Watcher;
struct Watcher {
    Watcher *next;
    ExchangeId exchange;
    CredentialKey session;
    size_t place; /* from 1, among those that the accounts are asked about; 0: not asked yet */
    bool busy;    /* what was written last is not with the system yet */
    bool gone;
};

struct Figures {
    FiguresOptions options;
    char *directory;
    Watcher *first;
    size_t count;
    uv_timer_t timer;
    bool asking;    /* the accounts have been asked whether they may still look */
    Metrics before; /* at the event before; quantiles are of what came since */
    Text event;
};

/* ---- measuring ---- */

void figures_count(const Figures *figures, MetricsNow *now)
{
    const FiguresOptions *options = &figures->options;
    const Backups *backups = *options->backups;
    SessionsUse use = sessions_use(net_sessions(options->net));
    StoreCopyState copy = {.behind = 0};
    MailState mail;
    mail_state(options->mail, &mail);
    store_copy_state(options->store, &copy);
    options->metrics->copy_failures_total = copy.failures;
    *now = (MetricsNow){
        .connections = net_connections(options->net),
        .sessions = sessions_count(net_sessions(options->net)),
        .outbox_bytes = use.memory,
        .copy_behind_seconds = (uint64_t)copy.behind / 1000,
        .webhook_waiting = webhooks_waiting(options->webhooks),
        .push_waiting = push_waiting(options->push),
        .mail_waiting = mail.waiting,
        .newest_backup_seconds = backups ? backups_newest(backups) : 0,
    };
    options->metrics->closed_behind_total = use.closed_behind;
    options->metrics->closed_crowded_total = use.closed_crowded;
    core_count(options->core, now);
    if (options->count)
        options->count(options->context, now);
}

/* Bytes of the database with its log; 0 when it cannot be seen. */
static int64_t database_size(const char *directory)
{
    static const char *const NAMES[] = {"castled.db", "castled.db-wal"};
    char path[PATH_MOST];
    struct stat file;
    int64_t size = 0;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (snprintf(path, sizeof path, "%s/%s", directory, NAMES[i]) < PATH_MOST &&
            stat(path, &file) == 0)
            size += file.st_size;
    return size;
}

static void print_disk(const Figures *figures, Text *text)
{
    struct statvfs disk;
    size_t memory;
    text_integer(text, "database", database_size(figures->directory));
    if (statvfs(figures->directory, &disk) == 0) {
        text_integer(text, "diskFree", (int64_t)disk.f_bavail * (int64_t)disk.f_frsize);
        text_integer(text, "diskSize", (int64_t)disk.f_blocks * (int64_t)disk.f_frsize);
    }
    if (uv_resident_set_memory(&memory) == 0)
        text_integer(text, "memory", (int64_t)memory);
}

static void print_microseconds(Text *text, const char *name, double seconds)
{
    text_integer(text, name, (int64_t)(seconds * 1e6 + 0.5));
}

/* Of what was measured since 'before': how often, and below which bound half and 99 in 100 were. */
static void print_latency(Text *text, const char *name, const Histogram *now,
                          const Histogram *before)
{
    Histogram since;
    histogram_since(now, before, &since);
    text_open(text, name, '{');
    text_integer(text, "count", (int64_t)histogram_count(&since));
    if (histogram_count(&since) > 0) {
        print_microseconds(text, "p50", histogram_quantile(&since, 0.5));
        print_microseconds(text, "p99", histogram_quantile(&since, 0.99));
    }
    text_close(text, '}');
}

static void print_event(Figures *figures)
{
    const Metrics *metrics = figures->options.metrics;
    Text *text = &figures->event;
    MetricsNow now;
    figures_count(figures, &now);
    text_reset(text);
    text_append(text, "data: ", 6);
    text_open(text, NULL, '{');
    text_integer(text, "at", core_wall(figures->options.core));
#define X(name, words) text_integer(text, #name, (int64_t)now.name);
    METRIC_GAUGES(X)
#undef X
    print_disk(figures, text);
    text_open(text, "totals", '{');
#define X(name, words) text_integer(text, #name, (int64_t)metrics->name);
    METRIC_COUNTERS(X)
#undef X
    text_close(text, '}');
    print_latency(text, "turn", &metrics->turn, &figures->before.turn);
    print_latency(text, "commit", &metrics->commit, &figures->before.commit);
    text_close(text, '}');
    text_append(text, "\n\n", 2);
}

/* ---- those who look ---- */

static void send_event(const Figures *figures, Watcher *watcher)
{
    if (watcher->gone || watcher->busy) /* a slow reader misses some */
        return;
    watcher->busy = true; /* before on_ready, which may come within the call */
    net_stream_write(figures->options.net, watcher->exchange, figures->event.bytes,
                     figures->event.length);
}

static void on_ready(void *context)
{
    Watcher *watcher = context;
    watcher->busy = false;
}

static void on_gone(void *context)
{
    Watcher *watcher = context;
    watcher->gone = true;
}

static void sweep(Figures *figures)
{
    for (Watcher **at = &figures->first; *at;) {
        Watcher *watcher = *at;
        if (!watcher->gone) {
            at = &watcher->next;
            continue;
        }
        *at = watcher->next;
        figures->count--;
        free(watcher);
    }
    if (!figures->first)
        uv_timer_stop(&figures->timer);
}

static void checked(void *context, const AccountsAnswer *answer)
{
    Figures *figures = context;
    figures->asking = false;
    if (answer->error != ACCOUNTS_OK)
        return;
    print_event(figures);
    for (Watcher *watcher = figures->first; watcher; watcher = watcher->next) {
        if (watcher->place && !answer->list[watcher->place - 1].is_operator && !watcher->gone) {
            watcher->gone = true;
            net_stream_end(figures->options.net, watcher->exchange);
        }
        send_event(figures, watcher);
    }
    figures->before = *figures->options.metrics;
}

static void on_timer(uv_timer_t *timer)
{
    Figures *figures = timer->data;
    CredentialKey keys[FIGURES_WATCHERS_MAX];
    size_t count = 0;
    sweep(figures);
    if (!figures->first || figures->asking)
        return;
    for (Watcher *watcher = figures->first; watcher; watcher = watcher->next) {
        keys[count++] = watcher->session;
        watcher->place = count;
    }
    figures->asking = true;
    accounts_test_credentials(figures->options.accounts, keys, count,
                              core_wall(figures->options.core), checked, figures);
}

bool figures_watch(Figures *figures, ExchangeId exchange, const CredentialKey *session)
{
    HttpAnswer head = {
        .status = 200, .type = "text/event-stream; charset=utf-8", .cache = "no-store"};
    sweep(figures);
    if (figures->count >= FIGURES_WATCHERS_MAX)
        return false;
    Watcher *watcher = memory_new(sizeof *watcher);
    *watcher = (Watcher){.exchange = exchange, .session = *session};
    if (!net_stream(
            figures->options.net, exchange, &head,
            &(StreamHooks){
                .context = watcher, .is_endless = true, .ready = on_ready, .gone = on_gone})) {
        free(watcher);
        return true;
    }
    if (!figures->first) {
        uv_timer_start(&figures->timer, on_timer, FIGURES_EVERY, FIGURES_EVERY);
        figures->before = *figures->options.metrics;
    }
    Watcher **end = &figures->first;
    while (*end)
        end = &(*end)->next;
    *end = watcher;
    figures->count++;
    print_event(figures);
    send_event(figures, watcher);
    return true;
}

/* ---- beginning and end ---- */

Figures *figures_new(const FiguresOptions *options)
{
    Figures *figures = memory_new(sizeof *figures);
    size_t length = strlen(options->directory);
    figures->options = *options;
    figures->directory = memory_new(length + 1);
    memcpy(figures->directory, options->directory, length);
    text_init(&figures->event);
    uv_timer_init(options->loop, &figures->timer);
    figures->timer.data = figures;
    return figures;
}

void figures_close(Figures *figures)
{
    uv_close((uv_handle_t *)&figures->timer, NULL);
}

void figures_free(Figures *figures)
{
    for (Watcher *watcher = figures->first; watcher; watcher = figures->first) {
        figures->first = watcher->next;
        free(watcher);
    }
    text_clear(&figures->event);
    free(figures->directory);
    free(figures);
}
