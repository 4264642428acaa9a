#include "writer.h"

#include "import_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pages in the log before it is moved into the database: SQLite's own default, 4 MiB. */
enum { CHECKPOINT_PAGES = 1000 };

/* The first ones are indexed by PutKind. */
enum { BEGIN = PUT_AXIS + 1, EPOCH, COMMIT, ROLLBACK, PLAYED };

/* What the index says of a game; side is that of the player whose row it is. */
#define PLAYED_AS(player, opponent, side)                                                          \
    "SELECT " player ", number, made, coalesce(" opponent ", -" opponent "_level), " side          \
    ", status, winner, rated, variant, initial, increment, days, 0 FROM games WHERE number = ?1"

static const char *const SQL[WRITER_STATEMENTS] = {
    [PUT_PLAYER] = "INSERT INTO players (id, name, guest, made, balance) VALUES (?, ?, ?, ?, ?)"
                   " ON CONFLICT (id) DO UPDATE SET name = excluded.name, guest = excluded.guest,"
                   " balance = excluded.balance",
    [PUT_GAME] =
        "INSERT INTO games (number, id, white, black, white_level, black_level, white_rating,"
        " black_rating, variant, fen, initial, increment, rated, first_move, created, made,"
        " bonus, days, again)"
        " VALUES (?, ?, (SELECT number FROM players WHERE id = ?),"
        " (SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [PUT_EVENT] = "INSERT INTO events VALUES (?, ?, ?)",
    [PUT_END] = "UPDATE games SET ended = ?2, status = ?3, winner = ?4, reason = ?5"
                " WHERE number = ?1",
    [PUT_SLEEP] = "UPDATE games SET wakes = ?2 WHERE number = ?1 AND ended IS NULL",
    [PUT_CHALLENGE] = "INSERT OR REPLACE INTO challenges VALUES (?, ?, ?, ?)",
    [PUT_CHALLENGE_DELETE] = "DELETE FROM challenges WHERE id = ?",
    [PUT_RATING] = "INSERT OR REPLACE INTO ratings"
                   " VALUES ((SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?)",
    [PUT_RATING_CHANGE] = "INSERT INTO rating_changes VALUES ((SELECT number FROM players"
                          " WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [PUT_ACCOUNT] = "INSERT INTO accounts (player, skeleton, password, made, seen, closed, bot)"
                    " VALUES ((SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (player) DO UPDATE SET skeleton = excluded.skeleton,"
                    " password = excluded.password, seen = excluded.seen,"
                    " closed = excluded.closed, bot = excluded.bot",
    [PUT_SETTINGS] = "UPDATE accounts SET settings = ?2"
                     " WHERE player = (SELECT number FROM players WHERE id = ?1)",
    [PUT_PASS] = "INSERT OR REPLACE INTO passes"
                 " VALUES (?, (SELECT number FROM players WHERE id = ?), ?, ?, ?, ?, ?, ?)",
    [PUT_PASS_DELETE] = "DELETE FROM passes WHERE key = ?",
    [PUT_RELATION] = "INSERT OR REPLACE INTO relations"
                     " VALUES ((SELECT number FROM players WHERE id = ?), ?,"
                     " (SELECT number FROM players WHERE id = ?), ?)",
    [PUT_RELATION_DELETE] = "DELETE FROM relations"
                            " WHERE player = (SELECT number FROM players WHERE id = ?) AND kind = ?"
                            " AND other = (SELECT number FROM players WHERE id = ?)",
    [PUT_SANCTION] = "INSERT OR REPLACE INTO sanctions VALUES (?, ?, ?)",
    [PUT_ACT] = "INSERT INTO acts (at, who, act, target) VALUES (?, ?, ?, ?)",
    [PUT_REPORT] = "INSERT INTO reports (at, id, about, game, reason, words)"
                   " VALUES (?, ?, ?, ?, ?, ?)",
    [PUT_RATINGS_DELETE] =
        "DELETE FROM ratings WHERE player = (SELECT number FROM players WHERE id = ?)",
    [PUT_SITE] = "INSERT OR REPLACE INTO site VALUES (?, ?)",
    [PUT_CHANGES_DELETE] = "DELETE FROM rating_changes WHERE game = ?1 AND player IN"
                           " (SELECT white FROM games WHERE number = ?1"
                           " UNION ALL SELECT black FROM games WHERE number = ?1"
                           " UNION ALL SELECT white FROM archive WHERE number = ?1"
                           " UNION ALL SELECT black FROM archive WHERE number = ?1)",
    [PUT_IMPORT] = "INSERT INTO archive VALUES (?1, NULL, NULL, ?2, ?3, ?4)",
    [PUT_AXIS] = "UPDATE castled SET axis = ?",
    [BEGIN] = "BEGIN IMMEDIATE",
    [EPOCH] = "SELECT epoch FROM castled",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PLAYED] =
        "INSERT OR REPLACE INTO played " PLAYED_AS("0", "black", "0") " UNION ALL " PLAYED_AS(
            "white", "black",
            "0") " AND white IS NOT NULL UNION ALL " PLAYED_AS("black", "white",
                                                               "1") " AND black IS NOT"
                                                                    " NULL",
};

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

static void bind_player(sqlite3_stmt *s, const StorePlayer *player)
{
    bind_text(s, 1, player->id);
    bind_text(s, 2, player->name);
    sqlite3_bind_int(s, 3, player->guest);
    sqlite3_bind_int64(s, 4, player->made);
    sqlite3_bind_int(s, 5, player->balance);
}

static void bind_game(sqlite3_stmt *s, const PutGame *put)
{
    const StoreGame *game = &put->game;
    sqlite3_bind_int64(s, 1, put->number);
    bind_text(s, 2, game->id.text);
    for (int side = WHITE; side <= BLACK; side++) {
        bind_text(s, 3 + side, game->seat[side].player);
        sqlite3_bind_int(s, 5 + side, game->seat[side].level);
        sqlite3_bind_int(s, 7 + side, game->seat[side].rating);
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
}

static void bind_event(sqlite3_stmt *s, const PutEvent *event)
{
    sqlite3_bind_int64(s, 1, event->number);
    sqlite3_bind_int64(s, 2, event->seq);
    sqlite3_bind_blob(s, 3, event->bytes, event->size, SQLITE_STATIC);
}

static void bind_end(sqlite3_stmt *s, const PutEnd *end)
{
    sqlite3_bind_int64(s, 1, end->number);
    sqlite3_bind_int64(s, 2, end->ended);
    sqlite3_bind_int(s, 3, end->status);
    sqlite3_bind_int(s, 4, end->winner);
    sqlite3_bind_int(s, 5, end->reason);
}

static void bind_sleep(sqlite3_stmt *s, const PutSleep *sleep)
{
    sqlite3_bind_int64(s, 1, sleep->number);
    if (sleep->wakes != STORE_AWAKE)
        sqlite3_bind_int64(s, 2, sleep->wakes);
}

static void bind_challenge(sqlite3_stmt *s, const StoreChallenge *challenge)
{
    bind_text(s, 1, challenge->id);
    sqlite3_bind_int64(s, 2, challenge->made);
    sqlite3_bind_int64(s, 3, challenge->expires);
    sqlite3_bind_blob(s, 4, challenge->terms, (int)challenge->size, SQLITE_STATIC);
}

/* Rating, deviation, volatility, games, at: from column 'at' on. */
static void bind_figures(sqlite3_stmt *s, int at, const StoreRating *rating)
{
    sqlite3_bind_int(s, at, rating->rating);
    sqlite3_bind_int(s, at + 1, rating->deviation);
    sqlite3_bind_int(s, at + 2, rating->volatility);
    sqlite3_bind_int(s, at + 3, rating->games);
    sqlite3_bind_int64(s, at + 4, rating->at);
}

static void bind_rating(sqlite3_stmt *s, const StoreRating *rating)
{
    bind_text(s, 1, rating->player);
    sqlite3_bind_int(s, 2, rating->category);
    bind_figures(s, 3, rating);
}

static void bind_rating_change(sqlite3_stmt *s, const PutRatingChange *put)
{
    const StoreRating *before = &put->change.before;
    bind_text(s, 1, before->player);
    sqlite3_bind_int(s, 2, before->category);
    sqlite3_bind_int64(s, 3, put->number);
    bind_figures(s, 4, &put->change.after);
    sqlite3_bind_int(s, 9, before->rating);
    sqlite3_bind_int(s, 10, before->deviation);
    sqlite3_bind_int(s, 11, before->volatility);
    sqlite3_bind_int64(s, 12, before->at);
}

static void bind_account(sqlite3_stmt *s, const StoreAccount *account)
{
    bind_text(s, 1, account->player);
    bind_text(s, 2, account->skeleton);
    bind_text(s, 3, account->password);
    sqlite3_bind_int64(s, 4, account->made);
    sqlite3_bind_int64(s, 5, account->seen);
    sqlite3_bind_int64(s, 6, account->closed);
    sqlite3_bind_int(s, 7, account->bot);
}

static void bind_settings(sqlite3_stmt *s, const PutSettings *put)
{
    bind_text(s, 1, put->player);
    sqlite3_bind_text(s, 2, put->json, put->size, SQLITE_STATIC);
}

static void bind_pass(sqlite3_stmt *s, const StorePass *pass)
{
    bind_text(s, 1, pass->key);
    bind_text(s, 2, pass->player);
    sqlite3_bind_int(s, 3, pass->kind);
    sqlite3_bind_int(s, 4, pass->scopes);
    sqlite3_bind_int64(s, 5, pass->made);
    sqlite3_bind_int64(s, 6, pass->seen);
    sqlite3_bind_int64(s, 7, pass->expires);
    bind_text(s, 8, pass->label);
}

static void bind_relation(sqlite3_stmt *s, const StoreRelation *relation, bool with_made)
{
    bind_text(s, 1, relation->player);
    sqlite3_bind_int(s, 2, relation->kind);
    bind_text(s, 3, relation->other);
    if (with_made)
        sqlite3_bind_int64(s, 4, relation->made);
}

static void bind_sanction(sqlite3_stmt *s, const StoreSanction *sanction)
{
    bind_text(s, 1, sanction->id);
    sqlite3_bind_int64(s, 2, sanction->muted);
    sqlite3_bind_int64(s, 3, sanction->banned);
}

static void bind_act(sqlite3_stmt *s, const StoreAct *act)
{
    sqlite3_bind_int64(s, 1, act->at);
    bind_text(s, 2, act->who);
    bind_text(s, 3, act->act);
    bind_text(s, 4, act->target);
}

static void bind_report(sqlite3_stmt *s, const StoreReport *report)
{
    sqlite3_bind_int64(s, 1, report->at);
    bind_text(s, 2, report->id);
    bind_text(s, 3, report->about);
    bind_text(s, 4, report->game);
    bind_text(s, 5, report->reason);
    bind_text(s, 6, report->words);
}

static void bind_site(sqlite3_stmt *s, const StoreSite *site)
{
    bind_text(s, 1, site->name);
    bind_text(s, 2, site->value);
}

static void bind_put(sqlite3_stmt *s, PutKind kind, const void *value)
{
    switch (kind) {
    case PUT_PLAYER: bind_player(s, value); break;
    case PUT_GAME: bind_game(s, value); break;
    case PUT_EVENT: bind_event(s, value); break;
    case PUT_END: bind_end(s, value); break;
    case PUT_SLEEP: bind_sleep(s, value); break;
    case PUT_CHALLENGE: bind_challenge(s, value); break;
    case PUT_CHALLENGE_DELETE: bind_text(s, 1, value); break;
    case PUT_RATING: bind_rating(s, value); break;
    case PUT_RATING_CHANGE: bind_rating_change(s, value); break;
    case PUT_ACCOUNT: bind_account(s, value); break;
    case PUT_SETTINGS: bind_settings(s, value); break;
    case PUT_PASS: bind_pass(s, value); break;
    case PUT_PASS_DELETE: bind_text(s, 1, value); break;
    case PUT_RELATION: bind_relation(s, value, true); break;
    case PUT_RELATION_DELETE: bind_relation(s, value, false); break;
    case PUT_SANCTION: bind_sanction(s, value); break;
    case PUT_ACT: bind_act(s, value); break;
    case PUT_REPORT: bind_report(s, value); break;
    case PUT_RATINGS_DELETE: bind_text(s, 1, value); break;
    case PUT_SITE: bind_site(s, value); break;
    case PUT_CHANGES_DELETE: sqlite3_bind_int64(s, 1, *(const int64_t *)value); break;
    case PUT_IMPORT: break; /* import_write's */
    case PUT_AXIS: sqlite3_bind_int64(s, 1, *(const int64_t *)value); break;
    }
}

/* Runs a statement that answers no rows. */
static int run(sqlite3_stmt *statement)
{
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

/* A game that is over can be found from now on. */
static int note_played(Writer *writer, const PutEnd *end)
{
    sqlite3_stmt *statement = writer->statements[PLAYED];
    sqlite3_bind_int64(statement, 1, end->number);
    return run(statement);
}

static int put(Writer *writer, PutKind kind, const void *value)
{
    sqlite3_stmt *statement = writer->statements[kind];
    bind_put(statement, kind, value);
    int rc = kind == PUT_IMPORT ? import_write(writer->db, statement, value) : run(statement);
    sqlite3_clear_bindings(statement);
    if (rc == SQLITE_OK && kind == PUT_END)
        rc = note_played(writer, value);
    if ((rc & 0xff) == SQLITE_CONSTRAINT || (rc & 0xff) == SQLITE_MISUSE) {
        fprintf(stderr, "castled: bug: the journal refuses a write of kind %d: %s\n", (int)kind,
                sqlite3_errmsg(writer->db));
        abort();
    }
    return rc;
}

static int put_all(Writer *writer, const Batch *batch)
{
    PutKind kind;
    size_t at = 0;
    const void *value;
    while ((value = batch_next(batch, &at, &kind)) != NULL) {
        int rc = put(writer, kind, value);
        if (rc != SQLITE_OK)
            return rc;
    }
    return SQLITE_OK;
}

static int read_epoch(Writer *writer, int64_t *epoch)
{
    sqlite3_stmt *statement = writer->statements[EPOCH];
    int rc = sqlite3_step(statement);
    *epoch = rc == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    int reset = sqlite3_reset(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : reset;
}

/* The line is written before the roll-back, which forgets what was wrong. */
static StoreError give_up(Writer *writer, StoreError error, char *line)
{
    const char *detail = error == STORE_TAKEN ? NULL : sqlite3_errmsg(writer->db);
    database_say(line, writer->path, error, detail);
    if (!sqlite3_get_autocommit(writer->db))
        run(writer->statements[ROLLBACK]);
    return error;
}

static int count_pages(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db, (void)name;
    ((Writer *)context)->wal_pages = pages;
    return SQLITE_OK;
}

StoreError writer_init(Writer *writer, sqlite3 *db, const char *path, int64_t epoch, char *line)
{
    *writer = (Writer){.db = db, .path = path, .epoch = epoch};
    for (int i = 0; i < WRITER_STATEMENTS; i++) {
        int rc = sqlite3_prepare_v3(db, SQL[i], -1, SQLITE_PREPARE_PERSISTENT,
                                    &writer->statements[i], NULL);
        if (rc != SQLITE_OK) {
            database_say(line, path, database_error(rc), sqlite3_errmsg(db));
            writer_clear(writer);
            return database_error(rc);
        }
    }
    sqlite3_wal_hook(db, count_pages, writer);
    return STORE_OK;
}

void writer_clear(Writer *writer)
{
    for (int i = 0; i < WRITER_STATEMENTS; i++)
        sqlite3_finalize(writer->statements[i]);
    if (writer->db)
        sqlite3_wal_hook(writer->db, NULL, NULL);
    *writer = (Writer){0};
}

StoreError writer_commit(Writer *writer, const Batch *batch, char *line)
{
    int64_t epoch = 0;
    int rc = run(writer->statements[BEGIN]);
    if (rc == SQLITE_OK)
        rc = read_epoch(writer, &epoch);
    if (rc == SQLITE_OK && epoch != writer->epoch)
        return give_up(writer, STORE_TAKEN, line);
    if (rc == SQLITE_OK)
        rc = put_all(writer, batch);
    if (rc == SQLITE_OK)
        rc = run(writer->statements[COMMIT]);
    return rc == SQLITE_OK ? STORE_OK : give_up(writer, database_error(rc), line);
}

void writer_checkpoint(Writer *writer)
{
    if (writer->wal_pages < CHECKPOINT_PAGES)
        return;
    if (sqlite3_wal_checkpoint_v2(writer->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL) ==
        SQLITE_OK)
        writer->wal_pages = 0;
}
