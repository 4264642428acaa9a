#include "backup.h"
#include "game_reader.h"
#include "schema.h"
#include "sql.h"
#include "sqlite_db.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    sqlite3 *db;
    Db *games; /* the same connection, which it closes */
    const char *path;
    const StoreCheck *check;
    StoreChecked *checked;
    char *line;
} Checker;

static void tell(Checker *checker, const char *sentence)
{
    checker->checked->damages++;
    checker->check->damage(checker->check->context, sentence);
}

/* What cannot be read because it is damaged is a finding; what the disk refuses ends the check. */
static StoreError tell_error(Checker *checker, StoreError error)
{
    if (error != STORE_DAMAGED && error != STORE_NEWER)
        return error;
    tell(checker, checker->line);
    return STORE_OK;
}

/* Each row of the statement is a sentence, but for "ok". */
static StoreError tell_rows(Checker *checker, const char *sql)
{
    sqlite3_stmt *row;
    int rc = sqlite3_prepare_v2(checker->db, sql, -1, &row, NULL);
    if (rc != SQLITE_OK)
        return tell_error(checker, sqlite_refused(checker->db, checker->path, rc, checker->line));
    while ((rc = sqlite3_step(row)) == SQLITE_ROW) {
        const char *sentence = (const char *)sqlite3_column_text(row, 0);
        if (sentence && strcmp(sentence, "ok") != 0)
            tell(checker, sentence);
    }
    StoreError error = STORE_OK;
    if (rc != SQLITE_DONE)
        error = tell_error(checker, sqlite_refused(checker->db, checker->path, rc, checker->line));
    sqlite3_finalize(row);
    return error;
}

/* ---- games ---- */

static void check_game(Checker *checker, const StoredGame *game)
{
    const StoreCheck *check = checker->check;
    char sentence[128];
    const char *what = NULL;
    checker->checked->games++;
    checker->checked->events += game->count;
    if (!check->is_sound(check->context, game))
        what = "cannot be rebuilt as it is stored";
    for (int side = WHITE; side <= BLACK && !what; side++)
        if (game->conditional[side] && game->conditional_size[side] == 0)
            what = "has damaged conditional moves";
    if (!what)
        return;
    snprintf(sentence, sizeof sentence, "game %s %s", game->game.id.text, what);
    tell(checker, sentence);
}

static int next_game(sqlite3_stmt *next, int64_t *number)
{
    sqlite3_bind_int64(next, 1, *number);
    int rc = sqlite3_step(next);
    bool is_found = rc == SQLITE_ROW && sqlite3_column_type(next, 0) != SQLITE_NULL;
    *number = is_found ? sqlite3_column_int64(next, 0) : -1;
    int reset = sqlite3_reset(next);
    return rc == SQLITE_ROW ? SQLITE_OK : reset;
}

/* One by one, each from a state of its own, so that a server which writes meanwhile can tidy its log. */
static StoreError check_games(Checker *checker, GameReader *reader, sqlite3_stmt *next)
{
    int64_t number = -1;
    for (;;) {
        StoredGame *game = NULL;
        int rc = next_game(next, &number);
        if (rc != SQLITE_OK)
            return tell_error(checker,
                              sqlite_refused(checker->db, checker->path, rc, checker->line));
        if (number < 0 || number >= GAME_NUMBER_END)
            return STORE_OK;
        StoreError error =
            tell_error(checker, game_reader_read(reader, number, &game, checker->line));
        if (error != STORE_OK)
            return error;
        if (game)
            check_game(checker, game);
        stored_game_free(game);
    }
}

static void ignore_challenge(void *context, const StoreChallenge *challenge)
{
    (void)context, (void)challenge;
}

static bool read_key(Checker *checker, unsigned char key[GAME_NUMBER_KEY_SIZE])
{
    sqlite3_stmt *row;
    bool found = false;
    if (sqlite3_prepare_v2(checker->db, SQL_READ_ID_KEY, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW && sqlite3_column_bytes(row, 0) == GAME_NUMBER_KEY_SIZE) {
        memcpy(key, sqlite3_column_blob(row, 0), GAME_NUMBER_KEY_SIZE);
        found = true;
    }
    sqlite3_finalize(row);
    return found;
}

static StoreError check_stored(Checker *checker)
{
    unsigned char key[GAME_NUMBER_KEY_SIZE];
    GameReader reader;
    sqlite3_stmt *next = NULL;
    if (!read_key(checker, key)) {
        tell(checker, "the server's own row is missing: no game can be read");
        return STORE_OK;
    }
    StoreError error = game_reader_init(&reader, checker->games, checker->path, key, checker->line);
    if (error != STORE_OK)
        return tell_error(checker, error);
    if (sqlite3_prepare_v2(checker->db, SQL_NEXT_GAME, -1, &next, NULL) != SQLITE_OK)
        error =
            sqlite_refused(checker->db, checker->path, sqlite3_errcode(checker->db), checker->line);
    if (error == STORE_OK)
        error = check_games(checker, &reader, next);
    if (error == STORE_OK)
        error = tell_error(checker,
                           game_reader_challenges(&reader, ignore_challenge, NULL, checker->line));
    sqlite3_finalize(next);
    game_reader_clear(&reader);
    return error;
}

static StoreError check_all(Checker *checker)
{
    StoreError error = tell_rows(checker, SQL_INTEGRITY_CHECK);
    if (error == STORE_OK)
        error = tell_rows(checker, SQL_FOREIGN_KEY_CHECK);
    if (checker->checked->is_old || error != STORE_OK)
        return error;
    error = tell_rows(checker, SQL_CHECK_ROWS);
    return error == STORE_OK ? check_stored(checker) : error;
}

StoreError store_check(const char *path, const StoreCheck *check, StoreChecked *checked, char *line)
{
    Checker checker = {.path = path, .check = check, .checked = checked, .line = line};
    *checked = (StoreChecked){0};
    if (access(path, R_OK) != 0)
        return errno == ENOENT ? database_say(line, path, STORE_MISSING, NULL)
                               : database_say(line, path, STORE_DISK, strerror(errno));
    StoreError error = database_open_reader(&checker.db, path, line);
    if (error != STORE_OK)
        return error;
    checker.games = sqlite_db_new(checker.db, 0);
    error = database_identify(checker.db, path, &checked->version, line);
    checked->is_old = checked->version < schema_version(schema_sql);
    if (error == STORE_OK && checked->version == 0)
        error = database_say(line, path, STORE_FOREIGN, "it is empty");
    if (error == STORE_OK)
        error = check_all(&checker);
    else if (error == STORE_DAMAGED)
        error = tell_error(&checker, error);
    db_close(checker.games);
    return error;
}
