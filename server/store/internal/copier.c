#include "copier.h"

#include "copy_file.h"
#include "database.h"
#include "log.h"
#include "memory.h"
#include "sql.h"
#include "thread_name.h"
#include "wall_clock.h"

#include <sodium.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { PATH_SIZE = DATABASE_PATH_MAX + COPY_NAME_MAX + 8 };
#define NS_PER_MS UINT64_C(1000000)

typedef struct Chunk Chunk;

/* A transaction that waits to be written. */
struct Chunk {
    Chunk *next;
    unsigned base; /* the number of the base before it */
    CopyRecord record;
    void *changes;
};

/* Where the copier's thread is. */
typedef struct {
    int log;       /* -1: none */
    int64_t at;    /* the instant of its base */
    bool is_whole; /* the base is there */
} Place;

struct Copier {
    CopierTerms terms;
    uint64_t chain;
    uv_thread_t thread;
    uv_mutex_t mutex; /* guards all below */
    uv_cond_t changed;
    bool wants_base, wants_changes, is_closing, has_ended, is_overrun;
    sqlite3 *pinned; /* a connection in a transaction that sees the database as it was */
    bool is_refused; /* it could not be pinned */
    int64_t pinned_at;
    unsigned base; /* how many were pinned */
    uint64_t number, pinned_number;
    Chunk *first, **last;
    size_t queued; /* bytes */
    StoreCopyState state;
    int64_t expected;     /* wall clock of the commit whose changes are put next; 0: none */
    int64_t behind_since; /* wall clock; 0: the place has everything */
};

/* ---- the writer's side ---- */

static bool read_flag(Copier *copier, const bool *flag)
{
    uv_mutex_lock(&copier->mutex);
    bool value = *flag;
    uv_mutex_unlock(&copier->mutex);
    return value;
}

bool copier_wants_base(Copier *copier)
{
    return read_flag(copier, &copier->wants_base);
}

bool copier_wants_changes(Copier *copier)
{
    return read_flag(copier, &copier->wants_changes);
}

/* A reader that sees the newest commit from now on; NULL when there is none. */
static sqlite3 *pin(const char *path)
{
    sqlite3 *db;
    char line[STORE_LINE_MAX];
    if (database_open_reader(&db, path, line) != STORE_OK)
        return NULL;
    if (sqlite3_exec(db, SQL_BEGIN, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, SQL_READ_ID_KEY, NULL, NULL, NULL) == SQLITE_OK)
        return db;
    sqlite3_close(db);
    return NULL;
}

void copier_give_base(Copier *copier)
{
    sqlite3 *pinned = pin(copier->terms.path);
    uv_mutex_lock(&copier->mutex);
    copier->wants_base = false;
    copier->pinned = pinned;
    copier->is_refused = !pinned;
    if (pinned) {
        copier->pinned_at = wall_clock();
        copier->pinned_number = copier->number;
        copier->base++;
        copier->wants_changes = true;
        copier->is_overrun = false;
    }
    uv_cond_signal(&copier->changed);
    uv_mutex_unlock(&copier->mutex);
}

void copier_expect(Copier *copier)
{
    uv_mutex_lock(&copier->mutex);
    copier->expected = wall_clock();
    if (!copier->behind_since)
        copier->behind_since = copier->expected;
    uv_mutex_unlock(&copier->mutex);
}

static void append(Copier *copier, void *changes, size_t size)
{
    Chunk *chunk = memory_new(sizeof *chunk);
    chunk->base = copier->base;
    chunk->record = (CopyRecord){.size = (uint32_t)size,
                                 .at = copier->expected ? copier->expected : wall_clock(),
                                 .number = copier->number++};
    chunk->changes = changes;
    *copier->last = chunk;
    copier->last = &chunk->next;
    copier->queued += size;
    if (!copier->behind_since)
        copier->behind_since = chunk->record.at;
}

void copier_miss(Copier *copier)
{
    uv_mutex_lock(&copier->mutex);
    copier->expected = 0;
    copier->is_overrun = true;
    copier->wants_changes = false;
    uv_cond_signal(&copier->changed);
    uv_mutex_unlock(&copier->mutex);
}

void copier_put(Copier *copier, void *changes, size_t size)
{
    uv_mutex_lock(&copier->mutex);
    bool fits = size <= COPY_CHANGES_MAX && copier->queued + size <= COPIER_QUEUE_MAX;
    bool is_taken = fits && copier->wants_changes && size > 0;
    if (is_taken)
        append(copier, changes, size);
    else if (copier->wants_changes && size == 0 && copier->behind_since == copier->expected)
        copier->behind_since = 0; /* nothing has changed */
    copier->expected = 0;
    uv_cond_signal(&copier->changed);
    uv_mutex_unlock(&copier->mutex);
    if (!is_taken)
        sqlite3_free(changes);
    if (!fits)
        copier_miss(copier);
}

void copier_state(Copier *copier, StoreCopyState *state)
{
    uv_mutex_lock(&copier->mutex);
    int64_t now = wall_clock(), since = copier->behind_since;
    *state = copier->state;
    state->behind = since && now > since ? now - since : 0;
    uv_mutex_unlock(&copier->mutex);
}

/* ---- files of the place ---- */

static bool say(char *line, const char *path, const char *reason)
{
    snprintf(line, STORE_LINE_MAX, "%.300s: %.150s", path, reason);
    return false;
}

static void name_file(const Copier *copier, int64_t at, const char *ending, char path[PATH_SIZE])
{
    char name[COPY_NAME_MAX];
    copy_name_print(at, ending, name);
    snprintf(path, PATH_SIZE, "%s/%s", copier->terms.options.directory, name);
}

static bool write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            at += written;
            size -= (size_t)written;
        }
    }
    return true;
}

static bool open_log(const Copier *copier, Place *place, uint64_t first, char *line)
{
    unsigned char head[COPY_HEAD_SIZE];
    char path[PATH_SIZE];
    name_file(copier, place->at, ".log", path);
    copy_head_print(&(CopyHead){copier->terms.version, copier->chain, first}, head);
    place->log = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (place->log < 0)
        return say(line, path, strerror(errno));
    return (write_all(place->log, head, sizeof head) && fdatasync(place->log) == 0) ||
           say(line, path, strerror(errno));
}

static void free_chunks(Chunk *chunk)
{
    for (Chunk *next; chunk; chunk = next) {
        next = chunk->next;
        sqlite3_free(chunk->changes);
        free(chunk);
    }
}

static bool write_chunk(int log, Chunk *chunk)
{
    unsigned char head[COPY_RECORD_SIZE];
    copy_record_print(&chunk->record, chunk->changes, head);
    return write_all(log, head, sizeof head) && write_all(log, chunk->changes, chunk->record.size);
}

/* Takes those that wait and belong to that base or an older one. */
static Chunk *take_chunks(Copier *copier, unsigned base)
{
    Chunk *taken = NULL, **end = &taken;
    uv_mutex_lock(&copier->mutex);
    while (copier->first && copier->first->base <= base) {
        Chunk *chunk = copier->first;
        copier->first = chunk->next;
        copier->queued -= chunk->record.size;
        chunk->next = NULL;
        *end = chunk;
        end = &chunk->next;
    }
    if (!copier->first)
        copier->last = &copier->first;
    uv_mutex_unlock(&copier->mutex);
    return taken;
}

/* The place has all that was taken; more may wait already. */
static void note_written(Copier *copier, const Place *place)
{
    uv_mutex_lock(&copier->mutex);
    if (place->is_whole)
        copier->behind_since = copier->first ? copier->first->record.at : copier->expected;
    uv_mutex_unlock(&copier->mutex);
}

static bool write_log(Copier *copier, const Place *place, unsigned base, char *line)
{
    Chunk *chunks = take_chunks(copier, base);
    bool is_written = true;
    for (Chunk *chunk = chunks; chunk && is_written; chunk = chunk->next)
        is_written = write_chunk(place->log, chunk);
    if (chunks && is_written)
        is_written = fdatasync(place->log) == 0;
    if (!is_written)
        say(line, copier->terms.options.directory, strerror(errno));
    free_chunks(chunks);
    if (is_written && read_flag(copier, &copier->is_overrun))
        return say(line, copier->terms.options.directory, "it is too slow, and fell behind");
    if (is_written)
        note_written(copier, place);
    return is_written;
}

/* ---- a base ---- */

static int64_t read_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *row;
    int64_t number = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW)
        number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return number;
}

static bool has_room(const Copier *copier, sqlite3 *pinned, char *line)
{
    struct statvfs disk;
    const char *directory = copier->terms.options.directory;
    int64_t size = read_number(pinned, SQL_PAGE_COUNT) * read_number(pinned, SQL_PAGE_SIZE);
    if (statvfs(directory, &disk) != 0)
        return say(line, directory, strerror(errno));
    return (int64_t)disk.f_bavail * (int64_t)disk.f_frsize > size + COPIER_QUEUE_MAX ||
           say(line, directory, "there is no room for a copy of the database");
}

/* All pages; what is committed meanwhile is written to the log. */
static bool copy_pages(Copier *copier, sqlite3 *to, const Place *place, unsigned base, char *line)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", copier->pinned, "main");
    int rc = copy ? SQLITE_OK : SQLITE_ERROR;
    bool goes_on = true;
    while (rc == SQLITE_OK && goes_on) {
        rc = sqlite3_backup_step(copy, COPIER_PAGES);
        goes_on = write_log(copier, place, base, line) && !read_flag(copier, &copier->is_closing);
    }
    sqlite3_backup_finish(copy);
    if (goes_on && rc != SQLITE_DONE)
        say(line, copier->terms.options.directory, sqlite3_errstr(rc));
    return goes_on && rc == SQLITE_DONE;
}

/* A file that is read without a log beside it (sqlite.org/fileformat2.html, 1.3.3), on disk under its name. */
static bool finish_base(const char *part, const char *path, const char *directory, char *line)
{
    static const unsigned char ROLLBACK_JOURNAL[] = {1, 1};
    int fd = open(part, O_RDWR | O_CLOEXEC);
    bool is_done = fd >= 0 && pwrite(fd, ROLLBACK_JOURNAL, 2, 18) == 2 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    if (is_done && rename(part, path) == 0 && database_sync_directory(directory) == 0)
        return true;
    return say(line, path, strerror(errno));
}

static bool copy_base(Copier *copier, Place *place, unsigned base, char *line)
{
    char path[PATH_SIZE], part[PATH_SIZE];
    sqlite3 *to = NULL;
    name_file(copier, place->at, ".db", path);
    name_file(copier, place->at, ".part", part);
    int fd = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return say(line, part, strerror(errno));
    close(fd);
    bool is_done = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                   sqlite3_exec(to, SQL_PRAGMA_COPY, NULL, NULL, NULL) == SQLITE_OK &&
                   copy_pages(copier, to, place, base, line);
    sqlite3_close(to);
    is_done = is_done && finish_base(part, path, copier->terms.options.directory, line);
    if (!is_done)
        unlink(part);
    place->is_whole = is_done;
    return is_done;
}

/* Older ones than are kept, with their logs; and logs whose base is gone. */
static void delete_old(const Copier *copier)
{
    static const char *const ENDINGS[] = {".db", ".log", ".part"};
    char path[PATH_SIZE];
    size_t bases, count;
    unsigned keep = copier->terms.options.keep;
    int64_t *kept = copy_list(copier->terms.options.directory, ".db", &bases);
    int64_t oldest = bases > keep ? kept[bases - keep] : bases ? kept[0] : 0;
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        int64_t *all = copy_list(copier->terms.options.directory, ENDINGS[i], &count);
        for (size_t at = 0; at < count && all[at] < oldest; at++) {
            name_file(copier, all[at], ENDINGS[i], path);
            unlink(path);
        }
        free(all);
    }
    free(kept);
}

/* ---- the thread ---- */

static void unpin(Copier *copier)
{
    sqlite3_close(copier->pinned);
    copier->pinned = NULL;
}

/* Has the writer pin the database; false when it cannot, or all ends. */
static bool ask_for_base(Copier *copier, unsigned *base, Place *next, uint64_t *first, char *line)
{
    uv_mutex_lock(&copier->mutex);
    copier->wants_base = !copier->is_closing;
    copier->is_refused = false;
    bool is_closing = copier->is_closing;
    uv_mutex_unlock(&copier->mutex);
    if (is_closing)
        return false;
    copier->terms.wake(copier->terms.context);
    uv_mutex_lock(&copier->mutex);
    while (!copier->pinned && !copier->is_refused && !copier->is_closing)
        uv_cond_wait(&copier->changed, &copier->mutex);
    bool is_pinned = copier->pinned != NULL;
    copier->wants_base = false;
    *base = copier->base;
    *first = copier->pinned_number;
    *next = (Place){.log = -1, .at = copier->pinned_at};
    uv_mutex_unlock(&copier->mutex);
    return is_pinned || say(line, copier->terms.path, "it cannot be read");
}

/* A new base; the log before it is finished first. */
static bool begin_place(Copier *copier, Place *place, char *line)
{
    Place next;
    unsigned base;
    uint64_t first;
    if (!ask_for_base(copier, &base, &next, &first, line))
        return false;
    mkdir(copier->terms.options.directory, 0700); /* that it cannot be made, the next call tells */
    bool goes_on = place->log < 0 || write_log(copier, place, base - 1, line);
    if (place->log >= 0)
        close(place->log);
    *place = next;
    goes_on = goes_on && has_room(copier, copier->pinned, line) &&
              open_log(copier, place, first, line) && copy_base(copier, place, base, line);
    unpin(copier);
    return goes_on && write_log(copier, place, base, line);
}

/* Waits until there is something to write; false when the next base is due, or all ends. */
static bool wait_for_chunks(Copier *copier, uint64_t until)
{
    uv_mutex_lock(&copier->mutex);
    uint64_t now = uv_hrtime();
    while (!copier->first && !copier->is_overrun && !copier->is_closing && now < until) {
        uv_cond_timedwait(&copier->changed, &copier->mutex, until - now);
        now = uv_hrtime();
    }
    bool goes_on = !copier->is_closing && now < until;
    uv_mutex_unlock(&copier->mutex);
    return goes_on;
}

static void tell_recovered(Copier *copier)
{
    uv_mutex_lock(&copier->mutex);
    bool was_failing = copier->state.is_failing;
    copier->state.is_failing = false;
    uv_mutex_unlock(&copier->mutex);
    if (was_failing)
        log_info("the second place has a whole copy again");
}

/* Writes until it fails or all ends. */
static void follow(Copier *copier, char *line)
{
    Place place = {.log = -1};
    while (begin_place(copier, &place, line)) {
        uint64_t until = uv_hrtime() + (uint64_t)copier->terms.options.every * NS_PER_MS;
        bool is_written = true;
        tell_recovered(copier);
        delete_old(copier);
        while (is_written && wait_for_chunks(copier, until))
            is_written = write_log(copier, &place, copier->base, line);
        if (!is_written || read_flag(copier, &copier->is_closing))
            break;
    }
    if (place.log >= 0 && read_flag(copier, &copier->is_closing) && place.is_whole)
        write_log(copier, &place, copier->base, line);
    if (place.log >= 0)
        close(place.log);
    if (place.log >= 0 && !place.is_whole && !read_flag(copier, &copier->is_closing)) {
        char path[PATH_SIZE];
        name_file(copier, place.at, ".log", path);
        unlink(path);
    }
}

/* Nothing is noted any more until there is a new base; true: all ends. */
static bool give_up(Copier *copier, const char *line, uint64_t wait)
{
    uv_mutex_lock(&copier->mutex);
    bool is_news = !copier->state.is_failing;
    Chunk *left = copier->first;
    copier->wants_changes = copier->is_overrun = false;
    copier->first = NULL;
    copier->last = &copier->first;
    copier->queued = 0;
    copier->state.is_failing = true;
    copier->state.failures++;
    if (!copier->behind_since)
        copier->behind_since = wall_clock();
    snprintf(copier->state.line, sizeof copier->state.line, "%s", line);
    bool is_closing = copier->is_closing;
    uv_mutex_unlock(&copier->mutex);
    free_chunks(left);
    if (is_news && !is_closing)
        log_warning("the second place is not written to: %s; it is tried again", line);
    uint64_t until = uv_hrtime() + wait * NS_PER_MS;
    uv_mutex_lock(&copier->mutex);
    for (uint64_t now; !copier->is_closing && (now = uv_hrtime()) < until;)
        uv_cond_timedwait(&copier->changed, &copier->mutex, until - now);
    is_closing = copier->is_closing;
    uv_mutex_unlock(&copier->mutex);
    return is_closing;
}

static void run(void *argument)
{
    Copier *copier = argument;
    char line[STORE_LINE_MAX];
    uint64_t wait = COPIER_RETRY_FIRST;
    bool is_over = false;
    thread_name_set("copier");
    while (!is_over) {
        uint64_t since = uv_hrtime();
        follow(copier, line);
        if (uv_hrtime() - since > COPIER_RETRY_LONGEST * NS_PER_MS)
            wait = COPIER_RETRY_FIRST;
        is_over = read_flag(copier, &copier->is_closing) || give_up(copier, line, wait);
        wait = 2 * wait < COPIER_RETRY_LONGEST ? 2 * wait : COPIER_RETRY_LONGEST;
    }
    uv_mutex_lock(&copier->mutex);
    copier->has_ended = true;
    uv_cond_signal(&copier->changed);
    uv_mutex_unlock(&copier->mutex);
}

/* ---- opening and closing ---- */

Copier *copier_open(const CopierTerms *terms)
{
    Copier *copier = memory_new(sizeof *copier);
    copier->terms = *terms;
    copier->last = &copier->first;
    copier->behind_since = wall_clock();
    randombytes_buf(&copier->chain, sizeof copier->chain);
    copier->terms.path = strdup(terms->path);
    /* Without threads the server cannot run, as without memory. */
    if (uv_mutex_init(&copier->mutex) < 0 || uv_cond_init(&copier->changed) < 0)
        abort();
    return copier;
}

void copier_start(Copier *copier)
{
    if (uv_thread_create(&copier->thread, run, copier) < 0)
        abort();
}

void copier_close(Copier *copier)
{
    if (!copier)
        return;
    uint64_t now, until = uv_hrtime() + COPIER_CLOSE_MAX * NS_PER_MS;
    uv_mutex_lock(&copier->mutex);
    copier->is_closing = true;
    uv_cond_signal(&copier->changed);
    while (!copier->has_ended && (now = uv_hrtime()) < until)
        uv_cond_timedwait(&copier->changed, &copier->mutex, until - now);
    bool has_ended = copier->has_ended;
    uv_mutex_unlock(&copier->mutex);
    if (!has_ended) { /* a place that hangs, which ends with the process; its memory is not ours any more */
        log_warning("the second place does not answer: the newest moves are not in it");
        return;
    }
    uv_thread_join(&copier->thread);
    free_chunks(copier->first);
    free((char *)(uintptr_t)copier->terms.path);
    uv_cond_destroy(&copier->changed);
    uv_mutex_destroy(&copier->mutex);
    free(copier);
}
