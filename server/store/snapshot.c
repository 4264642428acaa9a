#include "snapshot.h"

#include "archive_row.h"
#include "played.h"
#include "sql.h"
#include "store_parts.h"

#include <stdio.h>

struct StoreSnapshot {
    GameReader *reader;
    char *first; /* what went wrong first, "" for nothing */
};

typedef struct {
    ReadJob job;
    StoreWork work;
    StoreWorkDone done;
    void *context;
} WorkJob;

static StoreError run_work(ReadJob *job, GameReader *reader, char *line)
{
    WorkJob *work = (WorkJob *)job;
    StoreSnapshot snapshot = {reader, line};
    /* One transaction, so that all of it sees the same moment. */
    bool begun = db_begin_read(reader->db) == DB_OK;
    work->work(work->context, &snapshot);
    if (begun)
        db_commit(reader->db);
    return STORE_OK;
}

static void tell_work(ReadJob *job)
{
    WorkJob *work = (WorkJob *)job;
    work->done(work->context, job->error);
}

static bool send_work(Store *store, StoreWork work, StoreWorkDone done, void *context,
                      bool in_background)
{
    WorkJob *job = reader_thread_new_job(&store->reader, sizeof *job, in_background);
    if (!job)
        return false;
    job->job.run = run_work;
    job->job.tell = tell_work;
    job->work = work;
    job->done = done;
    job->context = context;
    reader_thread_send(&store->reader, &job->job);
    return true;
}

bool store_read(Store *store, StoreWork work, StoreWorkDone done, void *context)
{
    return send_work(store, work, done, context, false);
}

bool store_read_in_background(Store *store, StoreWork work, StoreWorkDone done, void *context)
{
    return send_work(store, work, done, context, true);
}

/* ---- within the work ---- */

/* Notes the first error of the work, for the log. */
static StoreError note(StoreSnapshot *snapshot, StoreError error, const char *line)
{
    if (error != STORE_OK && !snapshot->first[0])
        snprintf(snapshot->first, STORE_LINE_MAX, "%s", line);
    return error;
}

static StoreError refuse(StoreSnapshot *snapshot, DbResult rc, char *line)
{
    const GameReader *reader = snapshot->reader;
    return note(snapshot, database_refused(reader->db, reader->path, rc, line), line);
}

StoreError snapshot_search(StoreSnapshot *snapshot, const StoreSearch *search, StoreFound *found,
                           char *line)
{
    GameReader *reader = snapshot->reader;
    DbResult rc = played_search(reader->db, search, found);
    return rc == DB_OK ? STORE_OK : refuse(snapshot, rc, line);
}

StoreError snapshot_score(StoreSnapshot *snapshot, const char *player, const char *opponent,
                          StoreScore *score, char *line)
{
    GameReader *reader = snapshot->reader;
    DbResult rc = played_score(reader->db, player, opponent, score);
    return rc == DB_OK ? STORE_OK : refuse(snapshot, rc, line);
}

GameId snapshot_id(const StoreSnapshot *snapshot, int64_t number)
{
    return game_number_print(number, snapshot->reader->id_key);
}

bool snapshot_number(const StoreSnapshot *snapshot, const GameId *id, int64_t *number)
{
    return game_number_parse(number, id, snapshot->reader->id_key);
}

StoreError snapshot_game(StoreSnapshot *snapshot, int64_t number, StoredGame **game, char *line)
{
    return note(snapshot, game_reader_whole(snapshot->reader, number, game, line), line);
}

StoreError snapshot_head(StoreSnapshot *snapshot, int64_t number, StoreGame *head, char *line)
{
    return note(snapshot, game_reader_head(snapshot->reader, number, head, line), line);
}

StoreError snapshot_find_import(StoreSnapshot *snapshot, const char *by, const StoredGame *game,
                                GameId *id, char *line)
{
    GameReader *reader = snapshot->reader;
    DbStatement *row;
    *id = (GameId){0};
    DbResult rc = db_prepare(reader->db, SQL_FIND_IMPORT, false, &row);
    if (rc == DB_OK) {
        db_bind_text(row, 1, by, -1);
        db_bind_int(row, 2, game_fingerprint(game));
        if (db_step(row) == DB_ROW)
            *id = snapshot_id(snapshot, db_number(row, 0));
        rc = db_finalize(row);
    }
    return rc == DB_OK ? STORE_OK : refuse(snapshot, rc, line);
}
