#include "writer_thread.h"

#include "log.h"
#include "store.h"
#include "thread_name.h"
#include "thread_slice.h"
#include "wall_clock.h"

#include <stdlib.h>
#include <string.h>

/* A refused commit is tried again after this long, then twice as long, up to the longest (ms). A server that is back is to be
 * asked soon, before another castled believes that this one has died. */
enum { RETRY_FIRST = 50, RETRY_LONGEST = 2000, RETRY_LONGEST_REMOTE = 400 };

/* How often the thread looks for games to archive, after it found some and after it found none, and how long moves may
 * have to wait for that (ms): a twentieth of its time while there are moves. */
enum {
    ARCHIVE_EVERY = 200,
    ARCHIVE_IDLE = 5000,
    ARCHIVE_LONGEST = 3600 * 1000,
    ARCHIVE_HURRY = 10
};

/* ---- the thread ---- */

static bool is_urgent(void *context)
{
    WriterThread *thread = context;
    if (uv_hrtime() < thread->archive_at + (uint64_t)ARCHIVE_HURRY * 1000000)
        return false;
    uv_mutex_lock(&thread->mutex);
    bool waits = thread->waiting.used > 0 || thread->closing;
    uv_mutex_unlock(&thread->mutex);
    return waits;
}

/* When nothing is left to archive. */
static int recode(WriterThread *thread)
{
    char line[STORE_LINE_MAX];
    int count;
    change_tap_begin(&thread->tap);
    StoreError error = recoder_work(&thread->recoder, is_urgent, thread, &count, line);
    change_tap_end(&thread->tap, error == STORE_OK);
    if (error == STORE_OK && line[0])
        log_warning("a game keeps its old format: %s", line);
    return count;
}

/* ms until the next game can be archived, so that an idle server does not wake up in between; at least 'least'. The clock may be
 * set meanwhile, and a game may be given up as damaged: then it comes later. Without any game: after the next batch. */
static int64_t until_next(WriterThread *thread, int64_t least)
{
    int64_t ended = archivist_next_end(&thread->archivist);
    if (ended == INT64_MAX)
        thread->archives = false;
    int64_t wait = ended == INT64_MAX ? 0 : ended + thread->archive_after - wall_clock();
    wait = wait < ARCHIVE_LONGEST ? wait : ARCHIVE_LONGEST;
    return wait > least ? wait : least;
}

/* The database's own housekeeping. The loop has told that the lease has run out, if it has, and wants to know when it is
 * renewed. */
static DbResult look_after(WriterThread *thread)
{
    Db *db = thread->writer.db;
    int64_t left = db_lease_left(db);
    uint64_t since = uv_hrtime();
    DbResult result = db_idle(db);
    if (left <= (int64_t)((uv_hrtime() - since) / 1000000) + 1)
        uv_async_send(thread->async);
    return result;
}

/* What the disk refuses here is tried again later; if it also refuses moves, they report it. */
static void archive(WriterThread *thread)
{
    char line[STORE_LINE_MAX];
    int64_t wait = thread->archive_after;
    int count;
    wait = wait < ARCHIVE_IDLE ? wait : ARCHIVE_IDLE;
    thread->archive_at = uv_hrtime();
    StoreError error;
    do {
        change_tap_begin(&thread->tap);
        error = archivist_work(&thread->archivist, wall_clock() - thread->archive_after, is_urgent,
                               thread, &count, line);
        change_tap_end(&thread->tap, error == STORE_OK);
        if (error == STORE_OK && line[0])
            log_warning("a game was not archived: %s", line);
        if (error == STORE_OK && count == 0)
            count = recode(thread);
        look_after(thread);
        wait = count > 0 ? ARCHIVE_EVERY : wait;
    } while (count > 0 && !is_urgent(thread));
    if (count == 0 && error == STORE_OK && thread->recoder.done)
        wait = until_next(thread, wait);
    thread->archive_at = uv_hrtime() + (uint64_t)wait * 1000000;
}

/* When the thread has something to do though there is no batch; UINT64_MAX: never. */
static uint64_t next_duty(const WriterThread *thread)
{
    uint64_t archives = thread->archives ? thread->archive_at : UINT64_MAX;
    uint64_t idles = thread->writer.db->idle_every ? thread->idle_at : UINT64_MAX;
    return archives < idles ? archives : idles;
}

/* Waits for a batch and takes it; an empty one when instead something else is due. False when the store closes. */
static bool take_batch(WriterThread *thread, WriteBatch *batch)
{
    uv_mutex_lock(&thread->mutex);
    while (thread->waiting.used == 0 && !thread->closing && !thread->is_woken) {
        uint64_t now = uv_hrtime(), due = next_duty(thread);
        if (now >= due)
            break;
        if (due < UINT64_MAX)
            uv_cond_timedwait(&thread->wake, &thread->mutex, due - now);
        else
            uv_cond_wait(&thread->wake, &thread->mutex);
    }
    thread->is_woken = false;
    write_batch_merge(batch, &thread->waiting);
    bool goes_on = batch->used > 0 || !thread->closing;
    uv_mutex_unlock(&thread->mutex);
    return goes_on;
}

/* There is no time or no point in trying again. */
static bool is_hopeless(const WriterThread *thread, uint64_t now)
{
    return thread->news.failing == STORE_TAKEN || (thread->closing && now >= thread->close_by);
}

/* Notes a failure and waits before the next attempt; false when there will be none. */
static bool wait_to_retry(WriterThread *thread, StoreError error, const char *line, uint64_t wait)
{
    uv_mutex_lock(&thread->mutex);
    thread->news.failing = error;
    memcpy(thread->news.line, line, STORE_LINE_MAX);
    uv_async_send(thread->async);
    uint64_t now = uv_hrtime(), until = now + wait * 1000000;
    while ((now = uv_hrtime()) < until && !is_hopeless(thread, now)) {
        uint64_t end = thread->closing && thread->close_by < until ? thread->close_by : until;
        uv_cond_timedwait(&thread->wake, &thread->mutex, end - now);
    }
    bool go_on = !is_hopeless(thread, now);
    uv_mutex_unlock(&thread->mutex);
    return go_on;
}

static StoreError try_to_commit(WriterThread *thread, const WriteBatch *batch, char *line)
{
    change_tap_begin(&thread->tap);
    StoreError error = writer_commit(&thread->writer, batch, line);
    if (error != STORE_OK)
        change_tap_end(&thread->tap, false);
    return error;
}

static bool commit(WriterThread *thread, const WriteBatch *batch)
{
    char line[STORE_LINE_MAX];
    StoreError error;
    const uint64_t longest = thread->writer.db->is_remote ? RETRY_LONGEST_REMOTE : RETRY_LONGEST;
    uint64_t wait = RETRY_FIRST;
    while ((error = try_to_commit(thread, batch, line)) != STORE_OK) {
        if (!wait_to_retry(thread, error, line, wait))
            return false;
        wait = 2 * wait < longest ? 2 * wait : longest;
    }
    change_tap_committed(&thread->tap);
    uv_mutex_lock(&thread->mutex);
    thread->news.failing = STORE_OK;
    thread->news.number = batch->number;
    thread->news.bytes += batch->used;
    uv_async_send(thread->async);
    uv_mutex_unlock(&thread->mutex);
    change_tap_end(&thread->tap, true); /* when nobody waits for it any more */
    return true;
}

/* A server that has gone is told of at once, not only with the next batch; SQLite's log can be moved later. False when another
 * castled has taken over. */
static bool keep_house(WriterThread *thread)
{
    Db *db = thread->writer.db;
    char line[STORE_LINE_MAX];
    DbResult result = look_after(thread);
    if (!db->idle_every)
        return true;
    uint64_t wait = result == DB_OK ? (uint64_t)db->idle_every : RETRY_LONGEST_REMOTE;
    thread->idle_at = uv_hrtime() + wait * 1000000;
    StoreError error =
        result == DB_OK ? STORE_OK : database_refused(db, thread->writer.path, result, line);
    uv_mutex_lock(&thread->mutex);
    if (thread->news.failing != error) {
        thread->news.failing = error;
        if (error != STORE_OK)
            memcpy(thread->news.line, line, STORE_LINE_MAX);
        uv_async_send(thread->async);
    }
    uv_mutex_unlock(&thread->mutex);
    return error != STORE_TAKEN;
}

static void write_batches(void *argument)
{
    WriterThread *thread = argument;
    WriteBatch batch = {0};
    thread_name_set("writer");
    thread_slice_shorten();
    while (take_batch(thread, &batch) && (batch.used == 0 || commit(thread, &batch))) {
        thread->archives = thread->archive_after > 0 && (thread->archives || batch.used > 0);
        write_batch_clear(&batch);
        change_tap_look(&thread->tap);
        if (!keep_house(thread))
            break;
        if (thread->archives && uv_hrtime() >= thread->archive_at)
            archive(thread);
    }
    write_batch_free(&batch);
}

/* ---- the loop ---- */

StoreError writer_thread_open(WriterThread *thread, GameReader *reader, int64_t archive_after,
                              uint32_t (*opening)(const StoredGame *game), char *line)
{
    thread->archive_after = archive_after;
    StoreError error = writer_init(&thread->writer, reader->db, reader->path, line);
    if (error == STORE_OK)
        error = archivist_init(&thread->archivist, reader, opening, line);
    if (error == STORE_OK)
        error = recoder_init(&thread->recoder, reader->db, reader->path, reader->id_key, line);
    return error;
}

void writer_thread_close(WriterThread *thread)
{
    archivist_clear(&thread->archivist);
    recoder_clear(&thread->recoder);
    writer_clear(&thread->writer);
    write_batch_free(&thread->waiting);
    if (!thread->async)
        return;
    uv_cond_destroy(&thread->wake);
    uv_mutex_destroy(&thread->mutex);
}

void writer_thread_copy(WriterThread *thread, sqlite3 *db, Copier *copier)
{
    thread->tap.db = db;
    thread->tap.copier = copier;
}

void writer_thread_wake(void *context)
{
    WriterThread *thread = context;
    uv_mutex_lock(&thread->mutex);
    thread->is_woken = true;
    uv_cond_signal(&thread->wake);
    uv_mutex_unlock(&thread->mutex);
}

void writer_thread_start(WriterThread *thread, uv_async_t *async)
{
    thread->async = async;
    /* Without threads the server cannot run, as without memory. */
    if (uv_mutex_init(&thread->mutex) < 0 || uv_cond_init(&thread->wake) < 0 ||
        uv_thread_create(&thread->thread, write_batches, thread) < 0)
        abort();
}

void writer_thread_stop(WriterThread *thread)
{
    uv_mutex_lock(&thread->mutex);
    thread->closing = true;
    thread->close_by = uv_hrtime() + (uint64_t)STORE_CLOSE_MAX * 1000000;
    uv_cond_signal(&thread->wake);
    uv_mutex_unlock(&thread->mutex);
    uv_thread_join(&thread->thread);
}

void writer_thread_push(WriterThread *thread, WriteBatch *batch)
{
    uv_mutex_lock(&thread->mutex);
    write_batch_merge(&thread->waiting, batch);
    uv_cond_signal(&thread->wake);
    uv_mutex_unlock(&thread->mutex);
}

void writer_thread_news(WriterThread *thread, WriterNews *news)
{
    uv_mutex_lock(&thread->mutex);
    *news = thread->news;
    uv_mutex_unlock(&thread->mutex);
}
