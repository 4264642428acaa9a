#include "judge.h"

#include "game_reader.h"
#include "judge_state.h"
#include "memory.h"
#include "refold.h"
#include "sqlite_db.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ms that a crash refunds: a heartbeat, and the way to the disk */
enum { REFUND_MOST = 1000 + 500 };

/* ---- one game ---- */

/* The events after the first 'count' never happened. */
static void forget_after(Judge *judge, Record *record, uint32_t count)
{
    if (record->count && record->puts[record->count - 1].event.kind == EV_END &&
        count < record->count)
        judge->ended--;
    record->count = count;
    memset(record->gifts, 0, sizeof record->gifts);
    judge_begin_fold(record);
    for (uint32_t i = 0; i < count && record->room; i++) {
        Event event = record->puts[i].event;
        record->puts[i].number = 0;
        record->gifts[event.by] += event.kind == EV_MORETIME;
        judge_need_plies(record);
        must(room_replay(record->room, &event), "game %s: event %u does not follow on disk",
             record->id.text, i + 1);
    }
    record->number = 0;
}

static void compare_with_disk(Judge *judge, Record *record, const StoredGame *stored, bool whole)
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
        forget_after(judge, record, stored->count);
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
static bool audit_game(Judge *judge, Record *record, GameReader *reader, bool whole)
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
    compare_with_disk(judge, record, stored, whole);
    compare_changes(record, reader, number);
    record->settled = record->room && room_is_over(record->room);
    stored_game_free(stored);
    return true;
}

/* ---- ratings ---- */

/* What was lost with its game never happened. */
static void drop_lost_changes(Judge *judge)
{
    size_t kept = 0;
    for (size_t i = 0; i < judge->changes_count; i++) {
        const Record *record = judge_find(judge, judge->changes[i].change.game.text);
        if (record && record->room && room_is_over(record->room))
            judge->changes[kept++] = judge->changes[i];
    }
    judge->changes_count = kept;
}

typedef struct {
    const Judge *judge;
    size_t found;
} RatingAudit;

static void compare_rating(void *context, const StoreRating *rating)
{
    RatingAudit *ratings = context;
    const Change *last = judge_newest_change(ratings->judge, rating->player, rating->category);
    ratings->found++;
    must(last && judge_is_same_rating(&last->change.after, rating),
         "the rating of %s on disk is not that after their last game", rating->player);
}

static void compare_ratings(const Judge *judge)
{
    char line[STORE_LINE_MAX];
    RatingAudit ratings = {.judge = judge};
    size_t expected = 0;
    for (size_t i = 0; i < judge->changes_count; i++) {
        const StoreRating *after = &judge->changes[i].change.after;
        expected +=
            judge_newest_change(judge, after->player, after->category) == &judge->changes[i];
    }
    if (store_load_ratings(machine_store(judge->machine), compare_rating, &ratings, line) !=
        STORE_OK)
        world_fail("the ratings cannot be read: %s", line);
    must(ratings.found == expected, "%u ratings are on disk, not %u", (unsigned)ratings.found,
         (unsigned)expected);
}

/* ---- all of it ---- */

static void audit_games(Judge *judge, GameReader *reader, bool whole)
{
    Record *record, **lost;
    size_t count = 0;
    lost = memory_array(judge->records.count + 1, sizeof *lost);
    for (size_t at = 0; (record = hash_table_next(&judge->records, &at));)
        if ((whole || !record->settled) && !audit_game(judge, record, reader, whole))
            lost[count++] = record;
    for (size_t i = 0; i < count; i++) {
        hash_table_remove(&judge->records, lost[i]);
        judge->games--;
        judge_free_record(lost[i]);
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

static void audit(Judge *judge, bool whole)
{
    char path[DATABASE_PATH_MAX], line[STORE_LINE_MAX];
    unsigned char key[GAME_NUMBER_KEY_SIZE];
    sqlite3 *db;
    GameReader reader;
    snprintf(path, sizeof path, "%s/castled.db", machine_directory(judge->machine));
    if (database_open_reader(&db, path, line) != STORE_OK) {
        world_fail("the disk cannot be read: %s", line);
        return;
    }
    Db *reads = sqlite_db_new(db, 0);
    if (read_key(db, key) && game_reader_init(&reader, reads, path, key, line) == STORE_OK) {
        audit_games(judge, &reader, whole);
        game_reader_clear(&reader);
    } else {
        world_fail("the disk cannot be read");
    }
    db_close(reads);
}

/* The axis continues from where it was last recorded: not later, and hardly earlier while clocks ran and the disk was well. */
static void check_axis(Judge *judge)
{
    int64_t axis = store_axis(machine_store(judge->machine));
    must(axis <= judge->axis, "clocks have run for %lld ms while the server was down",
         (long long)(axis - judge->axis));
    must(!judge->may_refund || judge->axis - axis <= REFUND_MOST,
         "the crash has given back %lld ms", (long long)(judge->axis - axis));
    judge->axis = axis;
    judge->seen_at = world_now();
    judge->running_since = INT64_MAX;
}

void judge_opened(Judge *judge, bool whole)
{
    judge->changed_count = 0;
    check_axis(judge);
    audit(judge, whole);
    drop_lost_changes(judge);
    compare_ratings(judge);
}
