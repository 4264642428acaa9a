#include "judge.h"

#include "core_state.h"
#include "games.h"
#include "judge_state.h"
#include "memory.h"
#include "refold.h"
#include "replay.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SWEEP_EVERY =
        64, /* turns after which all games are checked, not only those in which something happened */
    HEALTHY = 5 * SECOND, /* after a stall or a refusal of the disk everything may be late */
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

void judge_free_record(Record *record)
{
    free(record->puts);
    free(record->memory);
    free(record);
}

void judge_free(Judge *judge)
{
    Record *record;
    for (size_t at = 0; (record = hash_table_next(&judge->records, &at));)
        judge_free_record(record);
    hash_table_clear(&judge->records);
    free(judge->changed);
    free(judge->changes);
    free(judge);
    current = NULL;
}

Record *judge_find(const Judge *judge, const char *game)
{
    return hash_table_find(&judge->records, game);
}

static Record *find(const char *game)
{
    return judge_find(current, game);
}

void judge_begin_fold(Record *record)
{
    uint32_t bad;
    StoredGame stored = {.game = record->game};
    free(record->memory);
    record->room = replay_room(&stored, &record->memory, &record->plies, NULL, &bad);
    must(record->room, "game %s: its setup cannot be read", record->id.text);
}

void judge_need_plies(Record *record)
{
    if (room_line(record->room)->plies + 2 <= record->plies)
        return;
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
    judge_begin_fold(record);
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
    judge_need_plies(record);
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

const Change *judge_newest_change(const Judge *judge, const char *player, int32_t category)
{
    for (size_t i = judge->changes_count; i-- > 0;)
        if (judge->changes[i].change.after.category == category &&
            strcmp(judge->changes[i].change.after.player, player) == 0)
            return &judge->changes[i];
    return NULL;
}

bool judge_is_same_rating(const StoreRating *one, const StoreRating *other)
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
    const Change *last = judge_newest_change(current, change->after.player, change->after.category);
    Rating fresh = rating_new();
    StoreRating first = {
        .rating = fresh.rating, .deviation = fresh.deviation, .volatility = fresh.volatility};
    must(strcmp(change->after.player, record->game.seat[side].player) == 0,
         "game %s rates somebody who did not play it", id);
    must(record->game.rated, "game %s is casual and rates somebody", id);
    must(judge_is_same_rating(&change->before, last ? &last->change.after : &first),
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

/* A flag falls when the node has been heard of where the player is, or is lost; that is looked at every UNHEARD_RETRY. */
static bool waits_for_mover(const Live *live, const Game *game)
{
    int64_t now = live->time->now;
    return games_flag_is_uncertain(live, game) ||
           (game->due.at > now && game->due.at <= now + UNHEARD_RETRY);
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
    must(room_deadline(game->room) > live->time->now || games_is_frozen(live, game) ||
             waits_for_mover(live, game),
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

/* ---- its lives ---- */

void judge_follows(Judge *judge, Machine *machine)
{
    judge->machine = machine;
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
