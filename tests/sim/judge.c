#include "judge.h"

#include "core_state.h"
#include "game_reader.h"
#include "games.h"
#include "memory.h"
#include "refold.h"
#include "replay.h"
#include "sqlite_db.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEP_EVERY =
        64, /* turns after which all games are checked, not only those in which something happened */
    HEALTHY = 5 * SECOND,     /* after a stall or a refusal of the disk everything may be late */
    REFUND_MOST = 1000 + 500, /* ms that a crash refunds: a heartbeat, and the way to the disk */
};

/* An event as it was put. */
typedef struct {
    unsigned char bytes[EVENT_PACKED_MAX];
    unsigned char size;
    uint64_t
        number; /* the number of its batch in this life of the server; 0: it was on disk before */
    uint64_t told;  /* a hash of its text, 0 until somebody was told */
    uint32_t plies; /* moves on the board after it */
    Event event;
} Put;

/* A game as it was put. */
typedef struct {
    GameId id; /* the key */
    StoreGame game;
    uint64_t number;
    Put *puts;
    uint32_t count;
    size_t size;
    Room *room; /* the fold of its events */
    void *memory;
    unsigned plies;
    uint32_t seen; /* the newest event that anybody was told of */
    bool is_seen;  /* somebody was told about the game */
    bool changed;
    bool settled; /* it is over, and was on disk as it should be */
    uint64_t rated_number;
    uint32_t changes;                  /* changes of ratings that were put */
    uint32_t asked_gifts[2], gifts[2]; /* more time for the opponent: asked for, and given */
} Record;

typedef struct {
    StoreRatingChange change;
    uint64_t number;
} Change;

struct Judge {
    const Settings *settings;
    Machine *machine;
    HashTable records;
    Record **changed;
    size_t changed_count, changed_size;
    Change *changes; /* changes of ratings, oldest first */
    size_t changes_count, changes_size;
    uint64_t turns, games, ended, events, rated;
    int64_t axis, seen_at; /* the time of the server and of the world when it was last checked */
    int64_t running_since; /* the world's time since which a clock has run; INT64_MAX: none runs */
    bool may_refund;       /* the rule on refunds applies to the last death */
};

static Judge *current; /* the functions that --wrap calls get no argument for it */

/* ---- records ---- */

Judge *judge_new(const Settings *settings, Machine *machine)
{
    SipKey sip = {{1}};
    current = memory_new(sizeof *current);
    current->settings = settings;
    current->machine = machine;
    current->running_since = INT64_MAX;
    hash_table_init(&current->records, offsetof(Record, id), &sip);
    return current;
}

static void free_record(Record *record)
{
    free(record->puts);
    free(record->memory);
    free(record);
}

void judge_free(Judge *judge)
{
    Record *record;
    for (size_t at = 0; (record = hash_table_next(&judge->records, &at));)
        free_record(record);
    hash_table_clear(&judge->records);
    free(judge->changed);
    free(judge->changes);
    free(judge);
    current = NULL;
}

static Record *find(const char *game)
{
    return hash_table_find(&current->records, game);
}

/* A room without events. */
static void begin_fold(Record *record)
{
    uint32_t bad;
    StoredGame stored = {.game = record->game};
    free(record->memory);
    record->room = replay_room(&stored, &record->memory, &record->plies, NULL, &bad);
    must(record->room, "game %s: its setup cannot be read", record->id.text);
}

static void grow_fold(Record *record)
{
    unsigned plies = 2 * record->plies < LINE_PLIES_MAX ? 2 * record->plies : LINE_PLIES_MAX;
    void *memory = memory_new(room_size(plies));
    record->room = room_grow(record->room, memory, plies);
    free(record->memory);
    record->memory = memory;
    record->plies = plies;
}

static void note_changed(Record *record)
{
    if (record->changed)
        return;
    record->changed = true;
    if (current->changed_count == current->changed_size) {
        current->changed_size = current->changed_size ? 2 * current->changed_size : 64;
        current->changed =
            memory_resize(current->changed, current->changed_size, sizeof *current->changed);
    }
    current->changed[current->changed_count++] = record;
}

/* ---- what is put ---- */

static void put_game(const StoreGame *game, uint64_t number)
{
    must(!find(game->id.text), "game %s is begun twice", game->id.text);
    Record *record = memory_new(sizeof *record);
    record->id = game->id;
    record->game = *game;
    record->number = number;
    begin_fold(record);
    hash_table_put(&current->records, record);
    current->games++;
}

/* Only the mover's time shrinks, by no more than has passed. In correspondence games a move restores it. */
static void check_clocks(const Record *record, const Event *event)
{
    const char *id = record->id.text;
    Event first = {.at = 0};
    memcpy(first.clock, room_clock(record->room)->remaining, sizeof first.clock);
    const Event *last = record->count ? &record->puts[record->count - 1].event : &first;
    Color mover = position_turn(&room_line(record->room)->now);
    must(event->at >= last->at, "game %s: event %u is earlier than the one before", id, event->seq);
    for (Color side = WHITE; side <= BLACK; side++) {
        int64_t spent = last->clock[side] - event->clock[side];
        must(event->clock[side] >= 0, "game %s: event %u has a negative clock", id, event->seq);
        if (record->game.control.days)
            continue;
        must(spent <= 0 || side == mover,
             "game %s: event %u charges the time of who is not to move", id, event->seq);
        must(spent <= event->at - last->at, "game %s: event %u charges more than has passed", id,
             event->seq);
    }
}

static Put *add_put(Record *record)
{
    if (record->count == record->size) {
        record->size = record->size ? 2 * record->size : 32;
        record->puts = memory_resize(record->puts, record->size, sizeof *record->puts);
    }
    return memset(&record->puts[record->count++], 0, sizeof *record->puts);
}

static void put_event(const GameId *id, uint32_t seq, const void *bytes, size_t size,
                      uint64_t number)
{
    Record *record = find(id->text);
    Event event;
    if (!record) {
        world_fail("an event of game %s, which was never begun", id->text);
        return;
    }
    must(seq == record->count + 1, "game %s: event %u after %u", id->text, seq, record->count);
    if (!event_unpack(&event, bytes, size)) {
        world_fail("game %s: event %u cannot be unpacked", id->text, seq);
        return;
    }
    event.seq = seq;
    check_clocks(record, &event);
    if (room_line(record->room)->plies + 2 > record->plies)
        grow_fold(record);
    must(room_replay(record->room, &event), "game %s: event %u does not follow", id->text, seq);
    if (event.kind == EV_MORETIME)
        must(++record->gifts[event.by] <= record->asked_gifts[event.by],
             "game %s: more time is given twice", id->text);
    Put *put = add_put(record);
    memcpy(put->bytes, bytes, size);
    put->size = (unsigned char)size;
    put->number = number;
    put->event = event;
    put->plies = room_line(record->room)->plies;
    current->events++;
    current->ended += event.kind == EV_END;
    record->settled = false; /* after the end a rematch may follow */
    note_changed(record);
}

/* The newest change of that rating, or NULL. */
static const Change *newest_change(const char *player, int32_t category)
{
    for (size_t i = current->changes_count; i-- > 0;)
        if (current->changes[i].change.after.category == category &&
            strcmp(current->changes[i].change.after.player, player) == 0)
            return &current->changes[i];
    return NULL;
}

static bool is_same_rating(const StoreRating *one, const StoreRating *other)
{
    return one->rating == other->rating && one->deviation == other->deviation &&
           one->volatility == other->volatility && one->games == other->games &&
           one->at == other->at;
}

/* A winner's rating does not fall, a loser's does not rise. */
static void check_change(const Record *record, const StoreRatingChange *change)
{
    const char *id = record->id.text;
    Color side = strcmp(change->after.player, record->game.seat[WHITE].player) == 0 ? WHITE : BLACK;
    const Change *last = newest_change(change->after.player, change->after.category);
    Rating fresh = rating_new();
    StoreRating first = {
        .rating = fresh.rating, .deviation = fresh.deviation, .volatility = fresh.volatility};
    must(strcmp(change->after.player, record->game.seat[side].player) == 0,
         "game %s rates somebody who did not play it", id);
    must(record->game.rated, "game %s is casual and rates somebody", id);
    must(is_same_rating(&change->before, last ? &last->change.after : &first),
         "game %s: the rating of %s before it is not that after the last", id,
         change->after.player);
    must(change->after.games == change->before.games + 1, "game %s is not counted once", id);
    Winner winner = room_winner(record->room);
    int32_t gain = change->after.rating - change->before.rating;
    bool has_won = winner == (side == WHITE ? WINNER_WHITE : WINNER_BLACK);
    must(winner == WINNER_NONE || (has_won ? gain >= 0 : gain <= 0),
         "game %s changes the rating of %s the wrong way", id, change->after.player);
}

static void put_change(const StoreRatingChange *change, uint64_t number)
{
    Record *record = find(change->game.text);
    if (!record) {
        world_fail("game %s, which was never begun, rates somebody", change->game.text);
        return;
    }
    check_change(record, change);
    must(++record->changes <= 2, "game %s is rated twice", record->id.text);
    uint32_t end = record->count; /* a rematch may have been offered in the same turn */
    while (end > 0 && record->puts[end - 1].event.kind != EV_END)
        end--;
    must(end > 0 && record->puts[end - 1].number == number,
         "game %s: its ratings are not in the batch of its end", record->id.text);
    current->rated += record->changes == 1;
    record->rated_number = number;
    if (current->changes_count == current->changes_size) {
        current->changes_size = current->changes_size ? 2 * current->changes_size : 64;
        current->changes =
            memory_resize(current->changes, current->changes_size, sizeof *current->changes);
    }
    current->changes[current->changes_count++] = (Change){*change, number};
}

/* ---- between the parts and the store (--wrap) ---- */

/* The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier) */
uint64_t __real_store_put_game(Store *store, const StoreGame *game);
uint64_t __wrap_store_put_game(Store *store, const StoreGame *game);
uint64_t __real_store_put_event(Store *store, const GameId *game, uint32_t seq, const void *bytes,
                                size_t size);
uint64_t __wrap_store_put_event(Store *store, const GameId *game, uint32_t seq, const void *bytes,
                                size_t size);
uint64_t __real_store_put_rating_change(Store *store, const StoreRatingChange *change);
uint64_t __wrap_store_put_rating_change(Store *store, const StoreRatingChange *change);

uint64_t __real_store_put_axis(Store *store, int64_t axis);
uint64_t __wrap_store_put_axis(Store *store, int64_t axis);
/* NOLINTEND(bugprone-reserved-identifier) */

/* The number returned for something that is deliberately not put, to see whether that is noticed (settings.h). */
static uint64_t leave_out(Store *store)
{
    return __real_store_put_axis(store, current->axis);
}

/* One that has lost the games, and does not know it yet, may put what it likes. */
static bool is_of_another(const Store *store)
{
    return store != machine_store(current->machine);
}

uint64_t __wrap_store_put_axis(Store *store, int64_t axis)
{
    return __real_store_put_axis(store, current->settings->broken == BREAK_axis ? store_axis(store)
                                                                                : axis);
}

uint64_t __wrap_store_put_game(Store *store, const StoreGame *game)
{
    uint64_t number = __real_store_put_game(store, game);
    if (!is_of_another(store))
        put_game(game, number);
    return number;
}

uint64_t __wrap_store_put_event(Store *store, const GameId *game, uint32_t seq, const void *bytes,
                                size_t size)
{
    bool is_lost = current->settings->broken == BREAK_lose && current->events % 100 == 99;
    uint64_t number =
        is_lost ? leave_out(store) : __real_store_put_event(store, game, seq, bytes, size);
    if (!is_of_another(store))
        put_event(game, seq, bytes, size, number);
    return number;
}

uint64_t __wrap_store_put_rating_change(Store *store, const StoreRatingChange *change)
{
    bool is_lost = current->settings->broken == BREAK_unrated;
    uint64_t number = is_lost ? leave_out(store) : __real_store_put_rating_change(store, change);
    if (!is_of_another(store))
        put_change(change, number);
    return number;
}

/* ---- the games in memory ---- */

static const Live *live_of(void)
{
    return machine_core(current->machine)->live;
}

static void compare_with_memory(const Record *record)
{
    const Live *live = live_of();
    const Game *game = games_find(live, &record->id);
    if (!game)
        return;
    const char *difference = game_difference(record->room, game->room);
    must(!difference, "game %s: the fold of its events is not its state: %s", record->id.text,
         difference);
    must(game->count == record->count, "game %s: an event was not put", record->id.text);
    must(room_deadline(game->room) > live->time->now || games_is_frozen(live, game),
         "game %s: something was due and was not done", record->id.text);
}

static void sweep(void)
{
    const Live *live = live_of();
    Game *game;
    for (size_t at = 0; (game = hash_table_next(&live->games, &at));) {
        const Record *record = find(game->id.text);
        must(record, "game %s was never put", game->id.text);
        if (record)
            compare_with_memory(record);
    }
}

void judge_turned(Judge *judge, int64_t leased_until)
{
    const Live *live = live_of();
    assert(judge == current);
    for (size_t i = 0; i < current->changed_count; i++) {
        current->changed[i]->changed = false;
        compare_with_memory(current->changed[i]);
    }
    current->changed_count = 0;
    if (++current->turns % SWEEP_EVERY == 0)
        sweep();
    int64_t passed = live->time->now - current->axis;
    must(passed >= 0, "the axis goes back");
    must(passed == 0 || current->seen_at <= leased_until,
         "clocks run for %lld ms though another server may have the games", (long long)passed);
    must(passed <= (world_now() - current->seen_at) / 1000 + 1,
         "%lld ms have passed for the games, in %lld", (long long)passed,
         (long long)(world_now() - current->seen_at) / 1000);
    current->axis = live->time->now;
    current->seen_at = world_now();
    if (live->running == 0)
        current->running_since = INT64_MAX;
    else if (current->running_since == INT64_MAX)
        current->running_since = world_now();
}

/* ---- what is told ---- */

static uint64_t hash_of(const char *text, size_t length)
{
    SipKey sip = {{2}};
    return siphash(&sip, text, length) | 1;
}

/* Up to 'seq', 0: only its start; NULL when there is no such game. */
static Record *check_told(const char *game, uint32_t seq, Sent sent)
{
    Record *record = find(game);
    if (!record || seq > record->count) {
        world_fail("game %s: event %u is told and was never put", game, seq);
        return NULL;
    }
    uint64_t number = seq ? record->puts[seq - 1].number : record->number;
    must(sent.life != machine_life(current->machine) || number <= sent.committed,
         "game %s: event %u left before its commit: it is of batch %llu, durable was %llu", game,
         seq, (unsigned long long)number, (unsigned long long)sent.committed);
    record->is_seen = true;
    if (record->seen < seq)
        record->seen = seq;
    return record;
}

void judge_event(Judge *judge, const char *game, uint32_t seq, const char *text, size_t length,
                 Sent sent)
{
    assert(judge == current);
    Record *record = check_told(game, seq, sent);
    uint64_t hash = hash_of(text, length);
    if (!record || seq == 0)
        return;
    Put *put = &record->puts[seq - 1];
    must(!put->told || put->told == hash, "game %s: event %u was told otherwise before", game, seq);
    put->told = hash;
}

void judge_snapshot(Judge *judge, const char *game, uint32_t seq, int plies, Sent sent)
{
    assert(judge == current);
    const Record *record = check_told(game, seq, sent);
    if (!record || plies < 0)
        return;
    uint32_t expected = seq ? record->puts[seq - 1].plies : 0;
    must((uint32_t)plies == expected, "game %s: the snapshot of event %u has %d moves, not %u",
         game, seq, plies, expected);
}

void judge_rated(Judge *judge, const char *game, bool counts, Sent sent)
{
    assert(judge == current);
    const Record *record = find(game);
    must(record && record->count, "game %s has changed ratings and was never played", game);
    if (!record || !record->count)
        return;
    must(sent.life != machine_life(current->machine) || record->rated_number <= sent.committed,
         "game %s: its ratings left before their commit", game);
    must(counts == (record->changes == 2), "game %s: %u ratings were put, not what was told", game,
         record->changes);
}

void judge_gift(Judge *judge, const char *game, Color by)
{
    assert(judge == current);
    Record *record = find(game);
    if (record)
        record->asked_gifts[by]++;
}

void judge_board(Judge *judge, const char *game, uint32_t seq, const Move *moves, uint32_t plies,
                 const Position *now)
{
    assert(judge == current);
    const Record *record = find(game);
    if (!record || seq != record->count)
        return;
    const Line *line = room_line(record->room);
    must(plies == line->plies &&
             (!plies || memcmp(moves, line->moves, plies * sizeof *moves) == 0) &&
             position_equal_for_repetition(now, &line->now),
         "game %s: a player sees another game", game);
}

/* ---- what is on disk ---- */

/* The events after the first 'count' never happened. */
static void forget_after(Record *record, uint32_t count)
{
    if (record->count && record->puts[record->count - 1].event.kind == EV_END &&
        count < record->count)
        current->ended--;
    record->count = count;
    memset(record->gifts, 0, sizeof record->gifts);
    begin_fold(record);
    for (uint32_t i = 0; i < count && record->room; i++) {
        Event event = record->puts[i].event;
        record->puts[i].number = 0;
        record->gifts[event.by] += event.kind == EV_MORETIME;
        if (room_line(record->room)->plies + 2 > record->plies)
            grow_fold(record);
        must(room_replay(record->room, &event), "game %s: event %u does not follow on disk",
             record->id.text, i + 1);
    }
    record->number = 0;
}

static void compare_with_disk(Record *record, const StoredGame *stored, bool whole)
{
    const char *id = record->id.text;
    must(stored->count <= record->count, "game %s: %u events are on disk, %u were put", id,
         stored->count, record->count);
    must(stored->count >= (whole ? record->count : record->seen),
         "game %s: %u events are on disk, %u were told, %u put", id, stored->count, record->seen,
         record->count);
    for (uint32_t i = 0; i < stored->count && i < record->count; i++) {
        const Put *put = &record->puts[i];
        must(stored->events[i].seq == i + 1 && stored->events[i].size == put->size &&
                 memcmp(stored->events[i].bytes, put->bytes, put->size) == 0,
             "game %s: event %u is another one on disk", id, i + 1);
    }
    if (stored->count <= record->count)
        forget_after(record, stored->count);
    if (!record->room)
        return;
    must((stored->game.ended != 0) == room_is_over(record->room),
         "game %s: whether it is over is told otherwise on disk", id);
    must(!room_is_over(record->room) || (stored->game.status == room_status(record->room) &&
                                         stored->game.winner == room_winner(record->room)),
         "game %s: its result is another one on disk", id);
}

/* Both players' ratings are stored with the result, or neither is. */
static void compare_changes(Record *record, GameReader *reader, int64_t number)
{
    char line[STORE_LINE_MAX];
    StoreRatingChange changes[GAME_READER_CHANGES];
    size_t count = 0;
    if (!record->room)
        return;
    record->rated_number = 0;
    if (!room_is_over(record->room))
        record->changes = 0;
    if (game_reader_changes(reader, number, changes, &count, line) != STORE_OK)
        world_fail("game %s: its ratings cannot be read: %s", record->id.text, line);
    must(count == record->changes, "game %s: %u ratings are on disk, %u were put", record->id.text,
         (unsigned)count, record->changes);
}

/* False when it was lost, which is allowed. */
static bool audit_game(Record *record, GameReader *reader, bool whole)
{
    char line[STORE_LINE_MAX];
    int64_t number;
    StoredGame *stored = NULL;
    if (!game_number_parse(&number, &record->id, reader->id_key))
        world_fail("game %s: the id is none of this database", record->id.text);
    else if (game_reader_read(reader, number, &stored, line) != STORE_OK)
        world_fail("game %s cannot be read: %s", record->id.text, line);
    if (!stored) {
        must(!whole && !record->is_seen, "game %s was told and is not on disk", record->id.text);
        return false;
    }
    compare_with_disk(record, stored, whole);
    compare_changes(record, reader, number);
    record->settled = record->room && room_is_over(record->room);
    stored_game_free(stored);
    return true;
}

/* What was lost with its game never happened. */
static void drop_lost_changes(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < current->changes_count; i++) {
        const Record *record = find(current->changes[i].change.game.text);
        if (record && record->room && room_is_over(record->room))
            current->changes[kept++] = current->changes[i];
    }
    current->changes_count = kept;
}

static void compare_rating(void *context, const StoreRating *rating)
{
    size_t *count = context;
    const Change *last = newest_change(rating->player, rating->category);
    ++*count;
    must(last && is_same_rating(&last->change.after, rating),
         "the rating of %s on disk is not that after their last game", rating->player);
}

static void compare_ratings(void)
{
    char line[STORE_LINE_MAX];
    size_t expected = 0, found = 0;
    for (size_t i = 0; i < current->changes_count; i++) {
        const StoreRating *after = &current->changes[i].change.after;
        expected += newest_change(after->player, after->category) == &current->changes[i];
    }
    if (store_load_ratings(machine_store(current->machine), compare_rating, &found, line) !=
        STORE_OK)
        world_fail("the ratings cannot be read: %s", line);
    must(found == expected, "%u ratings are on disk, not %u", (unsigned)found, (unsigned)expected);
}

static void audit_games(GameReader *reader, bool whole)
{
    Record *record, **lost;
    size_t count = 0;
    lost = memory_array(current->records.count + 1, sizeof *lost);
    for (size_t at = 0; (record = hash_table_next(&current->records, &at));)
        if ((whole || !record->settled) && !audit_game(record, reader, whole))
            lost[count++] = record;
    for (size_t i = 0; i < count; i++) {
        hash_table_remove(&current->records, lost[i]);
        current->games--;
        free_record(lost[i]);
    }
    free(lost);
}

static bool read_key(sqlite3 *db, unsigned char key[GAME_NUMBER_KEY_SIZE])
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, "SELECT id_key FROM castled", -1, &statement, NULL) != SQLITE_OK)
        return false;
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found)
        memcpy(key, sqlite3_column_blob(statement, 0), GAME_NUMBER_KEY_SIZE);
    sqlite3_finalize(statement);
    return found;
}

static void audit(bool whole)
{
    char path[DATABASE_PATH_MAX], line[STORE_LINE_MAX];
    unsigned char key[GAME_NUMBER_KEY_SIZE];
    sqlite3 *db;
    GameReader reader;
    snprintf(path, sizeof path, "%s/castled.db", machine_directory(current->machine));
    if (database_open_reader(&db, path, line) != STORE_OK) {
        world_fail("the disk cannot be read: %s", line);
        return;
    }
    Db *reads = sqlite_db_new(db, 0);
    if (read_key(db, key) && game_reader_init(&reader, reads, path, key, line) == STORE_OK) {
        audit_games(&reader, whole);
        game_reader_clear(&reader);
    } else {
        world_fail("the disk cannot be read");
    }
    db_close(reads);
}

/* The axis continues from where it was last recorded: not later, and hardly earlier while clocks ran and the disk was well. */
static void check_axis(void)
{
    int64_t axis = store_axis(machine_store(current->machine));
    must(axis <= current->axis, "clocks have run for %lld ms while the server was down",
         (long long)(axis - current->axis));
    must(!current->may_refund || current->axis - axis <= REFUND_MOST,
         "the crash has given back %lld ms", (long long)(current->axis - axis));
    current->axis = axis;
    current->seen_at = world_now();
    current->running_since = INT64_MAX;
}

void judge_follows(Judge *judge, Machine *machine)
{
    judge->machine = machine;
}

void judge_opened(Judge *judge, bool whole)
{
    assert(judge == current);
    current->changed_count = 0;
    check_axis();
    audit(whole);
    drop_lost_changes();
    compare_ratings();
}

void judge_dies(Judge *judge)
{
    assert(judge == current);
    int64_t now = world_now();
    current->may_refund =
        current->running_since != INT64_MAX && now - current->running_since > HEALTHY &&
        now - machine_sick_at(current->machine) > HEALTHY && now - disk_sick_at() > HEALTHY;
}

/* ---- counts ---- */

uint64_t judge_games(const Judge *judge)
{
    return judge->games;
}

uint64_t judge_ended(const Judge *judge)
{
    return judge->ended;
}

uint64_t judge_events(const Judge *judge)
{
    return judge->events;
}

uint64_t judge_rated_games(const Judge *judge)
{
    return judge->rated;
}

const char *judge_some_game(const Judge *judge, Random *random)
{
    const Record *record;
    size_t at = 0;
    for (uint64_t skip = random_below(random, judge->records.count + 1);
         (record = hash_table_next(&judge->records, &at));)
        if (skip-- == 0)
            return record->id.text;
    return "";
}
