/* store_parts.h - what a store is made of, for store_open.c, store_write.c, store_read.c and snapshot.c. */
#pragma once

#include "reader_thread.h"
#include "store.h"
#include "writer_thread.h"

struct Store {
    StoreOptions options;
    Owner *owner; /* has the secret: memory_secret */
    char path[DATABASE_PATH_MAX]; /* or the server's address, without a password */
    int lock;
    uv_async_t async; /* a thread has news */

    /* The connection of the loads before the first flush; from then on the writer thread's own. */
    Db *db;
    GameReader loader;

    /* The loop's own. */
    WriteBatch growing; /* this turn's */
    uint64_t turn;      /* the number of 'growing' */
    size_t put_bytes;
    WriterNews told;

    WriterThread writer;
    Copier *copier; /* NULL: there is no second place */
    ReaderThread reader;
};
