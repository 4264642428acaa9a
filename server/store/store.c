#include "store.h"

#include "archivist.h"
#include "batch.h"
#include "census.h"
#include "database.h"
#include "lines.h"
#include "log.h"
#include "memory.h"
#include "putting.h"
#include "reader.h"
#include "reading_inside.h"
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

/* A look-up on its way: asked by the loop, answered by the read thread, told by the loop. */
typedef struct Read Read;
struct Read {
    Read *next;
    int64_t number;
    StoreGameDone done;
    void *context;
    StoreError error;
    StoredGame *game;
    /* Of lines instead of a game: 'lines_done' is set. */
    StoreLinesDone lines_done;
    StoreLines what;
    char key[STORE_PLAYER_ID_MAX + 1];
    Lines lines;
    /* Of work instead of any of these: 'work' is set. */
    StoreWork work;
    StoreWorkDone work_done;
    /* Of sleeping games instead: 'due_done' is set, 'number' is the instant. */
    StoreDueDone due_done;
    int due_count;
    int64_t due[]; /* STORE_DUE_MAX numbers, with due_done */
};

typedef struct {
    Read *first, **end;
} ReadQueue;

struct Store {
    StoreOptions options;
    Owner owner;
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
    unsigned reads_open;

    /* The write thread's own while it runs, the loop's before the first flush. */
    sqlite3 *write_db;
    Writer writer;
    Reader loader;
    Archivist archivist;
    bool archives; /* from the first batch on: before, the loop reads by the same connection */
    uint64_t archive_at; /* uv_hrtime: when to look again, and since when it is at it */
    /* The read thread's own. */
    sqlite3 *read_db;
    Reader reader;

    uv_thread_t write_thread, read_thread;
    uv_mutex_t mutex; /* guards all below */
    uv_cond_t write_wake, read_wake;
    Batch waiting;
    uint64_t committed_number;
    size_t committed_bytes;
    StoreError failing; /* STORE_OK: the last commit was taken */
    char failing_line[STORE_LINE_MAX];
    bool closing;
    uint64_t close_by; /* uv_hrtime */
    ReadQueue asked, answered;
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

static int64_t wall_clock(void)
{
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    return now.tv_sec * 1000 + now.tv_usec / 1000;
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

/* ---- the read thread ---- */

static void queue_init(ReadQueue *queue)
{
    *queue = (ReadQueue){.end = &queue->first};
}

static void queue_push(ReadQueue *queue, Read *read)
{
    read->next = NULL;
    *queue->end = read;
    queue->end = &read->next;
}

static Read *queue_pop(ReadQueue *queue)
{
    Read *read = queue->first;
    if (!read)
        return NULL;
    queue->first = read->next;
    if (!queue->first)
        queue->end = &queue->first;
    return read;
}

static StoreError answer_read(Store *store, Read *read, char *line)
{
    if (read->work) {
        reading_do(&store->reader, read->work, read->context);
        return STORE_OK;
    }
    if (read->lines_done)
        return lines_read(store->read_db, read->what, read->key, &read->lines);
    if (read->due_done)
        return reader_due(&store->reader, read->number, read->due, STORE_DUE_MAX, &read->due_count,
                          line);
    return reader_game(&store->reader, read->number, &read->game, line);
}

static void answer_reads(void *argument)
{
    Store *store = argument;
    char line[STORE_LINE_MAX];
    uv_mutex_lock(&store->mutex);
    for (;;) {
        Read *read = queue_pop(&store->asked);
        if (!read && store->closing)
            break;
        if (!read) {
            uv_cond_wait(&store->read_wake, &store->mutex);
            continue;
        }
        if (store->closing) {
            read->error = STORE_CLOSED;
        } else {
            uv_mutex_unlock(&store->mutex);
            read->error = answer_read(store, read, line);
            uv_mutex_lock(&store->mutex);
        }
        queue_push(&store->answered, read);
        uv_async_send(&store->async);
    }
    uv_mutex_unlock(&store->mutex);
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

static void tell_due(Store *store, const Read *read)
{
    GameId ids[STORE_DUE_MAX];
    for (int i = 0; i < read->due_count; i++)
        ids[i] = game_number_print(read->due[i], store->owner.id_key);
    read->due_done(read->context, read->error, ids, read->due_count);
}

static void tell_reads(Store *store)
{
    uv_mutex_lock(&store->mutex);
    Read *read = store->answered.first;
    queue_init(&store->answered);
    uv_mutex_unlock(&store->mutex);
    while (read) {
        Read *next = read->next;
        store->reads_open--;
        if (read->work)
            read->work_done(read->context, read->error);
        else if (read->lines_done)
            read->lines_done(read->context, read->error, read->lines.text, read->lines.length);
        else if (read->due_done)
            tell_due(store, read);
        else
            read->done(read->context, read->error, read->game);
        free(read->lines.text);
        free(read);
        read = next;
    }
}

static void on_async(uv_async_t *async)
{
    Store *store = async->data;
    tell_commits(store);
    tell_reads(store);
}

/* ---- opening and closing ---- */

static StoreError open_database(Store *store, char *line)
{
    StoreError error =
        database_open(&store->write_db, store->path, store->options.durability, line);
    if (error == STORE_OK)
        error = database_own(store->write_db, store->path, &store->owner, line);
    if (error == STORE_OK)
        error = writer_init(&store->writer, store->write_db, store->path, store->owner.epoch, line);
    if (error == STORE_OK)
        error =
            reader_init(&store->loader, store->write_db, store->path, store->owner.id_key, line);
    if (error == STORE_OK)
        error = archivist_init(&store->archivist, &store->loader, store->owner.epoch,
                               store->options.opening, line);
    if (error == STORE_OK)
        error = database_open_reader(&store->read_db, store->path, line);
    if (error == STORE_OK)
        error = reader_init(&store->reader, store->read_db, store->path, store->owner.id_key, line);
    return error;
}

static void close_database(Store *store)
{
    archivist_clear(&store->archivist);
    reader_clear(&store->reader);
    reader_clear(&store->loader);
    writer_clear(&store->writer);
    sqlite3_close(store->read_db);
    sqlite3_close(store->write_db); /* the last one out moves the log into the file */
    close(store->lock);
    sodium_memzero(&store->owner, sizeof store->owner);
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
    insist(uv_cond_init(&store->read_wake));
    insist(uv_async_init(store->options.loop, &store->async, on_async));
    store->async.data = store;
    insist(uv_thread_create(&store->write_thread, write_batches, store));
    insist(uv_thread_create(&store->read_thread, answer_reads, store));
}

StoreError store_open(Store **opened, const StoreOptions *options, char *line)
{
    assert(options->directory && options->loop && line);
    assert(options->on_commit && options->on_failure && options->on_recovered);
    *opened = NULL;
    insist(sodium_init());
    Store *store = memory_new(sizeof *store);
    store->options = *options;
    store->turn = 1;
    queue_init(&store->asked);
    queue_init(&store->answered);

    StoreError error = database_lock(&store->lock, store->path, options->directory, line);
    if (error != STORE_OK) {
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
    uv_cond_signal(&store->read_wake);
    uv_mutex_unlock(&store->mutex);
    uv_thread_join(&store->write_thread);
    uv_thread_join(&store->read_thread);
    on_async(&store->async);

    StoreError lost = store->failing;
    close_database(store);
    batch_free(&store->growing);
    batch_free(&store->waiting);
    uv_cond_destroy(&store->write_wake);
    uv_cond_destroy(&store->read_wake);
    uv_mutex_destroy(&store->mutex);
    uv_close((uv_handle_t *)&store->async, free_store);
    return lost;
}

const unsigned char *store_secret(const Store *store)
{
    return store->owner.secret;
}

uint64_t store_epoch(const Store *store)
{
    return (uint64_t)store->owner.epoch;
}

GameId store_draw_game_id(Store *store)
{
    return game_number_print(store->owner.next_game++, store->owner.id_key);
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
    bool is_ours = game_number_parse(&number, id, store->owner.id_key);
    assert(is_ours && number < store->owner.next_game);
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

int64_t store_axis(const Store *store)
{
    return store->owner.axis;
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

/* NULL when too many are under way. */
static Read *new_read(Store *store, size_t more, void *context)
{
    if (store->reads_open == STORE_READS_MAX)
        return NULL;
    Read *read = memory_new(sizeof *read + more);
    read->context = context;
    read->number = -1;
    store->reads_open++;
    return read;
}

/* To the thread; or, when the answer is known already, to be told with the next turn. */
static void send_read(Store *store, Read *read, bool is_known)
{
    uv_mutex_lock(&store->mutex);
    queue_push(is_known ? &store->answered : &store->asked, read);
    uv_cond_signal(&store->read_wake);
    uv_async_send(&store->async);
    uv_mutex_unlock(&store->mutex);
}

bool store_read(Store *store, StoreWork work, StoreWorkDone done, void *context)
{
    Read *read = new_read(store, 0, context);
    if (!read)
        return false;
    read->work = work;
    read->work_done = done;
    send_read(store, read, false);
    return true;
}

bool store_read_lines(Store *store, StoreLines what, const char *key, StoreLinesDone done,
                      void *context)
{
    Read *read = new_read(store, 0, context);
    if (!read)
        return false;
    read->lines_done = done;
    read->what = what;
    assert(strlen(key) < sizeof read->key);
    memcpy(read->key, key, strlen(key));
    send_read(store, read, false);
    return true;
}

bool store_read_changes(Store *store, const GameId *game, StoreLinesDone done, void *context)
{
    char key[24];
    int64_t number = -1;
    if (!game_number_parse(&number, game, store->owner.id_key))
        number = -1;
    snprintf(key, sizeof key, "%lld", (long long)number);
    return store_read_lines(store, LINES_CHANGES, key, done, context);
}

bool store_read_game(Store *store, const GameId *id, StoreGameDone done, void *context)
{
    Read *read = new_read(store, 0, context);
    if (!read)
        return false;
    read->done = done;
    send_read(store, read, !game_number_parse(&read->number, id, store->owner.id_key));
    return true;
}

bool store_read_due(Store *store, int64_t by, StoreDueDone done, void *context)
{
    Read *read = new_read(store, STORE_DUE_MAX * sizeof *read->due, context);
    if (!read)
        return false;
    read->due_done = done;
    read->number = by;
    send_read(store, read, false);
    return true;
}
