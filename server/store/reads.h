/* reads.h - look-ups on their way: asked by the loop, answered by a thread with a connection of its own, told
 * by the loop. store.h and reading.h have the functions that ask. Private to the store. */
#pragma once

#include "reader.h"

#include <uv.h>

typedef struct Read Read;

typedef struct {
    Read *first, **end;
} ReadQueue;

typedef struct {
    Reader reader;  /* the thread's own while it runs */
    unsigned count; /* the loop's own: how many are on their way */
    unsigned patient_count;
    uv_async_t *async;
    uv_thread_t thread;
    uv_mutex_t mutex; /* guards all below */
    uv_cond_t wake;
    bool closing;
    ReadQueue asked, patient, answered; /* what is patient comes when nothing is asked */
} Reads;

Reads *store_reads(Store *store);

/* A connection; path and key (GAME_NUMBER_KEY_SIZE bytes) are borrowed until reads_close, which also follows
 * a reads_open that failed or never was, if the memory is zero. 'line' as in store_open. */
StoreError reads_open(Reads *reads, const char *path, const unsigned char *id_key, char *line);
void reads_close(Reads *reads);

/* The thread; 'async' is sent when there is something to tell. Between open and close, once. */
void reads_start(Reads *reads, uv_async_t *async);
/* What still waits is answered with STORE_CLOSED, for a last reads_tell. */
void reads_stop(Reads *reads);

/* On the loop: calls back for what has been answered. */
void reads_tell(Reads *reads);
