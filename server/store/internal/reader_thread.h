/* reader_thread.h - look-ups: sent by the loop, carried out on a thread with its own connection, answered on the
 * loop. */
#pragma once

#include "game_reader.h"

#include <uv.h>

enum {
    /* ms between lines in the log about reads that failed: a disk that fails, or a damaged game that many look at, must not
     * fill it. */
    READER_LOG_EVERY = 10000,
    READER_TELLS = 64, /* answers that are told at once; the rest comes in the loop's next turn */
};

typedef struct ReadJob ReadJob;

/* A look-up; each kind has this as its first member. */
struct ReadJob {
    ReadJob *next;
    bool in_background;
    StoreError error; /* STORE_CLOSED: it was not run */
    /* On the thread; 'line' may say what was wrong, which is logged (at most once in READER_LOG_EVERY). */
    StoreError (*run)(ReadJob *job, GameReader *reader, char *line);
    /* On the loop, once; the job is freed afterwards. */
    void (*tell)(ReadJob *job);
};

typedef struct {
    ReadJob *first, **end;
} ReadQueue;

typedef struct {
    GameReader reader;                /* the thread's own while it runs, like the next two */
    uint64_t log_after;               /* ns, by uv_hrtime */
    unsigned unlogged;                /* reads that have failed since the last line */
    unsigned count, background_count; /* the loop's own: how many are under way */
    uv_async_t *async;
    uv_thread_t thread;
    uv_mutex_t mutex; /* guards all below */
    uv_cond_t wake;
    bool closing;
    ReadQueue asked, background, answered; /* 'background' waits until nothing is asked */
} ReaderThread;

/* Takes the connection, also when it fails; path and key (GAME_NUMBER_KEY_SIZE bytes) are borrowed until reader_thread_close, which also follows an
 * open that failed or never was, if the memory is zero. 'line' (STORE_LINE_MAX) says an error. */
StoreError reader_thread_open(ReaderThread *reader, Db *db, const char *path,
                              const unsigned char *id_key, char *line);
void reader_thread_close(ReaderThread *reader);

/* Starts the thread, once, between open and close; 'async' is sent when there are answers. */
void reader_thread_start(ReaderThread *reader, uv_async_t *async);
/* Everything that still waits is answered with STORE_CLOSED, by a last reader_thread_tell. */
void reader_thread_stop(ReaderThread *reader);

/* A zeroed job of 'size' bytes, to be filled in and sent; NULL when STORE_READS_MAX are under way, or
 * the thread has been stopped. */
void *reader_thread_new_job(ReaderThread *reader, size_t size, bool in_background);
void reader_thread_send(ReaderThread *reader, ReadJob *job);

/* On the loop: calls back for what has been answered, READER_TELLS at most; all when the thread has ended. */
void reader_thread_tell(ReaderThread *reader);
