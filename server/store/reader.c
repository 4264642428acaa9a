#include "reader.h"

#include "finished.h"
#include "memory.h"
#include "seat.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, EVENTS, UNFINISHED, CHALLENGES, ACCOUNTS, RATINGS, ARCHIVED, SLEEPING, DUE };

static const char *const SQL[READER_STATEMENTS] = {
    [GAME] = "SELECT g.id, w.id, w.name, w.guest, b.id, b.name, b.guest, white_level, black_level,"
             " white_rating, black_rating, variant, fen, initial, increment, rated, first_move,"
             " created, g.made, ended, status, winner, reason, bonus, days, again,"
             " odds, odds_initial, odds_increment, white_engine, black_engine"
             " FROM games g LEFT JOIN players w ON w.number = g.white"
             " LEFT JOIN players b ON b.number = g.black WHERE g.number = ?",
    [EVENTS] = "SELECT seq, data FROM events WHERE game = ? ORDER BY seq",
    [UNFINISHED] = "SELECT min(number) FROM games WHERE ended IS NULL AND wakes IS NULL"
                   " AND number > ?",
    [ACCOUNTS] = "SELECT id, name, made, balance FROM players WHERE guest = 0 AND NOT EXISTS"
                 " (SELECT 1 FROM accounts WHERE player = number AND closed > 0)",
    /* Numbers of games rise: the newest are the last that were made. */
    [RATINGS] = "SELECT p.id, category, rating, deviation, volatility, games, at,"
                " (SELECT group_concat(rating) FROM (SELECT c.rating FROM rating_changes c"
                " WHERE c.player = r.player AND c.category = r.category"
                " ORDER BY c.game DESC LIMIT 12))"
                " FROM ratings r JOIN players p ON p.number = player",
    [CHALLENGES] = "SELECT id, made, expires, terms FROM challenges ORDER BY made, id",
    [SLEEPING] = "SELECT min(number) FROM games WHERE wakes IS NOT NULL AND number > ?",
    [DUE] = "SELECT number FROM games WHERE wakes <= ? ORDER BY wakes LIMIT ?",
    [ARCHIVED] =
        "SELECT w.id, w.name, w.guest, b.id, b.name, b.guest, a.made, result, a.data, r.data"
        " FROM archive a LEFT JOIN receipts r ON r.number = a.number"
        " LEFT JOIN players w ON w.number = a.white"
        " LEFT JOIN players b ON b.number = a.black WHERE a.number = ?",
};

/* GAME's columns. */
enum {
    GAME_ID,
    SEAT_ID, /* of white: id, name and guest; those of black stand SEAT_COLUMNS later */
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
    AGAIN,
    ODDS,
    ODDS_INITIAL,
    ODDS_INCREMENT,
    SEAT_ENGINE, /* white, black */
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

/* Id, name and guest, from that column on. */
static bool read_person(sqlite3_stmt *row, int first, StoreSeat *seat)
{
    seat->guest = sqlite3_column_int(row, first + 2) != 0;
    return copy_text(row, first, seat->player, sizeof seat->player) &&
           copy_text(row, first + 1, seat->name, sizeof seat->name);
}

static bool read_seat(sqlite3_stmt *row, int side, StoreSeat *seat)
{
    int32_t level, rating;
    if (!read_person(row, SEAT_ID + side * SEAT_COLUMNS, seat) ||
        !copy_int(row, SEAT_LEVEL + side, &level) || !copy_int(row, SEAT_RATING + side, &rating))
        return false;
    seat_read_numbers(seat, level, rating);
    const char *engine = (const char *)sqlite3_column_text(row, SEAT_ENGINE + side);
    if (engine &&
        !seat_read_engine(seat, engine, (size_t)sqlite3_column_bytes(row, SEAT_ENGINE + side)))
        return false;
    return (seat->player[0] != '\0') == (seat->kind == STORE_SEAT_HUMAN);
}

static bool read_control(sqlite3_stmt *row, TimeControl *control)
{
    int32_t bonus, odds;
    control->timed = !is_null(row, INITIAL);
    if (!copy_int(row, BONUS, &bonus) || bonus < BONUS_FISCHER || bonus > BONUS_DELAY ||
        !copy_int(row, ODDS, &odds) || odds < TIME_ODDS_NONE || odds > TIME_ODDS_BLACK)
        return false;
    control->bonus = (Bonus)bonus;
    control->odds = (TimeOdds)odds;
    return copy_int(row, INITIAL, &control->initial) &&
           copy_int(row, INCREMENT, &control->increment) && copy_int(row, DAYS, &control->days) &&
           copy_int(row, ODDS_INITIAL, &control->odds_initial) &&
           copy_int(row, ODDS_INCREMENT, &control->odds_increment);
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
    game->again = sqlite3_column_int(row, AGAIN) != 0;
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
    uint32_t capacity = (*game)->count;
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

/* ARCHIVED's columns. */
enum {
    ARCHIVED_SEAT,
    ARCHIVED_MADE = ARCHIVED_SEAT + 2 * SEAT_COLUMNS,
    ARCHIVED_RESULT,
    ARCHIVED_DATA,
    ARCHIVED_RECEIPTS,
};

/* What the columns say; the terms are in the data. */
static bool read_archived_row(sqlite3_stmt *row, StoreGame *game)
{
    game->made = sqlite3_column_int64(row, ARCHIVED_MADE);
    return read_person(row, ARCHIVED_SEAT, &game->seat[WHITE]) &&
           read_person(row, ARCHIVED_SEAT + SEAT_COLUMNS, &game->seat[BLACK]) &&
           finished_read_result(sqlite3_column_int64(row, ARCHIVED_RESULT), game);
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

static FinishedRow borrow_row(sqlite3_stmt *row)
{
    return (FinishedRow){
        .data = (unsigned char *)sqlite3_column_blob(row, ARCHIVED_DATA),
        .data_size = (size_t)sqlite3_column_bytes(row, ARCHIVED_DATA),
        .receipts = (unsigned char *)sqlite3_column_blob(row, ARCHIVED_RECEIPTS),
        .receipts_size = (size_t)sqlite3_column_bytes(row, ARCHIVED_RECEIPTS),
    };
}

/* *game stays NULL when there is none, as in what follows. With 'head' instead of 'game' only what a list
 * needs is read. */
static StoreError read_archived(Reader *reader, int64_t number, StoredGame **game, StoreGame *head,
                                char *line)
{
    sqlite3_stmt *row = reader->statements[ARCHIVED];
    StoreGame known = {.id = game_number_print(number, reader->id_key)};
    StoreError error = STORE_OK;
    const char *why = "its row makes no sense";
    sqlite3_bind_int64(row, 1, number);
    int rc = sqlite3_step(row);
    if (rc == SQLITE_ROW) {
        FinishedRow finished = borrow_row(row);
        if (!read_archived_row(row, &known) ||
            !finished_terms(&known, finished.data, finished.data_size) || !seats_are_sound(&known))
            error = STORE_DAMAGED;
        else if (head)
            *head = known;
        else
            error = finished_unpack(&known, &finished, game, &why);
        if (error != STORE_OK)
            damaged(reader, number, why, line);
    } else if (rc != SQLITE_DONE)
        error = refused(reader, rc, line);
    sqlite3_reset(row);
    return error;
}

static StoreError read_current(Reader *reader, int64_t number, StoreGame *game, bool *found,
                               char *line)
{
    sqlite3_stmt *row = reader->statements[GAME];
    StoreError error = STORE_OK;
    sqlite3_bind_int64(row, 1, number);
    int rc = sqlite3_step(row);
    *found = rc == SQLITE_ROW;
    if (*found) {
        GameId id = game_number_print(number, reader->id_key);
        if (!read_row(row, game) || strcmp(game->id.text, id.text) != 0)
            error = damaged(reader, number, "its row makes no sense", line);
    } else if (rc != SQLITE_DONE)
        error = refused(reader, rc, line);
    sqlite3_reset(row);
    return error;
}

StoreError reader_game_within(Reader *reader, int64_t number, StoredGame **game, char *line)
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
    if (error != STORE_OK) {
        stored_game_free(*game);
        *game = NULL;
    }
    return error;
}

StoreError reader_head_within(Reader *reader, int64_t number, StoreGame *head, char *line)
{
    bool found;
    memset(head, 0, sizeof *head);
    StoreError error = read_current(reader, number, head, &found, line);
    return error == STORE_OK && !found ? read_archived(reader, number, NULL, head, line) : error;
}

void stored_game_free(StoredGame *game)
{
    if (game)
        free(game->tags);
    free(game);
}

StoreError reader_init(Reader *reader, sqlite3 *db, const char *path, const unsigned char *id_key,
                       char *line)
{
    *reader = (Reader){.db = db, .path = path, .id_key = id_key};
    return database_prepare(db, path, SQL, READER_STATEMENTS, reader->statements, line);
}

void reader_clear(Reader *reader)
{
    database_finalize(reader->statements, READER_STATEMENTS);
    *reader = (Reader){0};
}

/* One read transaction, so that a commit in between does not show half. */
StoreError reader_game(Reader *reader, int64_t number, StoredGame **game, char *line)
{
    *game = NULL;
    int rc = sqlite3_exec(reader->db, "BEGIN", NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        return refused(reader, rc, line);
    StoreError error = reader_game_within(reader, number, game, line);
    sqlite3_exec(reader->db, "COMMIT", NULL, NULL, NULL);
    return error;
}

/* The number of the oldest such game above 'number', -1 when there is none. */
static StoreError next_number(Reader *reader, int statement, int64_t *number, char *line)
{
    sqlite3_stmt *row = reader->statements[statement];
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
        StoreError error = next_number(reader, UNFINISHED, &number, line);
        if (error != STORE_OK || number < 0)
            return error;
        error = reader_game(reader, number, &game, line);
        if (error != STORE_OK)
            return error;
        each(context, game);
        stored_game_free(game);
    }
}

StoreError reader_sleeping(Reader *reader, void (*each)(void *context, const StoreGame *game),
                           void *context, char *line)
{
    int64_t number = -1;
    for (;;) {
        StoreGame head;
        StoreError error = next_number(reader, SLEEPING, &number, line);
        if (error != STORE_OK || number < 0)
            return error;
        error = reader_head_within(reader, number, &head, line);
        if (error != STORE_OK)
            return error;
        each(context, &head);
    }
}

StoreError reader_due(Reader *reader, int64_t by, int64_t *numbers, int most, int *count,
                      char *line)
{
    sqlite3_stmt *row = reader->statements[DUE];
    int rc;
    *count = 0;
    sqlite3_bind_int64(row, 1, by);
    sqlite3_bind_int(row, 2, most);
    while ((rc = sqlite3_step(row)) == SQLITE_ROW)
        numbers[(*count)++] = sqlite3_column_int64(row, 0);
    StoreError error = rc == SQLITE_DONE ? STORE_OK : refused(reader, rc, line);
    sqlite3_reset(row);
    return error;
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

/* Numbers with commas between them. */
static void read_recent(const char *text, StoreRating *rating)
{
    char *end;
    while (text && *text && rating->recents < STORE_RECENT_MAX) {
        rating->recent[rating->recents++] = (int32_t)strtol(text, &end, 10);
        text = *end == ',' ? end + 1 : NULL;
    }
}

static bool read_rating(sqlite3_stmt *row, StoreRating *rating)
{
    *rating = (StoreRating){.at = sqlite3_column_int64(row, 6)};
    read_recent((const char *)sqlite3_column_text(row, 7), rating);
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
