/* The database as it was at a moment, made of what is in a second place (copier.h). */
#include "backup.h"

#include "copy_file.h"
#include "database.h"
#include "memory.h"
#include "rfc3339.h"
#include "sql.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = BACKUP_PATH_MAX + COPY_NAME_MAX, PIECE = 1 << 16 };

/* Where the reading of the logs is. */
typedef struct {
    const char *place;
    sqlite3 *db;
    int64_t until, reached; /* wall clock, ms */
    uint64_t chain, next;   /* the number of the next record */
    uint32_t version;
    bool is_begun, is_over;
    char *line;
} Replay;

static StoreError say_errno(char *line, const char *path)
{
    StoreError error = errno == ENOENT ? STORE_MISSING : errno == ENOSPC ? STORE_FULL : STORE_DISK;
    return database_say(line, path, error, error == STORE_DISK ? strerror(errno) : NULL);
}

static void name_file(const char *place, int64_t at, const char *ending, char path[PATH_SIZE])
{
    char name[COPY_NAME_MAX];
    copy_name_print(at, ending, name);
    snprintf(path, PATH_SIZE, "%s/%s", place, name);
}

/* ---- the base ---- */

/* The newest that is not later; false, and 'line' says why, when there is none. */
static bool find_base(const char *place, int64_t until, int64_t *at, char *line)
{
    size_t count, older = 0;
    char name[COPY_NAME_MAX], detail[120];
    int64_t *bases = copy_list(place, ".db", &count);
    while (older < count && bases[older] <= until)
        older++;
    if (older > 0) {
        *at = bases[older - 1];
    } else if (count > 0) {
        copy_name_print(bases[0], "", name);
        snprintf(detail, sizeof detail, "what is there begins later: %s", name);
    }
    free(bases);
    if (older == 0)
        database_say(line, place, STORE_MISSING, count ? detail : "there is no copy of a database");
    return older > 0;
}

static bool copy_bytes(int from, int to)
{
    char *piece = memory_new(PIECE);
    ssize_t size, written = 0;
    while ((size = read(from, piece, PIECE)) > 0 && written >= 0)
        for (ssize_t at = 0; at < size && written >= 0; at += written)
            written = write(to, piece + at, (size_t)(size - at));
    free(piece);
    return size == 0 && written >= 0;
}

static StoreError copy_file(const char *from, const char *to, char *line)
{
    int source = open(from, O_RDONLY | O_CLOEXEC);
    if (source < 0)
        return say_errno(line, from);
    int target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool is_done = target >= 0 && copy_bytes(source, target) && fsync(target) == 0;
    StoreError error = is_done ? STORE_OK : say_errno(line, to);
    close(source);
    if (target >= 0)
        close(target);
    return error;
}

/* ---- the logs ---- */

/* Nothing is to be in the way: what was committed is done again as it is. */
static int refuse_conflict(void *context, int conflict, sqlite3_changeset_iter *iterator)
{
    (void)context, (void)conflict, (void)iterator;
    return SQLITE_CHANGESET_ABORT;
}

/* What was committed up to the damage is all that there is, and may be all that is asked for. */
static StoreError end_at_damage(Replay *replay, const char *path)
{
    char when[RFC3339_SIZE], detail[160];
    replay->is_over = true;
    if (replay->until <= replay->reached)
        return STORE_OK;
    rfc3339_print(replay->reached, when);
    snprintf(detail, sizeof detail, "what was there before can be restored with --until %s", when);
    return database_say(replay->line, path, STORE_DAMAGED, detail);
}

static StoreError apply(Replay *replay, const CopyRecord *record, void *changes, const char *path)
{
    bool is_sound = copy_record_is_sound(record, changes) && record->number == replay->next;
    if (is_sound && record->at > replay->until) {
        replay->is_over = true;
        return STORE_OK;
    }
    if (is_sound && sqlite3changeset_apply(replay->db, (int)record->size, changes, NULL,
                                           refuse_conflict, NULL) == SQLITE_OK) {
        replay->reached = record->at;
        replay->next++;
        return STORE_OK;
    }
    return end_at_damage(replay, path);
}

/* A log that ends within a record was being written when all ended: what is whole counts. But when the next record is found behind
 * it, it is its size that is wrong. */
static StoreError end_within(Replay *replay, FILE *log, long at, const char *path)
{
    struct stat file;
    if (fstat(fileno(log), &file) != 0)
        return say_errno(replay->line, path);
    size_t size = (size_t)file.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fileno(log), 0);
    if (bytes == MAP_FAILED)
        return say_errno(replay->line, path);
    bool goes_on =
        copy_record_find((unsigned char *)bytes + at, size - (size_t)at, replay->next + 1);
    munmap(bytes, size);
    replay->is_over = true;
    return goes_on ? end_at_damage(replay, path) : STORE_OK;
}

static StoreError apply_records(Replay *replay, FILE *log, const char *path)
{
    unsigned char head[COPY_RECORD_SIZE];
    StoreError error = STORE_OK;
    CopyRecord record;
    long at = ftell(log);
    while (error == STORE_OK && !replay->is_over && fread(head, sizeof head, 1, log) == 1) {
        void *changes = copy_record_parse(head, &record) ? malloc(record.size) : NULL;
        bool is_whole = changes && fread(changes, record.size, 1, log) == 1;
        error =
            is_whole ? apply(replay, &record, changes, path) : end_within(replay, log, at, path);
        at = ftell(log);
        free(changes);
    }
    return error;
}

/* Only a log that goes on where the one before it has ended. */
static StoreError read_log(Replay *replay, int64_t at)
{
    unsigned char bytes[COPY_HEAD_SIZE];
    char path[PATH_SIZE];
    CopyHead head;
    StoreError error = STORE_OK;
    name_file(replay->place, at, ".log", path);
    FILE *log = fopen(path, "rb");
    if (!log)
        return say_errno(replay->line, path);
    bool is_log = fread(bytes, sizeof bytes, 1, log) == 1 && copy_head_parse(bytes, &head) &&
                  head.version == replay->version;
    bool goes_on = is_log && (!replay->is_begun ||
                              (head.chain == replay->chain && head.first == replay->next));
    if (goes_on) {
        replay->chain = head.chain;
        replay->next = head.first;
        replay->is_begun = true;
        error = apply_records(replay, log, path);
    } else {
        replay->is_over = true;
    }
    fclose(log);
    return error;
}

static StoreError read_logs(Replay *replay, int64_t base)
{
    size_t count;
    StoreError error = STORE_OK;
    int64_t *logs = copy_list(replay->place, ".log", &count);
    for (size_t i = 0; i < count && error == STORE_OK && !replay->is_over; i++)
        if (logs[i] == base || (logs[i] > base && replay->is_begun))
            error = read_log(replay, logs[i]);
    free(logs);
    return error;
}

static int read_version(void *version, int count, char **values, char **names)
{
    (void)count, (void)names;
    *(uint32_t *)version = (uint32_t)strtoul(values[0], NULL, 10);
    return 0;
}

/* Triggers and foreign keys have done their work when it was committed first. */
static StoreError replay_onto(const char *part, Replay *replay, int64_t base)
{
    StoreError error = STORE_OK;
    int rc = sqlite3_open_v2(part, &replay->db, SQLITE_OPEN_READWRITE, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_db_config(replay->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(replay->db, SQL_USER_VERSION, read_version, &replay->version, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(replay->db, SQL_BEGIN_IMMEDIATE, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        error = read_logs(replay, base);
    if (rc == SQLITE_OK && error == STORE_OK)
        rc = sqlite3_exec(replay->db, SQL_COMMIT, NULL, NULL, NULL);
    if (rc != SQLITE_OK)
        error = sqlite_refused(replay->db, part, rc, replay->line);
    sqlite3_close(replay->db);
    return error;
}

StoreError store_restore_until(const char *directory, const char *place, int64_t until,
                               const StoreCheck *check, StoreRestored *restored, char *line)
{
    char from[PATH_SIZE], part[BACKUP_PATH_MAX];
    int64_t base;
    Replay replay = {.place = place, .until = until, .line = line};
    if (strlen(place) >= BACKUP_PATH_MAX ||
        snprintf(part, sizeof part, "%s/castled.db.until-%ld", directory, (long)getpid()) >=
            BACKUP_PATH_MAX - 64)
        return database_say(line, place, STORE_DISK, strerror(ENAMETOOLONG));
    if (!find_base(place, until, &base, line))
        return STORE_MISSING;
    replay.reached = base;
    name_file(place, base, ".db", from);
    StoreError error = copy_file(from, part, line);
    if (error == STORE_OK)
        error = replay_onto(part, &replay, base);
    if (error == STORE_OK)
        error = store_restore(directory, part, check, &restored->checked, restored->kept, line);
    restored->reached = replay.reached;
    unlink(part);
    return error;
}
