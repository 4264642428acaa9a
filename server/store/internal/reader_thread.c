#include "reader_thread.h"

#include "log.h"
#include "memory.h"
#include "store.h"
#include "thread_name.h"

#include <stdlib.h>

/* ---- queues ---- */

static void queue_init(ReadQueue *queue)
{
    *queue = (ReadQueue){.end = &queue->first};
}

static void queue_push(ReadQueue *queue, ReadJob *job)
{
    job->next = NULL;
    *queue->end = job;
    queue->end = &job->next;
}

static ReadJob *queue_pop(ReadQueue *queue)
{
    ReadJob *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->end = &queue->first;
    return job;
}

/* ---- the thread ---- */

/* The next job, waiting for one; NULL when the thread has to end. The mutex is held. */
static ReadJob *take_job(ReaderThread *reader)
{
    for (;;) {
        ReadJob *job = queue_pop(&reader->asked);
        if (!job)
            job = queue_pop(&reader->background);
        if (job || reader->closing)
            return job;
        uv_cond_wait(&reader->wake, &reader->mutex);
    }
}

static void log_failure(ReaderThread *reader, const char *line)
{
    uint64_t now = uv_hrtime();
    if (now < reader->log_after) {
        reader->unlogged++;
        return;
    }
    if (reader->unlogged > 0)
        log_warning("%u more reads of the database have failed", reader->unlogged);
    log_warning("a read has failed: %s", line);
    reader->unlogged = 0;
    reader->log_after = now + (uint64_t)READER_LOG_EVERY * 1000000;
}

static void answer_all(void *argument)
{
    ReaderThread *reader = argument;
    ReadJob *job;
    char line[STORE_LINE_MAX];
    thread_name_set("reader");
    uv_mutex_lock(&reader->mutex);
    while ((job = take_job(reader)) != NULL) {
        if (reader->closing) {
            job->error = STORE_CLOSED;
        } else {
            uv_mutex_unlock(&reader->mutex);
            line[0] = '\0';
            job->error = job->run(job, &reader->reader, line);
            if (line[0])
                log_failure(reader, line);
            uv_mutex_lock(&reader->mutex);
        }
        queue_push(&reader->answered, job);
        uv_async_send(reader->async);
    }
    uv_mutex_unlock(&reader->mutex);
}

/* ---- the loop ---- */

StoreError reader_thread_open(ReaderThread *reader, Db *db, const char *path,
                              const unsigned char *id_key, char *line)
{
    StoreError error = game_reader_init(&reader->reader, db, path, id_key, line);
    if (error != STORE_OK) {
        db_close(db);
        reader->reader.db = NULL;
    }
    return error;
}

void reader_thread_close(ReaderThread *reader)
{
    Db *db = reader->reader.db;
    game_reader_clear(&reader->reader);
    db_close(db);
    if (!reader->async)
        return;
    uv_cond_destroy(&reader->wake);
    uv_mutex_destroy(&reader->mutex);
}

void reader_thread_start(ReaderThread *reader, uv_async_t *async)
{
    reader->async = async;
    queue_init(&reader->asked);
    queue_init(&reader->background);
    queue_init(&reader->answered);
    /* Without threads the server cannot run, as without memory. */
    if (uv_mutex_init(&reader->mutex) < 0 || uv_cond_init(&reader->wake) < 0 ||
        uv_thread_create(&reader->thread, answer_all, reader) < 0)
        abort();
}

void reader_thread_stop(ReaderThread *reader)
{
    uv_mutex_lock(&reader->mutex);
    reader->closing = true;
    uv_cond_signal(&reader->wake);
    uv_mutex_unlock(&reader->mutex);
    uv_thread_join(&reader->thread);
}

void *reader_thread_new_job(ReaderThread *reader, size_t size, bool in_background)
{
    unsigned *count = in_background ? &reader->background_count : &reader->count;
    if (*count == STORE_READS_MAX || reader->closing)
        return NULL;
    ++*count;
    ReadJob *job = memory_new(size);
    job->in_background = in_background;
    return job;
}

void reader_thread_send(ReaderThread *reader, ReadJob *job)
{
    uv_mutex_lock(&reader->mutex);
    queue_push(job->in_background ? &reader->background : &reader->asked, job);
    uv_cond_signal(&reader->wake);
    uv_mutex_unlock(&reader->mutex);
}

void reader_thread_tell(ReaderThread *reader)
{
    for (int told = 0; told < READER_TELLS || reader->closing; told++) {
        uv_mutex_lock(&reader->mutex);
        ReadJob *job = queue_pop(&reader->answered);
        uv_mutex_unlock(&reader->mutex);
        if (!job)
            return;
        --*(job->in_background ? &reader->background_count : &reader->count);
        job->tell(job);
        free(job);
    }
    uv_async_send(reader->async);
}
