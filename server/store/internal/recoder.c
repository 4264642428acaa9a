#include "recoder.h"

#include "archive_row.h"
#include "database.h"
#include "game_number.h"
#include "sql.h"

#include <stdio.h>
#include <string.h>

enum { BEGIN, STATE, NEXT, DATA, RECEIPTS, MOVE_ON, FINISH, COMMIT };

static const char *const STATEMENTS[RECODER_STATEMENTS] = {
    [BEGIN] = SQL_BEGIN_IMMEDIATE,    [STATE] = SQL_RECODER_STATE,
    [NEXT] = SQL_NEXT_TO_RECODE,      [DATA] = SQL_RECODE_DATA,
    [RECEIPTS] = SQL_RECODE_RECEIPTS, [MOVE_ON] = SQL_RECODED_UP_TO,
    [FINISH] = SQL_RECODED_ALL,       [COMMIT] = SQL_COMMIT,
};

/* NEXT's columns. */
enum { NUMBER, MADE, RESULT, ROW_DATA, ROW_RECEIPTS };

StoreError recoder_init(Recoder *recoder, sqlite3 *db, const char *path,
                        const unsigned char *id_key, int64_t epoch, char *line)
{
    *recoder = (Recoder){.db = db, .path = path, .id_key = id_key, .epoch = epoch};
    return database_prepare(db, path, STATEMENTS, RECODER_STATEMENTS, recoder->statements, line);
}

void recoder_clear(Recoder *recoder)
{
    database_finalize(recoder->statements, RECODER_STATEMENTS);
    *recoder = (Recoder){0};
}

static int run_for(Recoder *recoder, int which, int64_t number)
{
    sqlite3_bind_int64(recoder->statements[which], 1, number);
    return database_run(recoder->statements[which]);
}

static int put_blob(Recoder *recoder, int which, int64_t number, const void *bytes, size_t size)
{
    sqlite3_stmt *statement = recoder->statements[which];
    sqlite3_bind_blob(statement, 2, bytes, (int)size, SQLITE_STATIC);
    int rc = run_for(recoder, which, number);
    sqlite3_clear_bindings(statement);
    return rc;
}

static bool games_are_equal(const StoredGame *one, const StoredGame *other)
{
    /* Both were zeroed before they were filled in. NOLINTNEXTLINE(*-memory-comparison,cert-*) */
    return memcmp(&one->game, &other->game, sizeof one->game) == 0 && one->count == other->count &&
           memcmp(one->events, other->events, one->count * sizeof *one->events) == 0 &&
           one->tags_size == other->tags_size &&
           (one->tags_size == 0 || memcmp(one->tags, other->tags, one->tags_size) == 0);
}

/* The row in the newest format, which reads as the old one does; NULL, else what is wrong. Without its receipts a row
 * stays as it is. */
static const char *recode(const StoreGame *known, const ArchiveRow *old, ArchiveRow *row)
{
    StoredGame *game = NULL, *again = NULL;
    const char *why = "its receipts are missing";
    if (old->receipts_size == 0 || archive_row_unpack(known, old, &game, &why) != STORE_OK)
        return why;
    archive_row_pack(game, row);
    if (archive_row_unpack(known, row, &again, &why) == STORE_OK)
        why = games_are_equal(game, again) ? NULL : "it would not be the same when read back";
    stored_game_free(game);
    stored_game_free(again);
    return why;
}

static int rewrite(Recoder *recoder, int64_t number, const StoreGame *known, const ArchiveRow *old,
                   char *line)
{
    ArchiveRow row = {0};
    char detail[160];
    int rc = SQLITE_OK;
    const char *why = recode(known, old, &row);
    if (why) {
        snprintf(detail, sizeof detail, "game number %lld: %s", (long long)number, why);
        database_say(line, recoder->path, STORE_DAMAGED, detail);
    } else {
        rc = put_blob(recoder, DATA, number, row.data, row.data_size);
        if (rc == SQLITE_OK)
            rc = put_blob(recoder, RECEIPTS, number, row.receipts, row.receipts_size);
    }
    archive_row_clear(&row);
    return rc;
}

static int recode_next(Recoder *recoder, char *line)
{
    sqlite3_stmt *statement = recoder->statements[NEXT];
    sqlite3_bind_int64(statement, 1, recoder->at);
    int rc = sqlite3_step(statement);
    recoder->done = rc == SQLITE_DONE;
    if (rc != SQLITE_ROW)
        return sqlite3_reset(statement);
    recoder->at = sqlite3_column_int64(statement, NUMBER);
    ArchiveRow old = {.data = (unsigned char *)sqlite3_column_blob(statement, ROW_DATA),
                      .data_size = (size_t)sqlite3_column_bytes(statement, ROW_DATA),
                      .receipts = (unsigned char *)sqlite3_column_blob(statement, ROW_RECEIPTS),
                      .receipts_size = (size_t)sqlite3_column_bytes(statement, ROW_RECEIPTS)};
    StoreGame known = {.id = game_number_print(recoder->at, recoder->id_key),
                       .made = sqlite3_column_int64(statement, MADE)};
    rc = SQLITE_OK;
    if (archive_result_read(sqlite3_column_int64(statement, RESULT), &known) &&
        archive_row_is_old(&old))
        rc = rewrite(recoder, recoder->at, &known, &old, line);
    sqlite3_reset(statement);
    return rc;
}

static int begin(Recoder *recoder, int64_t *epoch)
{
    sqlite3_stmt *statement = recoder->statements[STATE];
    int rc = database_run(recoder->statements[BEGIN]);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        *epoch = sqlite3_column_int64(statement, 0);
        recoder->done = sqlite3_column_int64(statement, 1) >= ARCHIVE_ROW_FORMAT;
        recoder->at = sqlite3_column_int64(statement, 2);
    }
    sqlite3_reset(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

StoreError recoder_work(Recoder *recoder, bool (*is_urgent)(void *context), void *context,
                        int *count, char *line)
{
    int64_t epoch = 0;
    int rows = 0;
    *count = 0;
    line[0] = '\0';
    if (recoder->done)
        return STORE_OK;
    int rc = begin(recoder, &epoch);
    if (rc == SQLITE_OK && epoch != recoder->epoch) {
        database_run(recoder->statements[COMMIT]);
        return database_say(line, recoder->path, STORE_TAKEN, NULL);
    }
    while (rc == SQLITE_OK && !recoder->done && rows < RECODER_ROWS &&
           (rows == 0 || !is_urgent(context))) {
        rc = recode_next(recoder, line);
        rows++;
    }
    if (rc == SQLITE_OK)
        rc = recoder->done ? run_for(recoder, FINISH, ARCHIVE_ROW_FORMAT)
                           : run_for(recoder, MOVE_ON, recoder->at);
    if (rc == SQLITE_OK)
        rc = database_run(recoder->statements[COMMIT]);
    if (rc == SQLITE_OK) {
        *count = recoder->done ? 0 : rows;
        return STORE_OK;
    }
    recoder->done = false;
    return database_give_up(recoder->db, recoder->path, rc, line);
}
