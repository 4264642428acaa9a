/* writer_thread.h - the thread that makes batches durable, one after the other; in between it moves finished games
 * into the archive.
 *
 * It keeps what the disk refuses and tries again, in order. */
#pragma once

#include "archivist.h"
#include "change_tap.h"
#include "recoder.h"
#include "writer.h"

#include <uv.h>

/* What there is to tell. */
typedef struct {
    uint64_t number;           /* of the newest batch that is durable */
    size_t bytes;              /* durable since the start */
    StoreError failing;        /* STORE_OK: the last commit was taken */
    char line[STORE_LINE_MAX]; /* why it was not */
} WriterNews;

typedef struct {
    /* The thread's own while it runs. */
    Writer writer;
    Archivist archivist;
    Recoder recoder;
    ChangeTap tap;
    int64_t archive_after; /* ms; 0: never */
    bool archives; /* from the first batch on: before, the loop reads by the same connection */
    uint64_t archive_at; /* uv_hrtime: when to look again, and since when it is at it */
    uint64_t idle_at;    /* uv_hrtime: when the database wants to be looked after */

    uv_async_t *async;
    uv_thread_t thread;
    uv_mutex_t mutex; /* guards all below */
    uv_cond_t wake;
    WriteBatch waiting;
    WriterNews news;
    bool is_woken; /* by the copier, which wants a base */
    bool closing;
    uint64_t close_by; /* uv_hrtime */
} WriterThread;

/* The reader's connection and what it borrows are lent until writer_thread_close, which also follows an open that
 * failed or never was, if the memory is zero. 'opening' as in store.h. */
StoreError writer_thread_open(WriterThread *thread, GameReader *reader, int64_t archive_after,
                              uint32_t (*opening)(const StoredGame *game), char *line);
void writer_thread_close(WriterThread *thread);

/* Everything is copied from now on, too; of SQLite, by the connection that is written by. Before the thread is started. */
void writer_thread_copy(WriterThread *thread, sqlite3 *db, Copier *copier);
/* For the copier's thread, while this one runs. */
void writer_thread_wake(void *thread);
/* The thread; 'async' is sent when there is news. Between open and close, once. */
void writer_thread_start(WriterThread *thread, uv_async_t *async);
/* Ends when everything is durable, or after STORE_CLOSE_MAX while the disk refuses. */
void writer_thread_stop(WriterThread *thread);

/* Takes the batch, which is empty afterwards. */
void writer_thread_push(WriterThread *thread, WriteBatch *batch);
void writer_thread_news(WriterThread *thread, WriterNews *news);
