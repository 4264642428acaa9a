#include "statements.h"

#include "seat.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/* ---- what cannot be said by a list of columns ---- */

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

static void bind_game(sqlite3_stmt *s, const void *value)
{
    const PutGame *put = value;
    const StoreGame *game = &put->game;
    sqlite3_bind_int64(s, 1, put->number);
    bind_text(s, 2, game->id.text);
    for (int side = WHITE; side <= BLACK; side++) {
        bind_text(s, 3 + side, game->seat[side].player);
        sqlite3_bind_int(s, 5 + side, seat_level_on_disk(&game->seat[side]));
        sqlite3_bind_int(s, 7 + side, seat_rating_on_disk(&game->seat[side]));
        if (game->seat[side].engine[0])
            bind_text(s, 23 + side, game->seat[side].engine);
    }
    sqlite3_bind_int(s, 9, game->variant);
    if (game->fen[0])
        bind_text(s, 10, game->fen);
    if (game->control.timed)
        sqlite3_bind_int(s, 11, game->control.initial);
    sqlite3_bind_int(s, 12, game->control.increment);
    sqlite3_bind_int(s, 13, game->rated);
    sqlite3_bind_int(s, 14, game->first_move);
    sqlite3_bind_int64(s, 15, game->created);
    sqlite3_bind_int64(s, 16, game->made);
    sqlite3_bind_int(s, 17, game->control.bonus);
    sqlite3_bind_int(s, 18, game->control.days);
    sqlite3_bind_int(s, 19, game->again);
    sqlite3_bind_int(s, 20, (int)game->control.odds);
    sqlite3_bind_int(s, 21, game->control.odds_initial);
    sqlite3_bind_int(s, 22, game->control.odds_increment);
}

static void bind_event(sqlite3_stmt *s, const void *value)
{
    const PutEvent *event = value;
    sqlite3_bind_int64(s, 1, event->number);
    sqlite3_bind_int64(s, 2, event->seq);
    sqlite3_bind_blob(s, 3, event->bytes, event->size, SQLITE_STATIC);
}

static void bind_sleep(sqlite3_stmt *s, const void *value)
{
    const PutSleep *sleep = value;
    sqlite3_bind_int64(s, 1, sleep->number);
    if (sleep->wakes != STORE_AWAKE)
        sqlite3_bind_int64(s, 2, sleep->wakes);
}

static void bind_challenge(sqlite3_stmt *s, const void *value)
{
    const StoreChallenge *challenge = value;
    bind_text(s, 1, challenge->id);
    sqlite3_bind_int64(s, 2, challenge->made);
    sqlite3_bind_int64(s, 3, challenge->expires);
    sqlite3_bind_blob(s, 4, challenge->terms, (int)challenge->size, SQLITE_STATIC);
}

static void bind_settings(sqlite3_stmt *s, const void *value)
{
    const PutSettings *put = value;
    bind_text(s, 1, put->player);
    sqlite3_bind_text(s, 2, put->json, put->size, SQLITE_STATIC);
}

/* ---- the list ---- */

typedef enum {
    COLUMN_NONE,
    COLUMN_TEXT,
    COLUMN_BOOL,
    COLUMN_BYTE,
    COLUMN_INT,
    COLUMN_LONG
} ColumnKind;

/* A member of the value that is put; the statement's parameters are numbered in the columns' order. */
typedef struct {
    ColumnKind kind;
    size_t offset;
} Column;

enum { COLUMNS_MAX = 12 };

typedef struct {
    const char *sql;
    Column columns[COLUMNS_MAX + 1];                  /* up to the first COLUMN_NONE */
    void (*bind)(sqlite3_stmt *s, const void *value); /* instead, where it is set */
} Statement;

/* clang-format off */
#define KIND_OF(member)                                                                            \
    _Generic((member), char *: COLUMN_TEXT, bool: COLUMN_BOOL, int8_t: COLUMN_BYTE,                \
             int32_t: COLUMN_INT, int64_t: COLUMN_LONG)
#define OF(type, member) {KIND_OF(((type *)0)->member), offsetof(type, member)}
/* The value itself. */
#define THE_TEXT         {COLUMN_TEXT, 0}
#define THE_NUMBER       {COLUMN_LONG, 0}
/* clang-format on */

static const Statement STATEMENTS[] = {
    [PUT_PLAYER] =
        {.sql = "INSERT INTO players (id, name, guest, made, balance) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = excluded.guest,"
                " balance = excluded.balance",
         .columns = {OF(StorePlayer, id), OF(StorePlayer, name), OF(StorePlayer, guest),
                     OF(StorePlayer, made), OF(StorePlayer, balance)}},
    [PUT_GAME] =
        {.sql =
             "INSERT INTO games (number, id, white, black, white_level, black_level, white_rating,"
             " black_rating, variant, fen, initial, increment, rated, first_move, created, made,"
             " bonus, days, again, odds, odds_initial, odds_increment, white_engine, black_engine)"
             " VALUES (?, ?, (SELECT number FROM players WHERE id = ?),"
             " (SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
             "?, ?, ?, ?, ?, ?, ?)",
         .bind = bind_game},
    [PUT_EVENT] = {.sql = "INSERT INTO events VALUES (?, ?, ?)", .bind = bind_event},
    [PUT_END] = {.sql = "UPDATE games SET ended = ?2, status = ?3, winner = ?4, reason = ?5"
                        " WHERE number = ?1",
                 .columns = {OF(PutEnd, number), OF(PutEnd, ended), OF(PutEnd, status),
                             OF(PutEnd, winner), OF(PutEnd, reason)}},
    [PUT_SLEEP] = {.sql = "UPDATE games SET wakes = ?2 WHERE number = ?1 AND ended IS NULL",
                   .bind = bind_sleep},
    [PUT_CHALLENGE] = {.sql = "INSERT OR REPLACE INTO challenges VALUES (?, ?, ?, ?)",
                       .bind = bind_challenge},
    [PUT_CHALLENGE_DELETE] = {.sql = "DELETE FROM challenges WHERE id = ?", .columns = {THE_TEXT}},
    [PUT_RATING] = {.sql = "INSERT OR REPLACE INTO ratings"
                           " VALUES ((SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?)",
                    .columns = {OF(StoreRating, player), OF(StoreRating, category),
                                OF(StoreRating, rating), OF(StoreRating, deviation),
                                OF(StoreRating, volatility), OF(StoreRating, games),
                                OF(StoreRating, at)}},
    [PUT_RATING_CHANGE] = {.sql = "INSERT INTO rating_changes VALUES ((SELECT number FROM players"
                                  " WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           .columns = {OF(PutRatingChange, change.before.player),
                                       OF(PutRatingChange, change.before.category),
                                       OF(PutRatingChange, number),
                                       OF(PutRatingChange, change.after.rating),
                                       OF(PutRatingChange, change.after.deviation),
                                       OF(PutRatingChange, change.after.volatility),
                                       OF(PutRatingChange, change.after.games),
                                       OF(PutRatingChange, change.after.at),
                                       OF(PutRatingChange, change.before.rating),
                                       OF(PutRatingChange, change.before.deviation),
                                       OF(PutRatingChange, change.before.volatility),
                                       OF(PutRatingChange, change.before.at)}},
    [PUT_CHANGES_DELETE] = {.sql = "DELETE FROM rating_changes WHERE game = ?1 AND player IN"
                                   " (SELECT white FROM games WHERE number = ?1"
                                   " UNION ALL SELECT black FROM games WHERE number = ?1"
                                   " UNION ALL SELECT white FROM archive WHERE number = ?1"
                                   " UNION ALL SELECT black FROM archive WHERE number = ?1)",
                            .columns = {THE_NUMBER}},
    [PUT_ACCOUNT] =
        {.sql = "INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot)"
                " VALUES ((SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (player) DO UPDATE SET skeleton = excluded.skeleton,"
                " password = excluded.password, seen = excluded.seen,"
                " closed = excluded.closed, bot = excluded.bot",
         .columns = {OF(StoreAccount, player), OF(StoreAccount, skeleton),
                     OF(StoreAccount, password), OF(StoreAccount, made), OF(StoreAccount, seen),
                     OF(StoreAccount, closed), OF(StoreAccount, bot)}},
    [PUT_SETTINGS] = {.sql = "UPDATE accounts SET settings = ?2"
                             " WHERE player = (SELECT number FROM players WHERE id = ?1)",
                      .bind = bind_settings},
    [PUT_CREDENTIAL] =
        {.sql = "INSERT OR REPLACE INTO passes"
                " VALUES (?, (SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?)",
         .columns = {OF(StoreCredential, key), OF(StoreCredential, player),
                     OF(StoreCredential, kind), OF(StoreCredential, scopes),
                     OF(StoreCredential, made), OF(StoreCredential, seen),
                     OF(StoreCredential, expires), OF(StoreCredential, label)}},
    [PUT_CREDENTIAL_DELETE] = {.sql = "DELETE FROM passes WHERE key = ?", .columns = {THE_TEXT}},
    [PUT_RELATION] = {.sql = "INSERT OR REPLACE INTO relations"
                             " VALUES ((SELECT number FROM players WHERE id = ?), ?,"
                             " (SELECT number FROM players WHERE id = ?), ?)",
                      .columns = {OF(StoreRelation, player), OF(StoreRelation, kind),
                                  OF(StoreRelation, other), OF(StoreRelation, made)}},
    [PUT_RELATION_DELETE] =
        {.sql = "DELETE FROM relations"
                " WHERE player = (SELECT number FROM players WHERE id = ?) AND kind = ?"
                " AND other = (SELECT number FROM players WHERE id = ?)",
         .columns = {OF(StoreRelation, player), OF(StoreRelation, kind), OF(StoreRelation, other)}},
    [PUT_SANCTION] = {.sql = "INSERT OR REPLACE INTO sanctions VALUES (?, ?, ?)",
                      .columns = {OF(StoreSanction, id), OF(StoreSanction, muted),
                                  OF(StoreSanction, banned)}},
    [PUT_ADDRESS_BAN] = {.sql = "INSERT OR REPLACE INTO address_bans VALUES (?, ?)",
                         .columns = {OF(StoreAddressBan, address), OF(StoreAddressBan, until)}},
    [PUT_ADDRESS_BAN_DELETE] = {.sql = "DELETE FROM address_bans WHERE address = ?",
                                .columns = {THE_TEXT}},
    [PUT_ACT] = {.sql = "INSERT INTO acts (at, who, act, target) VALUES (?, ?, ?, ?)",
                 .columns = {OF(StoreAct, at), OF(StoreAct, who), OF(StoreAct, act),
                             OF(StoreAct, target)}},
    [PUT_REPORT] = {.sql = "INSERT INTO reports (at, id, about, game, reason, words)"
                           " VALUES (?, ?, ?, ?, ?, ?)",
                    .columns = {OF(StoreReport, at), OF(StoreReport, id), OF(StoreReport, about),
                                OF(StoreReport, game), OF(StoreReport, reason),
                                OF(StoreReport, words)}},
    [PUT_SITE] = {.sql = "INSERT OR REPLACE INTO site VALUES (?, ?)",
                  .columns = {OF(StoreSite, name), OF(StoreSite, value)}},
    [PUT_RATINGS_DELETE] =
        {.sql = "DELETE FROM ratings WHERE player = (SELECT number FROM players WHERE id = ?)",
         .columns = {THE_TEXT}},
    [PUT_IMPORT] =
        {.sql =
             "INSERT INTO archive VALUES (?1, NULL, NULL, ?2, ?3, ?4)"}, /* bound by import_write */
    [PUT_AXIS] = {.sql = "UPDATE castled SET axis = ?", .columns = {THE_NUMBER}},
};
static_assert(sizeof STATEMENTS / sizeof *STATEMENTS == (size_t)PUT_KINDS,
              "each kind of write has its statement");

static void bind_column(sqlite3_stmt *s, int at, ColumnKind kind, const void *member)
{
    switch (kind) {
    case COLUMN_NONE: break;
    case COLUMN_TEXT: bind_text(s, at, member); break;
    case COLUMN_BOOL: sqlite3_bind_int(s, at, *(const bool *)member); break;
    case COLUMN_BYTE: sqlite3_bind_int(s, at, *(const int8_t *)member); break;
    case COLUMN_INT: sqlite3_bind_int(s, at, *(const int32_t *)member); break;
    case COLUMN_LONG: sqlite3_bind_int64(s, at, *(const int64_t *)member); break;
    }
}

const char *statement_sql(PutKind kind)
{
    return STATEMENTS[kind].sql;
}

void statement_bind(sqlite3_stmt *s, PutKind kind, const void *value)
{
    const Statement *statement = &STATEMENTS[kind];
    if (statement->bind)
        statement->bind(s, value);
    for (int i = 0; statement->columns[i].kind != COLUMN_NONE; i++)
        bind_column(s, i + 1, statement->columns[i].kind,
                    (const char *)value + statement->columns[i].offset);
}
