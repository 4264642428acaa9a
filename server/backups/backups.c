#include "backups.h"

#include "backup.h"
#include "backup_names.h"
#include "log.h"
#include "memory.h"
#include "thread_name.h"
#include "wall_clock.h"

#include <assert.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NICENESS = 10 /* games go first when processors are scarce */ };

struct Backups {
    BackupsOptions options;
    uv_timer_t timer;
    uv_async_t async; /* the thread has finished */
    int64_t newest;   /* s since 1970; -1: there is none */
    bool is_running;
    int open_handles;

    /* The thread's own while it runs, but for 'stop'. */
    uv_thread_t thread;
    atomic_bool stop;
    int64_t at;
    StoreError error;
    size_t deleted;
    char to[BACKUP_PATH_MAX], line[STORE_LINE_MAX];
};

static int64_t seconds_now(void)
{
    return wall_clock() / 1000;
}

/* ---- the thread ---- */

static void make_one(void *argument)
{
    Backups *backups = argument;
    const BackupsOptions *options = &backups->options;
    char from[BACKUP_PATH_MAX], name[BACKUP_NAME_LENGTH + 1];
    thread_name_set("backup");
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICENESS); /* of this thread */
    backup_name_print(backups->at, name);
    snprintf(from, sizeof from, "%s/castled.db", options->database);
    snprintf(backups->to, sizeof backups->to, "%s/%s", options->directory, name);
    backups->error = store_backup(from, backups->to, &backups->stop, backups->line);
    backups->deleted = 0;
    if (backups->error == STORE_OK)
        backups->deleted = backup_names_rotate(options->directory, options->keep);
    uv_async_send(&backups->async);
}

/* ---- the loop ---- */

static void set_timer(Backups *backups, int64_t seconds);

/* How many seconds until the next one is due. A newest one from the future was made by a clock that was wrong. */
static int64_t wait_for_next(const Backups *backups)
{
    int64_t every = backups->options.every / 1000, passed = seconds_now() - backups->newest;
    return backups->newest < 0 || passed < 0 || passed >= every ? 0 : every - passed;
}

static void begin(Backups *backups)
{
    backups->at = seconds_now();
    atomic_store(&backups->stop, false);
    if (uv_thread_create(&backups->thread, make_one, backups) == 0) {
        backups->is_running = true;
        return;
    }
    log_warning("a backup could not be started: there are too many threads");
    backups->options.metrics->backup_failures_total++;
    set_timer(backups, BACKUPS_RETRY);
}

static void on_timer(uv_timer_t *timer)
{
    Backups *backups = timer->data;
    int64_t wait = wait_for_next(backups);
    if (wait == 0)
        begin(backups);
    else
        set_timer(backups, wait);
}

static void set_timer(Backups *backups, int64_t seconds)
{
    if (seconds > BACKUPS_LOOK)
        seconds = BACKUPS_LOOK;
    uv_timer_start(&backups->timer, on_timer, (uint64_t)seconds * 1000, 0);
}

static void tell(Backups *backups)
{
    Metrics *metrics = backups->options.metrics;
    int64_t every = backups->options.every / 1000;
    if (backups->error == STORE_OK) {
        metrics->backups_total++;
        backups->newest = backups->at;
        log_info("backup %s; %zu old ones deleted", backups->to, backups->deleted);
        set_timer(backups, wait_for_next(backups));
        return;
    }
    metrics->backup_failures_total++;
    int64_t wait = every < BACKUPS_RETRY ? every : BACKUPS_RETRY;
    log_warning("no backup: %s; the next attempt is in %lld s", backups->line, (long long)wait);
    set_timer(backups, wait);
}

static void join(Backups *backups)
{
    if (!backups->is_running)
        return;
    uv_thread_join(&backups->thread);
    backups->is_running = false;
}

static void on_async(uv_async_t *async)
{
    Backups *backups = async->data;
    if (!backups->is_running)
        return;
    join(backups);
    tell(backups);
}

/* ---- opening and closing ---- */

Backups *backups_open(const BackupsOptions *options, char *line)
{
    if (strlen(options->directory) >= BACKUP_PATH_MAX - 64) {
        snprintf(line, BACKUPS_LINE_MAX, "--backup-dir: the path is too long");
        return NULL;
    }
    if ((mkdir(options->directory, 0700) != 0 && errno != EEXIST) ||
        access(options->directory, R_OK | W_OK | X_OK) != 0) {
        snprintf(line, BACKUPS_LINE_MAX, "--backup-dir %.256s: %s", options->directory,
                 strerror(errno));
        return NULL;
    }
    Backups *backups = memory_new(sizeof *backups);
    backups->options = *options;
    backups->newest = backup_names_newest(options->directory);
    backups->open_handles = 2;
    uv_timer_init(options->loop, &backups->timer);
    if (uv_async_init(options->loop, &backups->async, on_async) < 0)
        abort(); /* without it the server cannot run, as without memory */
    backups->timer.data = backups->async.data = backups;
    set_timer(backups, wait_for_next(backups));
    return backups;
}

uint64_t backups_newest(const Backups *backups)
{
    return backups->newest < 0 ? 0 : (uint64_t)backups->newest;
}

static void on_handle_closed(uv_handle_t *handle)
{
    Backups *backups = handle->data;
    if (--backups->open_handles == 0)
        free(backups);
}

void backups_close(Backups *backups)
{
    atomic_store(&backups->stop, true);
    join(backups);
    uv_close((uv_handle_t *)&backups->timer, on_handle_closed);
    uv_close((uv_handle_t *)&backups->async, on_handle_closed);
}
