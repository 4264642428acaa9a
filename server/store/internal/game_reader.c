#include "game_reader.h"

#include "archive_row.h"
#include "array.h"
#include "checksum.h"
#include "columns.h"
#include "game_row.h"
#include "memory.h"
#include "sql.h"

#include <stdio.h>
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
    char detail[128];
    snprintf(detail, sizeof detail, "game number %lld: %.90s", (long long)number, what);
    return database_say(line, reader->path, STORE_DAMAGED, detail);
}

/* It is sound, so what is not understood here was written by a newer castled. */
static StoreError must_be_known(const GameReader *reader, int64_t number, const StoredEvent *event,
                                char *line)
{
    if (!event_is_newer(event->bytes, event->size))
        return STORE_OK;
    char detail[80];
    snprintf(detail, sizeof detail, "event %u of game number %lld", (unsigned)event->seq,
             (long long)number);
    return database_say(line, reader->path, STORE_NEWER, detail);
}

/* Appends an event to a game that has memory for 'capacity', growing it. NULL, or what is wrong. */
static const char *append_event(StoredGame **game, uint32_t *capacity, int64_t number,
                                DbStatement *row)
{
    int64_t seq = db_number(row, 0);
    const unsigned char *bytes = (const unsigned char *)db_text(row, 1);
    int size = (int)db_size(row, 1) - CHECKSUM_SIZE;
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
    DbStatement *row = reader->statements[EVENTS];
    StoreError error = STORE_OK;
    uint32_t capacity = (*game)->count;
    DbResult rc;
    db_bind_int(row, 1, number);
    while (error == STORE_OK && (rc = db_step(row)) != DB_DONE) {
        const char *wrong = rc == DB_ROW ? append_event(game, &capacity, number, row) : NULL;
        if (rc != DB_ROW)
            error = database_refused(reader->db, reader->path, rc, line);
        else if (wrong)
            error = damaged(reader, number, wrong, line);
        else
            error = must_be_known(reader, number, &(*game)->events[(*game)->count - 1], line);
    }
    db_reset(row);
    return error;
}

/* The game can be played without them, so damaged ones are only marked. */
static void take_conditional(StoredGame *game, int64_t number, DbStatement *row)
{
    int64_t color = db_number(row, 0);
    const unsigned char *bytes = (const unsigned char *)db_text(row, 1);
    int size = (int)db_size(row, 1) - CHECKSUM_SIZE;
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
    DbStatement *row = reader->statements[CONDITIONAL];
    StoreError error = STORE_OK;
    DbResult rc;
    db_bind_int(row, 1, number);
    while ((rc = db_step(row)) == DB_ROW)
        take_conditional(game, number, row);
    if (rc != DB_DONE)
        error = database_refused(reader->db, reader->path, rc, line);
    db_reset(row);
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
static bool read_archived_row(DbStatement *row, StoreGame *game)
{
    game->made = db_number(row, ARCHIVED_MADE);
    return game_row_person(row, ARCHIVED_SEAT, &game->seat[WHITE]) &&
           game_row_person(row, ARCHIVED_SEAT + GAME_ROW_PERSON, &game->seat[BLACK]) &&
           archive_result_read(db_number(row, ARCHIVED_RESULT), game);
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

static ArchiveRow borrow_row(DbStatement *row)
{
    return (ArchiveRow){
        .data = (unsigned char *)db_text(row, ARCHIVED_DATA),
        .data_size = db_size(row, ARCHIVED_DATA),
        .receipts = (unsigned char *)db_text(row, ARCHIVED_RECEIPTS),
        .receipts_size = db_size(row, ARCHIVED_RECEIPTS),
    };
}

/* *game stays NULL when there is none, as in what follows. With 'head' instead of 'game' only what a list
 * needs is read. */
static StoreError read_archived(GameReader *reader, int64_t number, StoredGame **game,
                                StoreGame *head, char *line)
{
    DbStatement *row = reader->statements[ARCHIVED];
    StoreGame known = {.id = game_number_print(number, reader->id_key)};
    StoreError error = STORE_OK;
    const char *why = "its row makes no sense";
    db_bind_int(row, 1, number);
    DbResult rc = db_step(row);
    if (rc == DB_ROW) {
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
    } else if (rc != DB_DONE)
        error = database_refused(reader->db, reader->path, rc, line);
    db_reset(row);
    return error;
}

static StoreError read_current(GameReader *reader, int64_t number, StoreGame *game, bool *found,
                               char *line)
{
    DbStatement *row = reader->statements[GAME];
    StoreError error = STORE_OK;
    db_bind_int(row, 1, number);
    DbResult rc = db_step(row);
    *found = rc == DB_ROW;
    if (*found) {
        GameId id = game_number_print(number, reader->id_key);
        if (!game_row_read(row, game) || strcmp(game->id.text, id.text) != 0)
            error = damaged(reader, number, "its row makes no sense", line);
    } else if (rc != DB_DONE)
        error = database_refused(reader->db, reader->path, rc, line);
    db_reset(row);
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

StoreError game_reader_init(GameReader *reader, Db *db, const char *path,
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
    DbResult rc = db_begin_read(reader->db);
    if (rc != DB_OK)
        return database_refused(reader->db, reader->path, rc, line);
    StoreError error = game_reader_whole(reader, number, game, line);
    db_commit(reader->db);
    return error;
}

/* The number of the oldest such game above 'number', -1 when there is none. */
static StoreError next_number(GameReader *reader, int statement, int64_t *number, char *line)
{
    DbStatement *row = reader->statements[statement];
    db_bind_int(row, 1, *number);
    DbResult rc = db_step(row);
    StoreError error = STORE_OK;
    if (rc != DB_ROW)
        error = database_refused(reader->db, reader->path, rc, line);
    bool is_found = rc == DB_ROW && !column_is_null(row, 0);
    *number = is_found ? db_number(row, 0) : -1;
    db_reset(row);
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
    DbStatement *row = reader->statements[DUE];
    DbResult rc;
    *count = 0;
    db_bind_int(row, 1, by);
    db_bind_int(row, 2, most);
    while ((rc = db_step(row)) == DB_ROW)
        numbers[(*count)++] = db_number(row, 0);
    StoreError error =
        rc == DB_DONE ? STORE_OK : database_refused(reader->db, reader->path, rc, line);
    db_reset(row);
    return error;
}

static bool read_challenge(DbStatement *row, StoreChallenge *challenge)
{
    const unsigned char *terms = (const unsigned char *)db_text(row, 3);
    int size = (int)db_size(row, 3) - CHECKSUM_SIZE;
    *challenge = (StoreChallenge){.made = db_number(row, 1), .expires = db_number(row, 2)};
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
    DbStatement *row = reader->statements[CHALLENGES];
    StoreError error = STORE_OK;
    StoreChallenge challenge;
    DbResult rc;
    while (error == STORE_OK && (rc = db_step(row)) != DB_DONE) {
        if (rc != DB_ROW)
            error = database_refused(reader->db, reader->path, rc, line);
        else if (!read_challenge(row, &challenge))
            error = database_say(line, reader->path, STORE_DAMAGED, "a challenge is damaged");
        else
            each(context, &challenge);
    }
    db_reset(row);
    return error;
}

/* CHANGES' columns. */
enum {
    CHANGE_PLAYER,
    CHANGE_CATEGORY,
    CHANGE_BEFORE,                    /* rating, deviation, volatility, at */
    CHANGE_AFTER = CHANGE_BEFORE + 4, /* rating, deviation, volatility, games, at */
};

static bool read_change(DbStatement *row, StoreRatingChange *change)
{
    StoreRating *before = &change->before, *after = &change->after;
    before->at = db_number(row, CHANGE_BEFORE + 3);
    after->at = db_number(row, CHANGE_AFTER + 4);
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
    DbStatement *row = reader->statements[CHANGES];
    StoreError error = STORE_OK;
    DbResult rc;
    *count = 0;
    db_bind_int(row, 1, number);
    while (error == STORE_OK && (rc = db_step(row)) != DB_DONE) {
        if (rc != DB_ROW) {
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
    db_reset(row);
    return error;
}
