/* store_parts.h - what a store is made of, for store_open.c, store_write.c, store_read.c and snapshot.c. */
#pragma once

#include "checkpointer.h"
#include "node_name.h"
#include "reader_thread.h"
#include "store.h"
#include "writer_thread.h"

struct Store {
    StoreOptions options;
    Owner *owner;                 /* has the secret: memory_secret */
    char path[DATABASE_PATH_MAX]; /* or the server's address, without a password */
    int lock;
    char node[NODE_NAME_MAX]; /* of a server's: which castled this is */
    uv_async_t async;         /* a thread has news */
    uv_timer_t lease;         /* runs out when the leases may; with a server only */
    int handles;              /* of the loop that are open */

    /* The writer thread's connection; SQLite's loads use it, too, before the first flush. */
    Db *db;
    GameReader own;
    /* A server's loads have a connection until then, since the thread has to say all the time that it is alive. */
    Db *loads;
    GameReader loading;

    /* The loop's own. */
    WriteBatch growing; /* this turn's */
    uint64_t turn;      /* the number of 'growing' */
    size_t put_bytes;
    WriterNews told;

    WriterThread writer;
    Checkpointer checkpointer; /* of SQLite's */
    Copier *copier;            /* NULL: there is no second place */
    ReaderThread reader;
};

/* Once, or again: nothing is loaded any more. */
void store_end_loads(Store *store);
