#include "listing.h"
#include "people_reader.h"
#include "store_parts.h"
#include "tournament_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void *make_job(Store *store, size_t size, bool in_background,
                      StoreError (*run)(ReadJob *job, GameReader *reader, char *line),
                      void (*tell)(ReadJob *job))
{
    ReadJob *job = reader_thread_new_job(&store->reader, size, in_background);
    if (job) {
        job->run = run;
        job->tell = tell;
    }
    return job;
}

/* A zeroed job of that kind on its way to be sent; NULL when there are too many. */
static void *new_job(Store *store, size_t size,
                     StoreError (*run)(ReadJob *job, GameReader *reader, char *line),
                     void (*tell)(ReadJob *job))
{
    return make_job(store, size, false, run, tell);
}

static void *new_background_job(Store *store, size_t size,
                                StoreError (*run)(ReadJob *job, GameReader *reader, char *line),
                                void (*tell)(ReadJob *job))
{
    return make_job(store, size, true, run, tell);
}

/* ---- a game ---- */

typedef struct {
    ReadJob job;
    const Store *store;
    GameId id;
    StoredGame *game;
    StoreGameDone done;
    void *context;
} GameJob;

static StoreError run_game(ReadJob *job, GameReader *reader, char *line)
{
    GameJob *read = (GameJob *)job;
    int64_t number;
    if (!game_number_parse(&number, &read->id, reader->id_key))
        return STORE_OK;
    return game_reader_read(reader, number, &read->game, line);
}

static void tell_game(ReadJob *job)
{
    GameJob *read = (GameJob *)job;
    /* Another castled may own the game by now, and have written what was read: this one must not go on with it. */
    if (read->game && store_lease_left(read->store) <= 0) {
        stored_game_free(read->game);
        read->game = NULL;
        job->error = STORE_SERVER;
    }
    read->done(read->context, job->error, read->game);
}

bool store_read_game(Store *store, const GameId *id, StoreGameDone done, void *context)
{
    GameJob *read = new_job(store, sizeof *read, run_game, tell_game);
    if (!read)
        return false;
    read->store = store;
    read->id = *id;
    read->done = done;
    read->context = context;
    reader_thread_send(&store->reader, &read->job);
    return true;
}

/* ---- sleeping games ---- */

typedef struct {
    ReadJob job;
    int64_t by;
    int count;
    GameId ids[STORE_DUE_MAX];
    StoreDueDone done;
    void *context;
} DueJob;

static StoreError run_due(ReadJob *job, GameReader *reader, char *line)
{
    DueJob *read = (DueJob *)job;
    int64_t numbers[STORE_DUE_MAX];
    StoreError error =
        game_reader_due(reader, read->by, numbers, STORE_DUE_MAX, &read->count, line);
    for (int i = 0; i < read->count; i++)
        read->ids[i] = game_number_print(numbers[i], reader->id_key);
    return error;
}

static void tell_due(ReadJob *job)
{
    DueJob *read = (DueJob *)job;
    read->done(read->context, job->error, read->ids, read->count);
}

bool store_read_due(Store *store, int64_t by, StoreDueDone done, void *context)
{
    DueJob *read = new_job(store, sizeof *read, run_due, tell_due);
    if (!read)
        return false;
    read->by = by;
    read->done = done;
    read->context = context;
    reader_thread_send(&store->reader, &read->job);
    return true;
}

/* ---- ratings ---- */

typedef struct {
    ReadJob job;
    GameId id;
    StoreRatingChange changes[GAME_READER_CHANGES];
    size_t count;
    StoreChangesDone done;
    void *context;
} ChangesJob;

static StoreError run_changes(ReadJob *job, GameReader *reader, char *line)
{
    ChangesJob *read = (ChangesJob *)job;
    int64_t number;
    if (!game_number_parse(&number, &read->id, reader->id_key))
        return STORE_OK;
    return game_reader_changes(reader, number, read->changes, &read->count, line);
}

static void tell_changes(ReadJob *job)
{
    ChangesJob *read = (ChangesJob *)job;
    bool good = job->error == STORE_OK;
    read->done(read->context, job->error, good ? read->changes : NULL, good ? read->count : 0);
}

bool store_read_changes(Store *store, const GameId *game, StoreChangesDone done, void *context)
{
    ChangesJob *read = new_job(store, sizeof *read, run_changes, tell_changes);
    if (!read)
        return false;
    read->id = *game;
    read->done = done;
    read->context = context;
    reader_thread_send(&store->reader, &read->job);
    return true;
}

typedef struct {
    ReadJob job;
    Store *store;
    RatingHistory history;
    StoreRatingHistoryDone done;
    void *context;
} HistoryJob;

static StoreError run_history(ReadJob *job, GameReader *reader, char *line)
{
    HistoryJob *read = (HistoryJob *)job;
    return people_reader_history(reader->db, reader->path, &read->history, line);
}

static bool send_history(Store *store, const RatingHistory *history, StoreRatingHistoryDone done,
                         void *context);

/* One piece after another, between which others may read. */
static void tell_history(ReadJob *job)
{
    HistoryJob *read = (HistoryJob *)job;
    RatingHistory *history = &read->history;
    StoreRatingDay *days = NULL;
    size_t count = 0;
    if (job->error == STORE_OK && !history->is_over) {
        if (send_history(read->store, history, read->done, read->context))
            return;
        job->error = STORE_CLOSED;
    }
    if (job->error == STORE_OK)
        count = rating_history_days(history, &days);
    read->done(read->context, job->error, days, count);
    free(days);
    free(history->days);
}

static bool send_history(Store *store, const RatingHistory *history, StoreRatingHistoryDone done,
                         void *context)
{
    HistoryJob *read = new_background_job(store, sizeof *read, run_history, tell_history);
    if (!read)
        return false;
    read->store = store;
    read->history = *history;
    read->done = done;
    read->context = context;
    reader_thread_send(&store->reader, &read->job);
    return true;
}

bool store_read_rating_history(Store *store, const char *player, StoreRatingHistoryDone done,
                               void *context)
{
    RatingHistory history;
    assert(strlen(player) <= STORE_PLAYER_ID_MAX);
    rating_history_init(&history, player);
    return send_history(store, &history, done, context);
}

/* ---- a tournament ---- */

typedef struct {
    ReadJob job;
    const Store *store;
    char id[STORE_TOURNAMENT_ID + 1];
    StoreTournamentActEach each;
    void *each_context;
    StoreTournamentDone done;
    void *context;
} TournamentJob;

static StoreError run_tournament(ReadJob *job, GameReader *reader, char *line)
{
    TournamentJob *read = (TournamentJob *)job;
    return tournament_reader_acts(reader->db, reader->path, read->id, read->each,
                                  read->each_context, line);
}

static void tell_tournament(ReadJob *job)
{
    TournamentJob *read = (TournamentJob *)job;
    bool is_lost = job->error == STORE_OK && store_lease_left(read->store) <= 0; /* as of games */
    read->done(read->context, is_lost ? STORE_SERVER : job->error);
}

bool store_read_tournament(Store *store, const char *id, StoreTournamentActEach each,
                           void *each_context, StoreTournamentDone done, void *context)
{
    TournamentJob *read = new_job(store, sizeof *read, run_tournament, tell_tournament);
    if (!read)
        return false;
    assert(strlen(id) < sizeof read->id);
    memcpy(read->id, id, strlen(id));
    read->store = store;
    read->each = each;
    read->each_context = each_context;
    read->done = done;
    read->context = context;
    reader_thread_send(&store->reader, &read->job);
    return true;
}

/* ---- text ---- */

typedef struct {
    ReadJob job;
    StoreListing what;
    char key[STORE_PLAYER_ID_MAX + 1];
    Listing listing;
    StoreListingDone done;
    void *context;
} ListingJob;

static StoreError run_listing(ReadJob *job, GameReader *reader, char *line)
{
    ListingJob *read = (ListingJob *)job;
    return listing_read(reader->db, reader->path, read->what, read->key, &read->listing, line);
}

static void tell_listing(ReadJob *job)
{
    ListingJob *read = (ListingJob *)job;
    read->done(read->context, job->error, read->listing.text, read->listing.length);
    free(read->listing.text);
}

bool store_read_listing(Store *store, StoreListing what, const char *key, StoreListingDone done,
                        void *context)
{
    ListingJob *read = what == LISTING_ACCOUNT
                           ? new_background_job(store, sizeof *read, run_listing, tell_listing)
                           : new_job(store, sizeof *read, run_listing, tell_listing);
    if (!read)
        return false;
    assert(strlen(key) < sizeof read->key);
    read->what = what;
    memcpy(read->key, key, strlen(key));
    read->done = done;
    read->context = context;
    reader_thread_send(&store->reader, &read->job);
    return true;
}
