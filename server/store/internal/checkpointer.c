#include "checkpointer.h"

#include "database.h"
#include "thread_name.h"

#include <stdlib.h>

/* Of the length after which a log is moved: what the writer moves itself, and what a log may grow to. */
enum { REST = 40 /* a fortieth */, MOST = 4 /* times */ };

static void move_log(void *argument)
{
    Checkpointer *checkpointer = argument;
    thread_name_set("checkpointer");
    uv_mutex_lock(&checkpointer->mutex);
    while (!checkpointer->closing) {
        if (!checkpointer->is_asked) {
            uv_cond_wait(&checkpointer->change, &checkpointer->mutex);
            continue;
        }
        uv_mutex_unlock(&checkpointer->mutex);
        int moved = 0;
        /* What the disk refuses here stays in the log and is tried again after the next commit. */
        int rc = sqlite3_wal_checkpoint_v2(checkpointer->db, "main", SQLITE_CHECKPOINT_PASSIVE,
                                           NULL, &moved);
        uv_mutex_lock(&checkpointer->mutex);
        checkpointer->moved = rc == SQLITE_OK ? moved : 0;
        checkpointer->is_asked = false;
        uv_cond_signal(&checkpointer->change);
    }
    uv_mutex_unlock(&checkpointer->mutex);
}

StoreError checkpointer_open(Checkpointer *checkpointer, const char *path, int after, char *line)
{
    checkpointer->after = after;
    return database_open(&checkpointer->db, path, false, false, line);
}

void checkpointer_start(Checkpointer *checkpointer)
{
    /* Without threads the server cannot run, as without memory. */
    if (uv_mutex_init(&checkpointer->mutex) < 0 || uv_cond_init(&checkpointer->change) < 0 ||
        uv_thread_create(&checkpointer->thread, move_log, checkpointer) < 0)
        abort();
    checkpointer->is_started = true;
}

void checkpointer_close(Checkpointer *checkpointer)
{
    if (checkpointer->is_started) {
        uv_mutex_lock(&checkpointer->mutex);
        checkpointer->closing = true;
        uv_cond_signal(&checkpointer->change);
        uv_mutex_unlock(&checkpointer->mutex);
        uv_thread_join(&checkpointer->thread);
        uv_cond_destroy(&checkpointer->change);
        uv_mutex_destroy(&checkpointer->mutex);
    }
    sqlite3_close(checkpointer->db);
    *checkpointer = (Checkpointer){.db = NULL};
}

bool checkpointer_leaves_rest(Checkpointer *checkpointer, int pages)
{
    if (pages < checkpointer->after)
        return false;
    uv_mutex_lock(&checkpointer->mutex);
    bool is_longest = pages >= MOST * checkpointer->after;
    while (checkpointer->is_asked && is_longest)
        uv_cond_wait(&checkpointer->change, &checkpointer->mutex);
    bool is_short = pages - checkpointer->moved <= checkpointer->after / REST;
    bool leaves = !checkpointer->is_asked && (is_short || is_longest);
    if (leaves) {
        checkpointer->moved = 0;
    } else if (!checkpointer->is_asked) {
        checkpointer->is_asked = true;
        uv_cond_signal(&checkpointer->change);
    }
    uv_mutex_unlock(&checkpointer->mutex);
    return leaves;
}

void checkpointer_forget(Checkpointer *checkpointer)
{
    uv_mutex_lock(&checkpointer->mutex);
    checkpointer->moved = 0;
    uv_mutex_unlock(&checkpointer->mutex);
}
