#include "reader.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, EVENTS, UNFINISHED, CHALLENGES, ACCOUNTS, RATINGS };

static const char *const SQL[READER_STATEMENTS] = {
    [GAME] = "SELECT g.id, w.id, w.name, w.guest, b.id, b.name, b.guest, white_level, black_level,"
             " white_rating, black_rating, variant, fen, initial, increment, rated, first_move,"
             " created, g.made, ended, status, winner, reason, bonus, days"
             " FROM games g LEFT JOIN players w ON w.number = g.white"
             " LEFT JOIN players b ON b.number = g.black WHERE g.number = ?",
    [EVENTS] = "SELECT seq, data FROM events WHERE game = ? ORDER BY seq",
    [UNFINISHED] = "SELECT min(number) FROM games WHERE ended IS NULL AND number > ?",
    [ACCOUNTS] = "SELECT id, name, made, balance FROM players WHERE guest = 0",
    [RATINGS] = "SELECT p.id, category, rating, deviation, volatility, games, at"
                " FROM ratings JOIN players p ON p.number = player",
    [CHALLENGES] = "SELECT id, made, expires, terms FROM challenges ORDER BY made, id",
};

/* GAME's columns. */
enum {
    GAME_ID,
    SEAT_ID, /* of white; id, name and guest of black stand SEAT_COLUMNS later */
    SEAT_NAME,
    SEAT_GUEST,
    SEAT_COLUMNS = 3,
    SEAT_LEVEL = SEAT_ID + 2 * SEAT_COLUMNS, /* white, black */
    SEAT_RATING = SEAT_LEVEL + 2,
    VARIANT = SEAT_RATING + 2,
    FEN,
    INITIAL,
    INCREMENT,
    RATED,
    FIRST_MOVE,
    CREATED,
    MADE,
    ENDED,
    STATUS,
    WINNER,
    REASON,
    BONUS,
    DAYS,
};

static bool is_null(sqlite3_stmt *row, int column)
{
    return sqlite3_column_type(row, column) == SQLITE_NULL;
}

/* NULL becomes the empty text. False when it does not fit. */
static bool copy_text(sqlite3_stmt *row, int column, char *to, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t length = (size_t)sqlite3_column_bytes(row, column);
    if (length >= size || (text && strlen(text) != length))
        return false;
    if (text)
        memcpy(to, text, length);
    to[length] = '\0';
    return true;
}

static bool copy_int(sqlite3_stmt *row, int column, int32_t *to)
{
    int64_t value = sqlite3_column_int64(row, column);
    *to = (int32_t)value;
    return value == *to;
}

static bool read_seat(sqlite3_stmt *row, int side, StoreSeat *seat)
{
    int first = side * SEAT_COLUMNS;
    seat->guest = sqlite3_column_int(row, SEAT_GUEST + first) != 0;
    return copy_text(row, SEAT_ID + first, seat->player, sizeof seat->player) &&
           copy_text(row, SEAT_NAME + first, seat->name, sizeof seat->name) &&
           copy_int(row, SEAT_LEVEL + side, &seat->level) &&
           copy_int(row, SEAT_RATING + side, &seat->rating) &&
           (seat->player[0] != '\0') == (seat->level == 0);
}

static bool read_control(sqlite3_stmt *row, TimeControl *control)
{
    int32_t bonus;
    control->timed = !is_null(row, INITIAL);
    if (!copy_int(row, BONUS, &bonus) || bonus < BONUS_FISCHER || bonus > BONUS_DELAY)
        return false;
    control->bonus = (Bonus)bonus;
    return copy_int(row, INITIAL, &control->initial) &&
           copy_int(row, INCREMENT, &control->increment) && copy_int(row, DAYS, &control->days);
}

static bool read_result(sqlite3_stmt *row, StoreGame *game)
{
    int32_t status, winner, reason;
    if (!copy_int(row, STATUS, &status) || !copy_int(row, WINNER, &winner) ||
        !copy_int(row, REASON, &reason))
        return false;
    game->ended = sqlite3_column_int64(row, ENDED);
    game->status = (Status)status;
    game->winner = (Winner)winner;
    game->reason = (Reason)reason;
    return status >= STATUS_CREATED && status <= STATUS_NOSTART && winner >= WINNER_NONE &&
           winner <= WINNER_BLACK && reason >= REASON_NONE && reason <= REASON_INSUFFICIENT;
}

static bool read_row(sqlite3_stmt *row, StoreGame *game)
{
    game->rated = sqlite3_column_int(row, RATED) != 0;
    game->created = sqlite3_column_int64(row, CREATED);
    game->made = sqlite3_column_int64(row, MADE);
    return copy_text(row, GAME_ID, game->id.text, sizeof game->id.text) &&
           read_seat(row, WHITE, &game->seat[WHITE]) && read_seat(row, BLACK, &game->seat[BLACK]) &&
           copy_int(row, VARIANT, &game->variant) &&
           copy_text(row, FEN, game->fen, sizeof game->fen) && read_control(row, &game->control) &&
           copy_int(row, FIRST_MOVE, &game->first_move) && read_result(row, game);
}

static StoreError damaged(const Reader *reader, int64_t number, const char *what, char *line)
{
    char *detail = sqlite3_mprintf("game number %lld: %s", (long long)number, what);
    database_say(line, reader->path, STORE_DAMAGED, detail);
    sqlite3_free(detail);
    return STORE_DAMAGED;
}

static StoreError refused(const Reader *reader, int rc, char *line)
{
    return database_say(line, reader->path, database_error(rc), sqlite3_errmsg(reader->db));
}

/* Appends an event to a game that has memory for 'capacity', growing it. */
static bool append_event(StoredGame **game, uint32_t *capacity, sqlite3_stmt *row)
{
    int64_t seq = sqlite3_column_int64(row, 0);
    const void *bytes = sqlite3_column_blob(row, 1);
    int size = sqlite3_column_bytes(row, 1);
    if (seq != (int64_t)(*game)->count + 1 || seq > STORE_EVENTS_MAX || size > EVENT_PACKED_MAX)
        return false;
    if ((*game)->count == *capacity) {
        *capacity = *capacity ? 2 * *capacity : 64;
        *game = memory_resize(*game, sizeof **game + *capacity * sizeof(StoredEvent), 1);
    }
    StoredEvent *event = &(*game)->events[(*game)->count++];
    *event = (StoredEvent){.seq = (uint32_t)seq, .size = (unsigned char)size};
    if (size > 0)
        memcpy(event->bytes, bytes, (size_t)size);
    return true;
}

static StoreError read_events(Reader *reader, int64_t number, StoredGame **game, char *line)
{
    sqlite3_stmt *row = reader->statements[EVENTS];
    StoreError error = STORE_OK;
    uint32_t capacity = 0;
    int rc;
    sqlite3_bind_int64(row, 1, number);
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            error = refused(reader, rc, line);
        else if (!append_event(game, &capacity, row))
            error = damaged(reader, number, "an event is missing or too long", line);
    }
    sqlite3_reset(row);
    return error;
}

static StoreError read_game(Reader *reader, int64_t number, StoredGame **game, char *line)
{
    sqlite3_stmt *row = reader->statements[GAME];
    StoreError error = STORE_OK;
    sqlite3_bind_int64(row, 1, number);
    int rc = sqlite3_step(row);
    if (rc == SQLITE_ROW) {
        *game = memory_new(sizeof **game);
        GameId id = game_number_print(number, reader->id_key);
        if (!read_row(row, &(*game)->game) || strcmp((*game)->game.id.text, id.text) != 0)
            error = damaged(reader, number, "its row makes no sense", line);
    } else if (rc != SQLITE_DONE)
        error = refused(reader, rc, line);
    sqlite3_reset(row);
    return *game && error == STORE_OK ? read_events(reader, number, game, line) : error;
}

void stored_game_free(StoredGame *game)
{
    free(game);
}

StoreError reader_init(Reader *reader, sqlite3 *db, const char *path, const unsigned char *id_key,
                       char *line)
{
    *reader = (Reader){.db = db, .path = path, .id_key = id_key};
    for (int i = 0; i < READER_STATEMENTS; i++) {
        int rc = sqlite3_prepare_v3(db, SQL[i], -1, SQLITE_PREPARE_PERSISTENT,
                                    &reader->statements[i], NULL);
        if (rc != SQLITE_OK) {
            refused(reader, rc, line);
            reader_clear(reader);
            return database_error(rc);
        }
    }
    return STORE_OK;
}

void reader_clear(Reader *reader)
{
    for (int i = 0; i < READER_STATEMENTS; i++)
        sqlite3_finalize(reader->statements[i]);
    *reader = (Reader){0};
}

/* One read transaction, so that a commit in between does not show half. */
StoreError reader_game(Reader *reader, int64_t number, StoredGame **game, char *line)
{
    *game = NULL;
    int rc = sqlite3_exec(reader->db, "BEGIN", NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return refused(reader, rc, line);
    StoreError error = read_game(reader, number, game, line);
    sqlite3_exec(reader->db, "COMMIT", NULL, NULL, NULL);
    if (error != STORE_OK) {
        stored_game_free(*game);
        *game = NULL;
    }
    return error;
}

/* The number of the oldest unfinished game above 'number', -1 when there is none. */
static StoreError next_unfinished(Reader *reader, int64_t *number, char *line)
{
    sqlite3_stmt *row = reader->statements[UNFINISHED];
    sqlite3_bind_int64(row, 1, *number);
    int rc = sqlite3_step(row);
    StoreError error = STORE_OK;
    if (rc != SQLITE_ROW)
        error = refused(reader, rc, line);
    bool is_found = rc == SQLITE_ROW && !is_null(row, 0);
    *number = is_found ? sqlite3_column_int64(row, 0) : -1;
    sqlite3_reset(row);
    if (*number >= GAME_NUMBER_END)
        error = damaged(reader, *number, "there is no such number", line);
    return error;
}

StoreError reader_unfinished(Reader *reader, void (*each)(void *context, const StoredGame *game),
                             void *context, char *line)
{
    int64_t number = -1;
    for (;;) {
        StoredGame *game = NULL;
        StoreError error = next_unfinished(reader, &number, line);
        if (error != STORE_OK || number < 0)
            return error;
        error = reader_game(reader, number, &game, line);
        if (error != STORE_OK)
            return error;
        each(context, game);
        stored_game_free(game);
    }
}

static bool read_challenge(sqlite3_stmt *row, StoreChallenge *challenge)
{
    *challenge = (StoreChallenge){.made = sqlite3_column_int64(row, 1),
                                  .expires = sqlite3_column_int64(row, 2),
                                  .size = (size_t)sqlite3_column_bytes(row, 3)};
    if (challenge->size > STORE_TERMS_MAX)
        return false;
    if (challenge->size > 0)
        memcpy(challenge->terms, sqlite3_column_blob(row, 3), challenge->size);
    return copy_text(row, 0, challenge->id, sizeof challenge->id);
}

StoreError reader_challenges(Reader *reader,
                             void (*each)(void *context, const StoreChallenge *challenge),
                             void *context, char *line)
{
    sqlite3_stmt *row = reader->statements[CHALLENGES];
    StoreError error = STORE_OK;
    StoreChallenge challenge;
    int rc;
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            error = refused(reader, rc, line);
        else if (!read_challenge(row, &challenge))
            error = database_say(line, reader->path, STORE_DAMAGED, "a challenge makes no sense");
        else
            each(context, &challenge);
    }
    sqlite3_reset(row);
    return error;
}

static bool read_account(sqlite3_stmt *row, StorePlayer *player)
{
    int64_t balance = sqlite3_column_int64(row, 3);
    *player = (StorePlayer){.made = sqlite3_column_int64(row, 2), .balance = (int8_t)balance};
    return copy_text(row, 0, player->id, sizeof player->id) && player->id[0] &&
           copy_text(row, 1, player->name, sizeof player->name) && player->balance == balance;
}

StoreError reader_accounts(Reader *reader, void (*each)(void *context, const StorePlayer *player),
                           void *context, char *line)
{
    sqlite3_stmt *row = reader->statements[ACCOUNTS];
    StoreError error = STORE_OK;
    StorePlayer player;
    int rc;
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            error = refused(reader, rc, line);
        else if (!read_account(row, &player))
            error = database_say(line, reader->path, STORE_DAMAGED, "an account makes no sense");
        else
            each(context, &player);
    }
    sqlite3_reset(row);
    return error;
}

static bool read_rating(sqlite3_stmt *row, StoreRating *rating)
{
    *rating = (StoreRating){.at = sqlite3_column_int64(row, 6)};
    return copy_text(row, 0, rating->player, sizeof rating->player) &&
           copy_int(row, 1, &rating->category) && copy_int(row, 2, &rating->rating) &&
           copy_int(row, 3, &rating->deviation) && copy_int(row, 4, &rating->volatility) &&
           copy_int(row, 5, &rating->games);
}

StoreError reader_ratings(Reader *reader, void (*each)(void *context, const StoreRating *rating),
                          void *context, char *line)
{
    sqlite3_stmt *row = reader->statements[RATINGS];
    StoreError error = STORE_OK;
    StoreRating rating;
    int rc;
    while (error == STORE_OK && (rc = sqlite3_step(row)) != SQLITE_DONE) {
        if (rc != SQLITE_ROW)
            error = refused(reader, rc, line);
        else if (!read_rating(row, &rating))
            error = database_say(line, reader->path, STORE_DAMAGED, "a rating makes no sense");
        else
            each(context, &rating);
    }
    sqlite3_reset(row);
    return error;
}
