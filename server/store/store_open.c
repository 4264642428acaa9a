#include "store_parts.h"

#include "broadcast_reader.h"
#include "game_number.h"
#include "mail_reader.h"
#include "memory.h"
#include "node_name.h"
#include "page_reader.h"
#include "people_reader.h"
#ifdef CASTLED_POSTGRES
#include "postgres_open.h"
#endif
#include "push_reader.h"
#include "request_key_reader.h"
#include "schema.h"
#include "sql.h"
#include "sqlite_db.h"
#include "team_reader.h"
#include "tournament_reader.h"
#include "webhook_reader.h"

#include <sodium.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static_assert((int)STORE_SECRET_SIZE == (int)DATABASE_SECRET_SIZE, "there is one secret");

/* ---- what the loop is told ---- */

int64_t store_lease_left(const Store *store)
{
    return db_lease_left(store->db);
}

bool store_is_away(const Store *store)
{
    return store->loads && db_is_away(store->loads);
}

/* A server that has been silent for so long that another castled may have taken over is a failure, though a commit may still
 * be waited for. */
static void count_lease(const Store *store, WriterNews *news)
{
    if (news->failing == STORE_OK && store_lease_left(store) <= 0)
        news->failing = database_say(news->line, store->path, STORE_SERVER,
                                     "it has not answered for as long as the leases last");
}

static void tell_commits(Store *store)
{
    const StoreOptions *options = &store->options;
    WriterNews news;
    writer_thread_news(&store->writer, &news);
    count_lease(store, &news);
    bool is_news = news.number > store->told.number;
    StoreError told_failing = store->told.failing;
    store->told = news;
    if (told_failing != STORE_OK && news.failing == STORE_OK)
        options->on_recovered(options->context);
    if (is_news)
        options->on_commit(options->context, news.number);
    bool is_taken = news.failing == STORE_TAKEN && told_failing != STORE_TAKEN;
    if ((told_failing == STORE_OK && news.failing != STORE_OK) || is_taken)
        options->on_failure(options->context, news.failing, news.line);
}

static void watch_lease(Store *store);

static void on_lease(uv_timer_t *timer)
{
    Store *store = timer->data;
    tell_commits(store);
    watch_lease(store);
}

/* Once it has run out, the next commit tells that it was renewed. */
static void watch_lease(Store *store)
{
    if (!store->options.server)
        return; /* a file has no leases, and this timer is not there */
    int64_t left = store_lease_left(store);
    if (left > 0 && left < INT64_MAX && !uv_is_active((uv_handle_t *)&store->lease))
        uv_timer_start(&store->lease, on_lease, (uint64_t)left + 1, 0);
}

static void on_async(uv_async_t *async)
{
    Store *store = async->data;
    tell_commits(store);
    watch_lease(store);
    reader_thread_tell(&store->reader);
}

/* ---- opening and closing ---- */

/* The file, and a second connection that only reads. */
static StoreError open_file(Store *store, Db **reader, char *line)
{
    const StoreOptions *options = &store->options;
    sqlite3 *writes, *reads;
    StoreError error = database_open(&writes, store->path, options->durability == DURABILITY_POWER,
                                     !options->is_checked, line);
    if (error != STORE_OK)
        return error;
    error = database_own(writes, store->path, store->owner, line);
    store->db = sqlite_db_new(writes, store->owner->epoch);
    if (error == STORE_OK)
        error = database_open_reader(&reads, store->path, line);
    if (error == STORE_OK) {
        *reader = sqlite_db_new(reads, 0);
        int after = options->checkpoint_after ? options->checkpoint_after : STORE_CHECKPOINT_AFTER;
        error = checkpointer_open(&store->checkpointer, store->path, after, line);
    }
    return error;
}

#ifdef CASTLED_POSTGRES
static StoreError open_server(Store *store, Db **reader, char *line)
{
    const StoreOptions *options = &store->options;
    const PostgresTerms terms = {.address = options->server,
                                 .node = store->node,
                                 .syncs = options->durability == DURABILITY_POWER,
                                 .waits = !options->watch,
                                 .on_away = options->on_away,
                                 .context = options->context};
    Db *readers[2];
    StoreError error = postgres_open(&store->db, readers, &terms, store->owner, store->path, line);
    *reader = readers[0];
    store->loads = readers[1];
    return error;
}

StoreError store_try_server(const char *server, char *line)
{
    return postgres_try(server, line);
}
#else
static StoreError open_server(Store *store, Db **reader, char *line)
{
    (void)store, (void)reader;
    return store_try_server(NULL, line);
}

StoreError store_try_server(const char *server, char *line)
{
    (void)server;
    return database_say(line, "--store", STORE_SERVER, "this castled was built without PostgreSQL");
}
#endif

static StoreError open_database(Store *store, char *line)
{
    const StoreOptions *options = &store->options;
    Db *reader = NULL;
    StoreError error =
        options->server ? open_server(store, &reader, line) : open_file(store, &reader, line);
    if (error == STORE_OK)
        error = game_reader_init(&store->own, store->db, store->path, store->owner->id_key, line);
    if (error == STORE_OK && store->loads)
        error = game_reader_init(&store->loading, store->loads, store->path, store->owner->id_key,
                                 line);
    if (error == STORE_OK)
        error = writer_thread_open(&store->writer, &store->own, options->archive_after,
                                   options->opening, line);
    if (error == STORE_OK)
        db_opened(store->db);
    if (error != STORE_OK)
        db_close(reader);
    else
        error = reader_thread_open(&store->reader, reader, store->path, store->owner->id_key, line);
    return error;
}

static void close_database(Store *store)
{
    reader_thread_close(&store->reader);
    writer_thread_close(&store->writer);
    checkpointer_close(&store->checkpointer);
    store_end_loads(store);
    game_reader_clear(&store->own);
    db_close(store->db);
    close(store->lock);
    memory_forget(store->owner);
}

/* Without threads or random numbers the server cannot run, as without memory. */
static void insist(int result)
{
    if (result < 0)
        abort();
}

/* Before the writer's thread, which it asks once it is started. */
static void open_copier(Store *store)
{
    if (!store->options.copy.directory)
        return;
    store->copier = copier_open(&(CopierTerms){.options = store->options.copy,
                                               .path = store->path,
                                               .version = (uint32_t)schema_version(schema_sql),
                                               .wake = writer_thread_wake,
                                               .context = &store->writer});
    writer_thread_copy(&store->writer, sqlite_db_handle(store->db), store->copier);
}

bool store_copy_state(const Store *store, StoreCopyState *state)
{
    if (store->copier)
        copier_state(store->copier, state);
    return store->copier != NULL;
}

static void start_threads(Store *store)
{
    insist(uv_async_init(store->options.loop, &store->async, on_async));
    store->async.data = store->lease.data = store;
    store->handles = 1;
    if (store->options.server) {
        insist(uv_timer_init(store->options.loop, &store->lease));
        store->handles = 2;
    }
    watch_lease(store);
    open_copier(store);
    if (store->checkpointer.db) {
        sqlite_db_share_log(store->db, &store->checkpointer);
        checkpointer_start(&store->checkpointer);
    }
    writer_thread_start(&store->writer, &store->async);
    if (store->copier)
        copier_start(store->copier);
    reader_thread_start(&store->reader, &store->async);
}

/* With a server, only the lock file is in the directory. */
static StoreError lock_directory(Store *store, char *line)
{
    const StoreOptions *options = &store->options;
    if (!options->server)
        return database_lock(&store->lock, store->path, options->directory, line);
    StoreError error = STORE_OK;
    if (options->watch)
        store->lock = fcntl(cluster_watch_lock(options->watch), F_DUPFD_CLOEXEC, 0);
    else
        error = database_lock_directory(&store->lock, options->directory, line);
    if (error == STORE_OK && !node_name(store->lock, store->node)) {
        error = database_say(line, options->directory, STORE_NO_DIRECTORY, strerror(errno));
        close(store->lock);
    }
    return error;
}

StoreError store_open(Store **opened, const StoreOptions *options, char *line)
{
    assert(options->directory && options->loop && line);
    assert(options->on_commit && options->on_failure && options->on_recovered);
    assert(!options->server || !options->copy.directory);
    *opened = NULL;
    insist(sodium_init());
    Store *store = memory_new(sizeof *store);
    store->options = *options;
    store->owner = memory_secret(sizeof *store->owner);
    store->turn = 1;

    StoreError error = lock_directory(store, line);
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

static void on_closed(uv_handle_t *handle)
{
    Store *store = handle->data;
    if (--store->handles == 0)
        free(store);
}

StoreError store_close(Store *store)
{
    store_flush(store);
    reader_thread_stop(&store->reader);
    writer_thread_stop(&store->writer);
    copier_close(store->copier);
    store->copier = NULL;
    on_async(&store->async);

    StoreError lost = store->told.failing;
    close_database(store);
    write_batch_free(&store->growing);
    uv_close((uv_handle_t *)&store->async, on_closed);
    if (store->options.server)
        uv_close((uv_handle_t *)&store->lease, on_closed);
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

bool store_keep_game_id(Store *store, const GameId *id)
{
    /* No server has drawn so many ids in vain: any other text has a number far beyond. */
    const int64_t drawn_in_vain = INT64_C(1) << 32;
    Owner *owner = store->owner;
    int64_t number;
    if (!game_number_parse(&number, id, owner->id_key) || number - owner->next_game > drawn_in_vain)
        return false;
    if (number >= owner->next_game)
        owner->next_game = number + 1;
    return true;
}

/* ---- what was there before ---- */

static Db *loads_of(Store *store)
{
    assert(store->turn == 1);
    return store->loads ? store->loads : store->db;
}

static GameReader *loader_of(Store *store)
{
    assert(store->turn == 1);
    return store->loads ? &store->loading : &store->own;
}

int64_t store_axis(const Store *store)
{
    return store->owner->axis;
}

StoreError store_load_games(Store *store, void (*each)(void *context, const StoredGame *game),
                            void *context, char *line)
{
    return game_reader_unfinished(loader_of(store), each, context, line);
}

StoreError store_load_sleeping(Store *store, void (*each)(void *context, const StoreGame *game),
                               void *context, char *line)
{
    return game_reader_sleeping(loader_of(store), each, context, line);
}

StoreError store_load_accounts(Store *store, void (*each)(void *context, const StorePlayer *player),
                               void *context, char *line)
{
    return people_reader_players(loads_of(store), store->path, each, context, line);
}

StoreError store_load_ratings(Store *store, void (*each)(void *context, const StoreRating *rating),
                              void *context, char *line)
{
    return people_reader_ratings(loads_of(store), store->path, each, context, line);
}

StoreError store_load_people(Store *store, const StorePeople *each, void *context, char *line)
{
    return people_reader_all(loads_of(store), store->path, each, context, line);
}

StoreError store_load_tournaments(Store *store, StoreTournamentEach each, void *context, char *line)
{
    return tournament_reader_all(loads_of(store), store->path, each, context, line);
}

StoreError store_load_tournament_acts(Store *store, const char *id, StoreTournamentActEach each,
                                      void *context, char *line)
{
    return tournament_reader_acts(loads_of(store), store->path, id, each, context, line);
}

StoreError store_load_broadcasts(Store *store, StoreBroadcastEach each, void *context, char *line)
{
    return broadcast_reader_all(loads_of(store), store->path, each, context, line);
}

StoreError store_load_teams(Store *store, const StoreTeams *each, void *context, char *line)
{
    return team_reader_all(loads_of(store), store->path, each, context, line);
}

StoreError store_load_webhooks(Store *store,
                               void (*each)(void *context, const StoreWebhook *webhook),
                               void (*each_delivery)(void *context, const StoreDelivery *delivery),
                               void *context, char *line)
{
    StoreError error = webhook_reader_all(loads_of(store), store->path, each, context, line);
    return error == STORE_OK ? webhook_reader_deliveries(loads_of(store), store->path,
                                                         each_delivery, context, line)
                             : error;
}

StoreError store_load_push_devices(Store *store,
                                   void (*each)(void *context, const StorePushDevice *device),
                                   void *context, char *line)
{
    return push_reader_all(loads_of(store), store->path, each, context, line);
}

StoreError store_load_mail(Store *store, StoreMailAddressEach address, StoreMailTurnEach turn,
                           void *context, char *line)
{
    StoreError error = mail_reader_addresses(loads_of(store), store->path, address, context, line);
    return error == STORE_OK ? mail_reader_turns(loads_of(store), store->path, turn, context, line)
                             : error;
}

StoreError store_load_request_keys(Store *store, StoreRequestKeyEach each, void *context,
                                   char *line)
{
    return request_key_reader_all(loads_of(store), store->path, each, context, line);
}

StoreError store_load_page_names(Store *store, StorePageNameEach each, void *context, char *line)
{
    return page_reader_names(loads_of(store), store->path, each, context, line);
}

StoreError store_load_page_files(Store *store, int64_t from, int64_t before, StorePageFileEach each,
                                 void *context, char *line)
{
    return page_reader_files(loads_of(store), store->path, from, before, each, context, line);
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
    Sieve sieve = {store, now_wall, each, context};
    return game_reader_challenges(loader_of(store), pass_open, &sieve, line);
}
