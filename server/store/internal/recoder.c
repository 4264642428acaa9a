#include "recoder.h"

#include "archive_row.h"
#include "game_number.h"
#include "sql.h"

#include <stdio.h>
#include <string.h>

enum { STATE, NEXT, DATA, RECEIPTS, MOVE_ON, FINISH };

static const char *const STATEMENTS[RECODER_STATEMENTS] = {
    [STATE] = SQL_RECODER_STATE,      [NEXT] = SQL_NEXT_TO_RECODE,   [DATA] = SQL_RECODE_DATA,
    [RECEIPTS] = SQL_RECODE_RECEIPTS, [MOVE_ON] = SQL_RECODED_UP_TO, [FINISH] = SQL_RECODED_ALL,
};

/* NEXT's columns. */
enum { NUMBER, MADE, RESULT, ROW_DATA, ROW_RECEIPTS };

StoreError recoder_init(Recoder *recoder, Db *db, const char *path, const unsigned char *id_key,
                        char *line)
{
    *recoder = (Recoder){.db = db, .path = path, .id_key = id_key};
    return database_prepare(db, path, STATEMENTS, RECODER_STATEMENTS, recoder->statements, line);
}

void recoder_clear(Recoder *recoder)
{
    database_finalize(recoder->statements, RECODER_STATEMENTS);
    *recoder = (Recoder){0};
}

static DbResult run_for(Recoder *recoder, int which, int64_t number)
{
    db_bind_int(recoder->statements[which], 1, number);
    return db_run(recoder->statements[which]);
}

static DbResult put_blob(Recoder *recoder, int which, int64_t number, const void *bytes,
                         size_t size)
{
    DbStatement *statement = recoder->statements[which];
    db_bind_blob(statement, 2, bytes, (int)size);
    DbResult rc = run_for(recoder, which, number);
    db_clear(statement);
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

static DbResult rewrite(Recoder *recoder, int64_t number, const StoreGame *known,
                        const ArchiveRow *old, char *line)
{
    ArchiveRow row = {0};
    char detail[160];
    DbResult rc = DB_OK;
    const char *why = recode(known, old, &row);
    if (why) {
        snprintf(detail, sizeof detail, "game number %lld: %s", (long long)number, why);
        database_say(line, recoder->path, STORE_DAMAGED, detail);
    } else {
        rc = put_blob(recoder, DATA, number, row.data, row.data_size);
        if (rc == DB_OK)
            rc = put_blob(recoder, RECEIPTS, number, row.receipts, row.receipts_size);
    }
    archive_row_clear(&row);
    return rc;
}

static DbResult recode_next(Recoder *recoder, char *line)
{
    DbStatement *statement = recoder->statements[NEXT];
    db_bind_int(statement, 1, recoder->at);
    DbResult rc = db_step(statement);
    recoder->done = rc == DB_DONE;
    if (rc != DB_ROW)
        return db_reset(statement);
    recoder->at = db_number(statement, NUMBER);
    ArchiveRow old = {.data = (unsigned char *)db_text(statement, ROW_DATA),
                      .data_size = db_size(statement, ROW_DATA),
                      .receipts = (unsigned char *)db_text(statement, ROW_RECEIPTS),
                      .receipts_size = db_size(statement, ROW_RECEIPTS)};
    StoreGame known = {.id = game_number_print(recoder->at, recoder->id_key),
                       .made = db_number(statement, MADE)};
    rc = DB_OK;
    if (archive_result_read(db_number(statement, RESULT), &known) && archive_row_is_old(&old))
        rc = rewrite(recoder, recoder->at, &known, &old, line);
    db_reset(statement);
    return rc;
}

static DbResult begin(Recoder *recoder)
{
    DbStatement *statement = recoder->statements[STATE];
    DbScope scope = {{0}};
    db_scope_add(&scope, DB_LOBBY);
    DbResult rc = db_begin_write(recoder->db, &scope, 0);
    if (rc != DB_OK)
        return rc;
    rc = db_step(statement);
    if (rc == DB_ROW) {
        recoder->done = db_number(statement, 0) >= ARCHIVE_ROW_FORMAT;
        recoder->at = db_number(statement, 1);
    }
    db_reset(statement);
    return rc == DB_ROW ? DB_OK : rc;
}

StoreError recoder_work(Recoder *recoder, bool (*is_urgent)(void *context), void *context,
                        int *count, char *line)
{
    int rows = 0;
    *count = 0;
    line[0] = '\0';
    if (recoder->done)
        return STORE_OK;
    DbResult rc = begin(recoder);
    while (rc == DB_OK && !recoder->done && rows < RECODER_ROWS &&
           (rows == 0 || !is_urgent(context))) {
        rc = recode_next(recoder, line);
        rows++;
    }
    if (rc == DB_OK)
        rc = recoder->done ? run_for(recoder, FINISH, ARCHIVE_ROW_FORMAT)
                           : run_for(recoder, MOVE_ON, recoder->at);
    if (rc == DB_OK)
        rc = db_commit(recoder->db);
    if (rc == DB_OK) {
        *count = recoder->done ? 0 : rows;
        return STORE_OK;
    }
    recoder->done = false;
    return database_give_up(recoder->db, recoder->path, rc, line);
}
