#include "cluster_watch.h"

#include "database.h"
#include "memory.h"
#include "node_name.h"
#ifdef CASTLED_POSTGRES
#include "postgres_watch.h"
#include "thread_name.h"
#endif

#include <sodium.h>

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static_assert((int)CLUSTER_NODE_MAX == (int)NODE_NAME_MAX &&
                  (int)CLUSTER_SECRET_SIZE == (int)DATABASE_SECRET_SIZE,
              "a castled has one name, and a cluster one secret");

#ifdef CASTLED_POSTGRES

struct ClusterWatch {
    ClusterWatchOptions options;
    char *server;
    char version[CLUSTER_VERSION_MAX];
    char node[CLUSTER_NODE_MAX];
    int lock;
    PostgresWatch *postgres; /* the thread's, while it runs */
    unsigned char *
        secret; /* memory_secret; written by the thread before the first view that is CLUSTER_SEEN */
    uv_thread_t thread;
    uv_async_t async;
    ClusterView told; /* the loop's */
    bool was_told, was_seen;

    atomic_bool is_over;
    atomic_uint_fast64_t answered_at; /* uv_hrtime; 0: never */
    uv_mutex_t mutex;                 /* guards all below */
    uv_cond_t wake;
    ClusterView view;
    bool is_looked; /* there is a view */
    bool has_bus, is_woken;
};

/* ---- the thread ---- */

static uint64_t pause_length(void)
{
    const uint32_t spread = 2 * CLUSTER_LOOK_EVERY / 5;
    uint64_t ms = CLUSTER_LOOK_EVERY - spread / 2 + randombytes_uniform(spread + 1);
    return ms * 1000000;
}

/* Until the next look is due, or there is something to say. False when the watch ends. */
static bool wait_for_next(ClusterWatch *watch, const ClusterView *view)
{
    uint64_t due = uv_hrtime() + pause_length(), now;
    uv_mutex_lock(&watch->mutex);
    watch->view = *view;
    watch->is_looked = true;
    uv_async_send(&watch->async);
    while (!watch->is_over && !watch->is_woken && (now = uv_hrtime()) < due)
        uv_cond_timedwait(&watch->wake, &watch->mutex, due - now);
    watch->is_woken = false;
    uv_mutex_unlock(&watch->mutex);
    return !watch->is_over && view->state != CLUSTER_REFUSED;
}

static void look_on(void *argument)
{
    ClusterWatch *watch = argument;
    ClusterView view;
    thread_name_set("cluster watch");
    do {
        uv_mutex_lock(&watch->mutex);
        bool has_bus = watch->has_bus;
        uv_mutex_unlock(&watch->mutex);
        postgres_watch_look(watch->postgres, has_bus, &view);
        if (view.state == CLUSTER_SEEN)
            atomic_store(&watch->answered_at, uv_hrtime());
    } while (wait_for_next(watch, &view));
    postgres_watch_free(watch->postgres);
}

/* ---- the loop ---- */

static bool is_same(const ClusterView *a, const ClusterView *b)
{
    return a->state == b->state && a->error == b->error && strcmp(a->line, b->line) == 0 &&
           strcmp(a->owner, b->owner) == 0 && a->is_own == b->is_own && a->epoch == b->epoch &&
           a->is_free == b->is_free && a->owner_has_bus == b->owner_has_bus &&
           a->clock_ahead == b->clock_ahead && a->is_clock_off == b->is_clock_off &&
           a->nodes == b->nodes && a->on_bus == b->on_bus;
}

static void tell(uv_async_t *async)
{
    ClusterWatch *watch = async->data;
    uv_mutex_lock(&watch->mutex);
    ClusterView view = watch->view;
    bool is_looked = watch->is_looked;
    uv_mutex_unlock(&watch->mutex);
    if (!is_looked || (is_same(&view, &watch->told) && watch->was_told))
        return;
    watch->was_told = true;
    watch->was_seen = watch->was_seen || view.state == CLUSTER_SEEN;
    watch->told = view;
    watch->options.changed(watch->options.context, &view);
}

static void free_watch(ClusterWatch *watch)
{
    memory_forget(watch->secret);
    free(watch->server);
    if (watch->lock >= 0)
        close(watch->lock);
    free(watch);
}

static StoreError take_directory(ClusterWatch *watch, const char *directory, char *line)
{
    StoreError error = database_lock_directory(&watch->lock, directory, line);
    if (error != STORE_OK) {
        watch->lock = -1;
        return error;
    }
    return node_name(watch->lock, watch->node)
               ? STORE_OK
               : database_say(line, directory, STORE_NO_DIRECTORY, strerror(errno));
}

/* Without threads the server cannot run, as without memory. */
static void start(ClusterWatch *watch)
{
    if (uv_mutex_init(&watch->mutex) < 0 || uv_cond_init(&watch->wake) < 0 ||
        uv_async_init(watch->options.loop, &watch->async, tell) < 0 ||
        uv_thread_create(&watch->thread, look_on, watch) < 0)
        abort();
}

StoreError cluster_watch_open(ClusterWatch **opened, const ClusterWatchOptions *options, char *line)
{
    *opened = NULL;
    if (sodium_init() < 0)
        abort();
    ClusterWatch *watch = memory_new(sizeof *watch);
    watch->options = *options;
    watch->async.data = watch;
    watch->server = memory_new(strlen(options->server) + 1);
    memcpy(watch->server, options->server, strlen(options->server));
    snprintf(watch->version, sizeof watch->version, "%s", options->version);
    watch->secret = memory_secret(CLUSTER_SECRET_SIZE);
    StoreError error = take_directory(watch, options->directory, line);
    if (error == STORE_OK) {
        watch->postgres =
            postgres_watch_new(&(PostgresWatchTerms){.address = watch->server,
                                                     .node = watch->node,
                                                     .version = watch->version,
                                                     .clock_tolerance = options->clock_tolerance,
                                                     .secret = watch->secret,
                                                     .is_over = &watch->is_over},
                               line);
        error = watch->postgres ? STORE_OK : STORE_SERVER;
    }
    if (error != STORE_OK) {
        free_watch(watch);
        return error;
    }
    start(watch);
    *opened = watch;
    return STORE_OK;
}

static void on_closed(uv_handle_t *async)
{
    free_watch(async->data);
}

static void wake(ClusterWatch *watch)
{
    watch->is_woken = true;
    uv_cond_signal(&watch->wake);
}

void cluster_watch_close(ClusterWatch *watch)
{
    uv_mutex_lock(&watch->mutex);
    watch->is_over = true;
    wake(watch);
    uv_mutex_unlock(&watch->mutex);
    uv_thread_join(&watch->thread);
    uv_cond_destroy(&watch->wake);
    uv_mutex_destroy(&watch->mutex);
    uv_close((uv_handle_t *)&watch->async, on_closed);
}

const char *cluster_watch_node(const ClusterWatch *watch)
{
    return watch->node;
}

const unsigned char *cluster_watch_secret(const ClusterWatch *watch)
{
    return watch->was_seen ? watch->secret : NULL;
}

int64_t cluster_watch_silence(const ClusterWatch *watch)
{
    uint64_t at = atomic_load(&watch->answered_at);
    return at ? (int64_t)((uv_hrtime() - at) / 1000000) : -1;
}

void cluster_watch_set_bus(ClusterWatch *watch, bool has_bus)
{
    uv_mutex_lock(&watch->mutex);
    if (watch->has_bus != has_bus) {
        watch->has_bus = has_bus;
        wake(watch);
    }
    uv_mutex_unlock(&watch->mutex);
}

int cluster_watch_lock(const ClusterWatch *watch)
{
    return watch ? watch->lock : -1;
}

#else

StoreError cluster_watch_open(ClusterWatch **opened, const ClusterWatchOptions *options, char *line)
{
    (void)options;
    *opened = NULL;
    return database_say(line, "--store", STORE_SERVER, "this castled was built without PostgreSQL");
}

void cluster_watch_close(ClusterWatch *watch)
{
    (void)watch;
}

const char *cluster_watch_node(const ClusterWatch *watch)
{
    (void)watch;
    return "";
}

const unsigned char *cluster_watch_secret(const ClusterWatch *watch)
{
    (void)watch;
    return NULL;
}

int64_t cluster_watch_silence(const ClusterWatch *watch)
{
    (void)watch;
    return -1;
}

void cluster_watch_set_bus(ClusterWatch *watch, bool has_bus)
{
    (void)watch, (void)has_bus;
}

int cluster_watch_lock(const ClusterWatch *watch)
{
    (void)watch;
    return -1;
}

#endif
