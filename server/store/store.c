#include "store.h"

#include "archivist.h"
#include "batch.h"
#include "census.h"
#include "database.h"
#include "log.h"
#include "memory.h"
#include "putting.h"
#include "reads.h"
#include "recoder.h"
#include "wall_clock.h"
#include "writer.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A refused commit is tried again after this long, then twice as long, up to the longest (ms). */
enum { RETRY_FIRST = 50, RETRY_LONGEST = 2000 };

/* How often the write thread looks for games to archive, after it found some and after it found none, and how
 * long moves may have to wait for that (ms): a twentieth of its time while there are moves. */
enum { ARCHIVE_EVERY = 200, ARCHIVE_IDLE = 5000, ARCHIVE_HURRY = 10 };

struct Store {
    StoreOptions options;
    Owner *owner; /* has the secret: memory_secret */
    char path[DATABASE_PATH_MAX];
    int lock;
    uv_async_t async; /* a thread has something to tell */

    /* The loop's own. */
    Batch growing; /* this turn's */
    uint64_t turn; /* the number of 'growing' */
    size_t put_bytes;
    uint64_t told_number;
    size_t told_bytes;
    bool told_failing;
    Reads reads;

    /* The write thread's own while it runs, the loop's before the first flush. */
    sqlite3 *write_db;
    Writer writer;
    Reader loader;
    Archivist archivist;
    Recoder recoder;
    bool archives; /* from the first batch on: before, the loop reads by the same connection */
    uint64_t archive_at; /* uv_hrtime: when to look again, and since when it is at it */

    uv_thread_t write_thread;
    uv_mutex_t mutex; /* guards all below */
    uv_cond_t write_wake;
    Batch waiting;
    uint64_t committed_number;
    size_t committed_bytes;
    StoreError failing; /* STORE_OK: the last commit was taken */
    char failing_line[STORE_LINE_MAX];
    bool closing;
    uint64_t close_by; /* uv_hrtime */
};

/* ---- the write thread ---- */

static bool is_urgent(void *context)
{
    Store *store = context;
    if (uv_hrtime() < store->archive_at + (uint64_t)ARCHIVE_HURRY * 1000000)
        return false;
    uv_mutex_lock(&store->mutex);
    bool waits = store->waiting.used > 0 || store->closing;
    uv_mutex_unlock(&store->mutex);
    return waits;
}

/* Once nothing is left to archive. */
static int recode(Store *store)
{
    char line[STORE_LINE_MAX];
    int count;
    StoreError error = recoder_work(&store->recoder, is_urgent, store, &count, line);
    if (error == STORE_OK && line[0])
        log_warning("a game keeps its old format: %s", line);
    return count;
}

/* What the disk refuses here is tried again later; if it refuses moves as well, they tell. */
static void archive(Store *store)
{
    char line[STORE_LINE_MAX];
    int64_t wait = store->options.archive_after;
    int count;
    wait = wait < ARCHIVE_IDLE ? wait : ARCHIVE_IDLE;
    store->archive_at = uv_hrtime();
    do {
        StoreError error =
            archivist_work(&store->archivist, wall_clock() - store->options.archive_after,
                           is_urgent, store, &count, line);
        if (error == STORE_OK && line[0])
            log_warning("a game was not archived: %s", line);
        if (error == STORE_OK && count == 0)
            count = recode(store);
        writer_checkpoint(&store->writer);
        wait = count > 0 ? ARCHIVE_EVERY : wait;
    } while (count > 0 && !is_urgent(store));
    store->archive_at = uv_hrtime() + (uint64_t)wait * 1000000;
}

/* Waits for a batch and takes it; none comes when it is time to archive, or when the store closes: then
 * it is false. */
static bool take_batch(Store *store, Batch *batch)
{
    uv_mutex_lock(&store->mutex);
    while (store->waiting.used == 0 && !store->closing) {
        uint64_t now = uv_hrtime();
        if (store->archives && now >= store->archive_at)
            break;
        if (store->archives)
            uv_cond_timedwait(&store->write_wake, &store->mutex, store->archive_at - now);
        else
            uv_cond_wait(&store->write_wake, &store->mutex);
    }
    batch_merge(batch, &store->waiting);
    bool goes_on = batch->used > 0 || !store->closing;
    uv_mutex_unlock(&store->mutex);
    return goes_on;
}

/* The store closes, and there is no time or no sense left in trying again. */
static bool is_hopeless(const Store *store, uint64_t now)
{
    return store->closing && (store->failing == STORE_TAKEN || now >= store->close_by);
}

/* Notes a refusal and waits before the next attempt; false when there is to be none. */
static bool wait_to_retry(Store *store, StoreError error, const char *line, uint64_t wait)
{
    uv_mutex_lock(&store->mutex);
    store->failing = error;
    memcpy(store->failing_line, line, STORE_LINE_MAX);
    uv_async_send(&store->async);
    uint64_t now, until = uv_hrtime() + wait * 1000000;
    while ((now = uv_hrtime()) < until && !is_hopeless(store, now)) {
        uint64_t end = store->closing && store->close_by < until ? store->close_by : until;
        uv_cond_timedwait(&store->write_wake, &store->mutex, end - now);
    }
    bool go_on = !is_hopeless(store, now);
    uv_mutex_unlock(&store->mutex);
    return go_on;
}

static bool commit(Store *store, const Batch *batch)
{
    char line[STORE_LINE_MAX];
    StoreError error;
    uint64_t wait = RETRY_FIRST;
    while ((error = writer_commit(&store->writer, batch, line)) != STORE_OK) {
        if (!wait_to_retry(store, error, line, wait))
            return false;
        wait = 2 * wait < RETRY_LONGEST ? 2 * wait : RETRY_LONGEST;
    }
    uv_mutex_lock(&store->mutex);
    store->failing = STORE_OK;
    store->committed_number = batch->number;
    store->committed_bytes += batch->used;
    uv_async_send(&store->async);
    uv_mutex_unlock(&store->mutex);
    return true;
}

static void write_batches(void *argument)
{
    Store *store = argument;
    Batch batch = {0};
    while (take_batch(store, &batch) && (batch.used == 0 || commit(store, &batch))) {
        batch_clear(&batch);
        writer_checkpoint(&store->writer);
        store->archives = store->options.archive_after > 0;
        if (store->archives && uv_hrtime() >= store->archive_at)
            archive(store);
    }
    batch_free(&batch);
}

/* ---- what the loop is told ---- */

static void tell_commits(Store *store)
{
    char line[STORE_LINE_MAX];
    uv_mutex_lock(&store->mutex);
    uint64_t number = store->committed_number;
    size_t bytes = store->committed_bytes;
    StoreError failing = store->failing;
    memcpy(line, store->failing_line, sizeof line);
    uv_mutex_unlock(&store->mutex);

    const StoreOptions *options = &store->options;
    bool is_news = number > store->told_number;
    store->told_number = number;
    store->told_bytes = bytes;
    if (store->told_failing && failing == STORE_OK) {
        store->told_failing = false;
        options->on_recovered(options->context);
    }
    if (is_news)
        options->on_commit(options->context, number);
    if (!store->told_failing && failing != STORE_OK) {
        store->told_failing = true;
        options->on_failure(options->context, failing, line);
    }
}

static void on_async(uv_async_t *async)
{
    Store *store = async->data;
    tell_commits(store);
    reads_tell(&store->reads);
}

/* ---- opening and closing ---- */

static StoreError open_database(Store *store, char *line)
{
    StoreError error =
        database_open(&store->write_db, store->path, store->options.durability, line);
    if (error == STORE_OK)
        error = database_own(store->write_db, store->path, store->owner, line);
    if (error == STORE_OK)
        error =
            writer_init(&store->writer, store->write_db, store->path, store->owner->epoch, line);
    if (error == STORE_OK)
        error =
            reader_init(&store->loader, store->write_db, store->path, store->owner->id_key, line);
    if (error == STORE_OK)
        error = archivist_init(&store->archivist, &store->loader, store->owner->epoch,
                               store->options.opening, line);
    if (error == STORE_OK)
        error = recoder_init(&store->recoder, store->write_db, store->path, store->owner->id_key,
                             store->owner->epoch, line);
    if (error == STORE_OK)
        error = reads_open(&store->reads, store->path, store->owner->id_key, line);
    return error;
}

static void close_database(Store *store)
{
    archivist_clear(&store->archivist);
    recoder_clear(&store->recoder);
    reads_close(&store->reads);
    reader_clear(&store->loader);
    writer_clear(&store->writer);
    sqlite3_close(store->write_db); /* the last one out moves the log into the file */
    close(store->lock);
    memory_forget(store->owner);
}

/* Without threads or random numbers there is no going on, as without memory. */
static void insist(int result)
{
    if (result < 0)
        abort();
}

static void start_threads(Store *store)
{
    insist(uv_mutex_init(&store->mutex));
    insist(uv_cond_init(&store->write_wake));
    insist(uv_async_init(store->options.loop, &store->async, on_async));
    store->async.data = store;
    insist(uv_thread_create(&store->write_thread, write_batches, store));
    reads_start(&store->reads, &store->async);
}

StoreError store_open(Store **opened, const StoreOptions *options, char *line)
{
    assert(options->directory && options->loop && line);
    assert(options->on_commit && options->on_failure && options->on_recovered);
    *opened = NULL;
    insist(sodium_init());
    Store *store = memory_new(sizeof *store);
    store->options = *options;
    store->owner = memory_secret(sizeof *store->owner);
    store->turn = 1;

    StoreError error = database_lock(&store->lock, store->path, options->directory, line);
    if (error != STORE_OK) {
        memory_forget(store->owner);
        free(store);
        return error;
    }
    error = open_database(store, line);
    if (error != STORE_OK) {
        close_database(store);
        free(store);
        return error;
    }
    start_threads(store);
    *opened = store;
    return STORE_OK;
}

static void free_store(uv_handle_t *async)
{
    free(async->data);
}

StoreError store_close(Store *store)
{
    store_flush(store);
    uv_mutex_lock(&store->mutex);
    store->closing = true;
    store->close_by = uv_hrtime() + (uint64_t)STORE_CLOSE_MAX * 1000000;
    uv_cond_signal(&store->write_wake);
    uv_mutex_unlock(&store->mutex);
    reads_stop(&store->reads);
    uv_thread_join(&store->write_thread);
    on_async(&store->async);

    StoreError lost = store->failing;
    close_database(store);
    batch_free(&store->growing);
    batch_free(&store->waiting);
    uv_cond_destroy(&store->write_wake);
    uv_mutex_destroy(&store->mutex);
    uv_close((uv_handle_t *)&store->async, free_store);
    return lost;
}

const unsigned char *store_secret(const Store *store)
{
    return store->owner->secret;
}

uint64_t store_epoch(const Store *store)
{
    return (uint64_t)store->owner->epoch;
}

GameId store_draw_game_id(Store *store)
{
    return game_number_print(store->owner->next_game++, store->owner->id_key);
}

/* ---- writes ---- */

uint64_t store_push(Store *store, PutKind kind, const void *value, size_t size)
{
    batch_push(&store->growing, kind, value, size);
    return store->turn;
}

int64_t store_number_of(const Store *store, const GameId *id)
{
    int64_t number = -1;
    bool is_ours = game_number_parse(&number, id, store->owner->id_key);
    assert(is_ours && number < store->owner->next_game);
    return number;
}

void store_flush(Store *store)
{
    if (store->growing.used == 0)
        return;
    store->growing.number = store->turn++;
    store->put_bytes += store->growing.used;
    uv_mutex_lock(&store->mutex);
    batch_merge(&store->waiting, &store->growing);
    uv_cond_signal(&store->write_wake);
    uv_mutex_unlock(&store->mutex);
}

uint64_t store_committed(const Store *store)
{
    return store->told_number;
}

size_t store_backlog(const Store *store)
{
    return store->put_bytes + store->growing.used - store->told_bytes;
}

bool store_is_behind(const Store *store)
{
    return store_backlog(store) > STORE_BACKLOG_MAX;
}

/* ---- reads ---- */

Reads *store_reads(Store *store)
{
    return &store->reads;
}

int64_t store_axis(const Store *store)
{
    return store->owner->axis;
}

StoreError store_load_games(Store *store, void (*each)(void *context, const StoredGame *game),
                            void *context, char *line)
{
    assert(store->turn == 1);
    return reader_unfinished(&store->loader, each, context, line);
}

StoreError store_load_sleeping(Store *store, void (*each)(void *context, const StoreGame *game),
                               void *context, char *line)
{
    assert(store->turn == 1);
    return reader_sleeping(&store->loader, each, context, line);
}

StoreError store_load_accounts(Store *store, void (*each)(void *context, const StorePlayer *player),
                               void *context, char *line)
{
    assert(store->turn == 1);
    return reader_accounts(&store->loader, each, context, line);
}

StoreError store_load_ratings(Store *store, void (*each)(void *context, const StoreRating *rating),
                              void *context, char *line)
{
    assert(store->turn == 1);
    return reader_ratings(&store->loader, each, context, line);
}

StoreError store_load_people(Store *store, const StoreCensus *census, void *context, char *line)
{
    assert(store->turn == 1);
    return census_take(store->write_db, store->path, census, context, line);
}

typedef struct {
    Store *store;
    int64_t now_wall;
    void (*each)(void *context, const StoreChallenge *challenge);
    void *context;
} Sieve;

static void pass_open(void *context, const StoreChallenge *challenge)
{
    const Sieve *sieve = context;
    if (challenge->expires > sieve->now_wall)
        sieve->each(sieve->context, challenge);
    else
        store_delete_challenge(sieve->store, challenge->id);
}

StoreError store_load_challenges(Store *store, int64_t now_wall,
                                 void (*each)(void *context, const StoreChallenge *challenge),
                                 void *context, char *line)
{
    assert(store->turn == 1);
    Sieve sieve = {store, now_wall, each, context};
    return reader_challenges(&store->loader, pass_open, &sieve, line);
}
