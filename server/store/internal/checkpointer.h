/* checkpointer.h - the thread that moves SQLite's write-ahead log into the database, while the writer goes on.
 *
 * It waits for the disk, for the log and for the database, so that no move has to. But a log begins anew only once all of it
 * has been moved, which never happens while it is written to. So the writer moves the rest, as soon as that is short. */
#pragma once

#include "store_error.h"

#include <sqlite3.h>
#include <uv.h>

#include <stdbool.h>

typedef struct Checkpointer {
    sqlite3 *db; /* the thread's own while it runs */
    int after;   /* pages of the log, likewise 'moved' */
    bool is_started;
    uv_thread_t thread;
    uv_mutex_t mutex; /* guards all below */
    /* At most one waits for it: the thread while nothing is asked, the writer while something is. */
    uv_cond_t change;
    bool is_asked, closing;
    int moved; /* by the thread */
} Checkpointer;

/* With a connection of its own. 'after': STORE_CHECKPOINT_AFTER, or fewer in tests. */
StoreError checkpointer_open(Checkpointer *checkpointer, const char *path, int after, char *line);
/* The thread, once. */
void checkpointer_start(Checkpointer *checkpointer);
/* Also follows an open that failed or never was, if the memory is zero. */
void checkpointer_close(Checkpointer *checkpointer);

/* For the writer, after a commit that left a log of so many pages. True when it is to move the log itself: the rest that the thread
 * has left, or any log of four times the length after which it is moved; it waits for the thread then. */
bool checkpointer_leaves_rest(Checkpointer *checkpointer, int pages);
/* For the writer: the log has begun anew. */
void checkpointer_forget(Checkpointer *checkpointer);
