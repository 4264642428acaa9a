#include "game_reader.h"

#include "archive_row.h"
#include "array.h"
#include "checksum.h"
#include "columns.h"
#include "game_row.h"
#include "memory.h"
#include "sql.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, ARCHIVED, EVENTS, CONDITIONAL, UNFINISHED, SLEEPING, DUE, CHALLENGES, CHANGES };

static const char *const STATEMENTS[GAME_READER_STATEMENTS] = {
    [GAME] = SQL_READ_GAME,
    [ARCHIVED] = SQL_READ_ARCHIVED,
    [EVENTS] = SQL_READ_EVENTS,
    [CONDITIONAL] = SQL_READ_CONDITIONAL,
    [UNFINISHED] = SQL_NEXT_UNFINISHED,
    [SLEEPING] = SQL_NEXT_SLEEPING,
    [DUE] = SQL_READ_DUE,
    [CHALLENGES] = SQL_READ_CHALLENGES,
    [CHANGES] = SQL_READ_CHANGES,
};

static StoreError damaged(const GameReader *reader, int64_t number, const char *what, char *line)
{
    char *detail = sqlite3_mprintf("game number %lld: %s", (long long)number, what);
    database_say(line, reader->path, STORE_DAMAGED, detail);
    sqlite3_free(detail);
    return STORE_DAMAGED;
}

/* It is sound, so what is not understood here was written by a newer castled. */
static StoreError must_be_known(const GameReader *reader, int64_t number, const StoredEvent *event,
                                char *line)
{
    if (!event_is_newer(event->bytes, event->size))
        return STORE_OK;
    char *detail =
        sqlite3_mprintf("event %u of game number %lld", (unsigned)event->seq, (long long)number);
    database_say(line, reader->path, STORE_NEWER, detail);
    sqlite3_free(detail);
    return STORE_NEWER;
}

/* Appends an event to a game that has memory for 'capacity', growing it. NULL, or what is wrong. */
static const char *append_event(StoredGame **game, uint32_t *capacity, int64_t number,
                                sqlite3_stmt *row)
{
    int64_t seq = sqlite3_column_int64(row, 0);
    const unsigned char *bytes = sqlite3_column_blob(row, 1);
    int size = sqlite3_column_bytes(row, 1) - CHECKSUM_SIZE;
    if (seq != (int64_t)(*game)->count + 1 || seq > STORE_EVENTS_MAX || size < 0 ||
        size > EVENT_PACKED_MAX)
        return "an event is missing or has the wrong length";
    if (checksum_get(bytes + size) != checksum_of_event(number, seq, bytes, (size_t)size))
        return "the checksum of an event does not match";
    if ((*game)->count == *capacity) {
        *capacity = (uint32_t)array_capacity(*capacity, *capacity + 1u, sizeof(StoredEvent));
        *game = memory_resize(*game, sizeof **game + *capacity * sizeof(StoredEvent), 1);
    }
    StoredEvent *event = &(*game)->events[(*game)->count++];
    *event = (StoredEvent){.seq = (uint32_t)seq, .size = (unsigned char)size};
    memcpy(event->bytes, bytes, (size_t)size);
    return NULL;
}

static StoreError read_events(GameReader *reader, int64_t number, StoredGame **game, char *line)
{
    sqlite3_stmt *row = reader->statements[EVENTS];
    StoreError error = STORE_OK;
    uint32_t capacity = (*game)->count;
    int rc;
    sqlite3_bind_int64(row, 1, number);
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        const char *wrong = rc == SQLITE_ROW ? append_event(game, &capacity, number, row) : NULL;
        if (rc != SQLITE_ROW)
            error = database_refused(reader->db, reader->path, rc, line);
        else if (wrong)
            error = damaged(reader, number, wrong, line);
        else
            error = must_be_known(reader, number, &(*game)->events[(*game)->count - 1], line);
    }
    sqlite3_reset(row);
    return error;
}

/* The game can be played without them, so damaged ones are only marked. */
static void take_conditional(StoredGame *game, int64_t number, sqlite3_stmt *row)
{
    int64_t color = sqlite3_column_int64(row, 0);
    const unsigned char *bytes = sqlite3_column_blob(row, 1);
    int size = sqlite3_column_bytes(row, 1) - CHECKSUM_SIZE;
    if (color < WHITE || color > BLACK)
        return;
    game->conditional[color] = memory_new(CONDITIONAL_PACKED_MAX);
    if (size < 0 || size > CONDITIONAL_PACKED_MAX ||
        checksum_get(bytes + size) != checksum_of_conditional(number, color, bytes, (size_t)size))
        return;
    memcpy(game->conditional[color], bytes, (size_t)size);
    game->conditional_size[color] = (size_t)size;
}

static StoreError read_conditional(GameReader *reader, int64_t number, StoredGame *game, char *line)
{
    sqlite3_stmt *row = reader->statements[CONDITIONAL];
    StoreError error = STORE_OK;
    int rc;
    sqlite3_bind_int64(row, 1, number);
    while ((rc = sqlite3_step(row)) == SQLITE_ROW)
        take_conditional(game, number, row);
    if (rc != SQLITE_DONE)
        error = database_refused(reader->db, reader->path, rc, line);
    sqlite3_reset(row);
    return error;
}

/* ARCHIVED's columns. */
enum {
    ARCHIVED_SEAT,
    ARCHIVED_MADE = ARCHIVED_SEAT + 2 * GAME_ROW_PERSON,
    ARCHIVED_RESULT,
    ARCHIVED_DATA,
    ARCHIVED_RECEIPTS,
};

/* What the columns say; the terms are in the data. */
static bool read_archived_row(sqlite3_stmt *row, StoreGame *game)
{
    game->made = sqlite3_column_int64(row, ARCHIVED_MADE);
    return game_row_person(row, ARCHIVED_SEAT, &game->seat[WHITE]) &&
           game_row_person(row, ARCHIVED_SEAT + GAME_ROW_PERSON, &game->seat[BLACK]) &&
           archive_result_read(sqlite3_column_int64(row, ARCHIVED_RESULT), game);
}

static bool seats_are_sound(const StoreGame *game)
{
    for (int side = WHITE; side <= BLACK; side++) {
        const StoreSeat *seat = &game->seat[side];
        if (!game->imported && (seat->player[0] != '\0') == (seat->kind != STORE_SEAT_HUMAN))
            return false;
    }
    return true;
}

static ArchiveRow borrow_row(sqlite3_stmt *row)
{
    return (ArchiveRow){
        .data = (unsigned char *)sqlite3_column_blob(row, ARCHIVED_DATA),
        .data_size = (size_t)sqlite3_column_bytes(row, ARCHIVED_DATA),
        .receipts = (unsigned char *)sqlite3_column_blob(row, ARCHIVED_RECEIPTS),
        .receipts_size = (size_t)sqlite3_column_bytes(row, ARCHIVED_RECEIPTS),
    };
}

/* *game stays NULL when there is none, as in what follows. With 'head' instead of 'game' only what a list
 * needs is read. */
static StoreError read_archived(GameReader *reader, int64_t number, StoredGame **game,
                                StoreGame *head, char *line)
{
    sqlite3_stmt *row = reader->statements[ARCHIVED];
    StoreGame known = {.id = game_number_print(number, reader->id_key)};
    StoreError error = STORE_OK;
    const char *why = "its row makes no sense";
    sqlite3_bind_int64(row, 1, number);
    int rc = sqlite3_step(row);
    if (rc == SQLITE_ROW) {
        ArchiveRow finished = borrow_row(row);
        if (!read_archived_row(row, &known) ||
            !archive_row_terms(&known, finished.data, finished.data_size) ||
            !seats_are_sound(&known))
            error = STORE_DAMAGED;
        else if (head)
            *head = known;
        else
            error = archive_row_unpack(&known, &finished, game, &why);
        if (error != STORE_OK)
            damaged(reader, number, why, line);
    } else if (rc != SQLITE_DONE)
        error = database_refused(reader->db, reader->path, rc, line);
    sqlite3_reset(row);
    return error;
}

static StoreError read_current(GameReader *reader, int64_t number, StoreGame *game, bool *found,
                               char *line)
{
    sqlite3_stmt *row = reader->statements[GAME];
    StoreError error = STORE_OK;
    sqlite3_bind_int64(row, 1, number);
    int rc = sqlite3_step(row);
    *found = rc == SQLITE_ROW;
    if (*found) {
        GameId id = game_number_print(number, reader->id_key);
        if (!game_row_read(row, game) || strcmp(game->id.text, id.text) != 0)
            error = damaged(reader, number, "its row makes no sense", line);
    } else if (rc != SQLITE_DONE)
        error = database_refused(reader->db, reader->path, rc, line);
    sqlite3_reset(row);
    return error;
}

StoreError game_reader_whole(GameReader *reader, int64_t number, StoredGame **game, char *line)
{
    bool found;
    *game = memory_new(sizeof **game);
    StoreError error = read_current(reader, number, &(*game)->game, &found, line);
    if (error == STORE_OK && !found) {
        stored_game_free(*game);
        *game = NULL;
        error = read_archived(reader, number, game, NULL, line);
    }
    if (error == STORE_OK && *game)
        error = read_events(reader, number, game, line);
    if (error == STORE_OK && *game && (*game)->game.ended == 0)
        error = read_conditional(reader, number, *game, line);
    if (error != STORE_OK) {
        stored_game_free(*game);
        *game = NULL;
    }
    return error;
}

StoreError game_reader_head(GameReader *reader, int64_t number, StoreGame *head, char *line)
{
    bool found;
    memset(head, 0, sizeof *head);
    StoreError error = read_current(reader, number, head, &found, line);
    return error == STORE_OK && !found ? read_archived(reader, number, NULL, head, line) : error;
}

StoreError game_reader_init(GameReader *reader, sqlite3 *db, const char *path,
                            const unsigned char *id_key, char *line)
{
    *reader = (GameReader){.db = db, .path = path, .id_key = id_key};
    return database_prepare(db, path, STATEMENTS, GAME_READER_STATEMENTS, reader->statements, line);
}

void game_reader_clear(GameReader *reader)
{
    database_finalize(reader->statements, GAME_READER_STATEMENTS);
    *reader = (GameReader){0};
}

/* One read transaction, so that a commit in between is not seen half. */
StoreError game_reader_read(GameReader *reader, int64_t number, StoredGame **game, char *line)
{
    *game = NULL;
    int rc = sqlite3_exec(reader->db, SQL_BEGIN, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return database_refused(reader->db, reader->path, rc, line);
    StoreError error = game_reader_whole(reader, number, game, line);
    sqlite3_exec(reader->db, SQL_COMMIT, NULL, NULL, NULL);
    return error;
}

/* The number of the oldest such game above 'number', -1 when there is none. */
static StoreError next_number(GameReader *reader, int statement, int64_t *number, char *line)
{
    sqlite3_stmt *row = reader->statements[statement];
    sqlite3_bind_int64(row, 1, *number);
    int rc = sqlite3_step(row);
    StoreError error = STORE_OK;
    if (rc != SQLITE_ROW)
        error = database_refused(reader->db, reader->path, rc, line);
    bool is_found = rc == SQLITE_ROW && !column_is_null(row, 0);
    *number = is_found ? sqlite3_column_int64(row, 0) : -1;
    sqlite3_reset(row);
    if (*number >= GAME_NUMBER_END)
        error = damaged(reader, *number, "there is no such number", line);
    return error;
}

StoreError game_reader_unfinished(GameReader *reader,
                                  void (*each)(void *context, const StoredGame *game),
                                  void *context, char *line)
{
    int64_t number = -1;
    for (;;) {
        StoredGame *game = NULL;
        StoreError error = next_number(reader, UNFINISHED, &number, line);
        if (error != STORE_OK || number < 0)
            return error;
        error = game_reader_read(reader, number, &game, line);
        if (error != STORE_OK)
            return error;
        each(context, game);
        stored_game_free(game);
    }
}

StoreError game_reader_sleeping(GameReader *reader,
                                void (*each)(void *context, const StoreGame *game), void *context,
                                char *line)
{
    int64_t number = -1;
    for (;;) {
        StoreGame head;
        StoreError error = next_number(reader, SLEEPING, &number, line);
        if (error != STORE_OK || number < 0)
            return error;
        error = game_reader_head(reader, number, &head, line);
        if (error != STORE_OK)
            return error;
        each(context, &head);
    }
}

StoreError game_reader_due(GameReader *reader, int64_t by, int64_t *numbers, int most, int *count,
                           char *line)
{
    sqlite3_stmt *row = reader->statements[DUE];
    int rc;
    *count = 0;
    sqlite3_bind_int64(row, 1, by);
    sqlite3_bind_int(row, 2, most);
    while ((rc = sqlite3_step(row)) == SQLITE_ROW)
        numbers[(*count)++] = sqlite3_column_int64(row, 0);
    StoreError error =
        rc == SQLITE_DONE ? STORE_OK : database_refused(reader->db, reader->path, rc, line);
    sqlite3_reset(row);
    return error;
}

static bool read_challenge(sqlite3_stmt *row, StoreChallenge *challenge)
{
    const unsigned char *terms = sqlite3_column_blob(row, 3);
    int size = sqlite3_column_bytes(row, 3) - CHECKSUM_SIZE;
    *challenge = (StoreChallenge){.made = sqlite3_column_int64(row, 1),
                                  .expires = sqlite3_column_int64(row, 2)};
    if (size < 0 || size > STORE_TERMS_MAX ||
        !column_text(row, 0, challenge->id, sizeof challenge->id))
        return false;
    challenge->size = (size_t)size;
    memcpy(challenge->terms, terms, challenge->size);
    return checksum_get(terms + size) == checksum_of_challenge(challenge->id, challenge->made,
                                                               challenge->expires, terms,
                                                               challenge->size);
}

StoreError game_reader_challenges(GameReader *reader,
                                  void (*each)(void *context, const StoreChallenge *challenge),
                                  void *context, char *line)
{
    sqlite3_stmt *row = reader->statements[CHALLENGES];
    StoreError error = STORE_OK;
    StoreChallenge challenge;
    int rc;
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            error = database_refused(reader->db, reader->path, rc, line);
        else if (!read_challenge(row, &challenge))
            error = database_say(line, reader->path, STORE_DAMAGED, "a challenge is damaged");
        else
            each(context, &challenge);
    }
    sqlite3_reset(row);
    return error;
}

/* CHANGES' columns. */
enum {
    CHANGE_PLAYER,
    CHANGE_CATEGORY,
    CHANGE_BEFORE,                    /* rating, deviation, volatility, at */
    CHANGE_AFTER = CHANGE_BEFORE + 4, /* rating, deviation, volatility, games, at */
};

static bool read_change(sqlite3_stmt *row, StoreRatingChange *change)
{
    StoreRating *before = &change->before, *after = &change->after;
    before->at = sqlite3_column_int64(row, CHANGE_BEFORE + 3);
    after->at = sqlite3_column_int64(row, CHANGE_AFTER + 4);
    bool sound = column_text(row, CHANGE_PLAYER, after->player, sizeof after->player) &&
                 column_int(row, CHANGE_CATEGORY, &after->category) &&
                 column_int(row, CHANGE_BEFORE, &before->rating) &&
                 column_int(row, CHANGE_BEFORE + 1, &before->deviation) &&
                 column_int(row, CHANGE_BEFORE + 2, &before->volatility) &&
                 column_int(row, CHANGE_AFTER, &after->rating) &&
                 column_int(row, CHANGE_AFTER + 1, &after->deviation) &&
                 column_int(row, CHANGE_AFTER + 2, &after->volatility) &&
                 column_int(row, CHANGE_AFTER + 3, &after->games) && after->games > 0;
    memcpy(before->player, after->player, sizeof before->player);
    before->category = after->category;
    before->games = after->games - 1;
    return sound;
}

StoreError game_reader_changes(GameReader *reader, int64_t number,
                               StoreRatingChange changes[GAME_READER_CHANGES], size_t *count,
                               char *line)
{
    sqlite3_stmt *row = reader->statements[CHANGES];
    StoreError error = STORE_OK;
    int rc;
    *count = 0;
    sqlite3_bind_int64(row, 1, number);
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW) {
            error = database_refused(reader->db, reader->path, rc, line);
        } else if (*count == GAME_READER_CHANGES) {
            error = damaged(reader, number, "it changed too many ratings", line);
        } else {
            StoreRatingChange *change = &changes[(*count)++];
            *change = (StoreRatingChange){.game = game_number_print(number, reader->id_key)};
            if (!read_change(row, change))
                error = damaged(reader, number, "a change of a rating makes no sense", line);
        }
    }
    sqlite3_reset(row);
    return error;
}
