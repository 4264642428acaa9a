#include "backup.h"

#include "database.h"
#include "schema.h"
#include "sql.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum {
    LOOKS_EVERY = 10000 /* steps of SQLite's machine between two looks at 'stop': about a ms */
};

static StoreError error_of(int number)
{
    switch (number) {
    case ENOSPC:
    case EDQUOT: return STORE_FULL;
    case EEXIST: return STORE_EXISTS;
    case ENOENT: return STORE_MISSING;
    default: return STORE_DISK;
    }
}

static StoreError say_errno(char *line, const char *path, int number)
{
    StoreError error = error_of(number);
    return database_say(line, path, error, error == STORE_DISK ? strerror(number) : NULL);
}

/* ---- names ---- */

static void folder_of(const char *path, char folder[BACKUP_PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    int length = !slash ? 1 : slash == path ? 1 : (int)(slash - path);
    snprintf(folder, BACKUP_PATH_MAX, "%.*s", length, slash ? path : ".");
}

/* SQLite takes a name that begins with "file:" for a URL. */
static void plain_name(const char *path, char name[BACKUP_PATH_MAX + 2])
{
    snprintf(name, BACKUP_PATH_MAX + 2, "%s%s", *path == '/' ? "" : "./", path);
}

/* ---- one copy ---- */

static int is_stopped(void *context)
{
    const atomic_bool *stop = context;
    return atomic_load(stop);
}

/* A database of castled, open to be read; NULL and an error if it is none. */
static StoreError open_source(sqlite3 **db, const char *from, int *version, char *line)
{
    char name[BACKUP_PATH_MAX + 2];
    *db = NULL;
    if (strlen(from) >= BACKUP_PATH_MAX)
        return say_errno(line, from, ENAMETOOLONG);
    if (access(from, R_OK) != 0)
        return say_errno(line, from, errno);
    plain_name(from, name);
    StoreError error = database_open_reader(db, name, line);
    if (error == STORE_OK)
        error = database_identify(*db, from, version, line);
    if (error == STORE_OK && *version == 0)
        error = database_say(line, from, STORE_FOREIGN, "it is empty");
    if (error != STORE_OK) {
        sqlite3_close(*db);
        *db = NULL;
    }
    return error;
}

static int64_t read_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *row;
    int64_t number = 0;
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK && sqlite3_step(row) == SQLITE_ROW)
        number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return number;
}

/* A copy must not be what fills the disk on which games are played. */
static StoreError look_for_room(sqlite3 *db, const char *folder, const char *to, char *line)
{
    struct statvfs disk;
    char detail[120];
    int64_t size = read_number(db, SQL_PAGE_COUNT) * read_number(db, SQL_PAGE_SIZE);
    if (statvfs(folder, &disk) != 0)
        return say_errno(line, to, errno);
    int64_t room = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
    if (room >= size + BACKUP_ROOM_LEFT)
        return STORE_OK;
    snprintf(detail, sizeof detail,
             "the copy takes %lld MiB and should leave %d, but only %lld are free",
             (long long)(size >> 20), BACKUP_ROOM_LEFT >> 20, (long long)(room >> 20));
    return database_say(line, to, STORE_FULL, detail);
}

static StoreError copy_into(sqlite3 *db, const char *part, const atomic_bool *stop, char *line)
{
    sqlite3_stmt *copy;
    char name[BACKUP_PATH_MAX + 2];
    plain_name(part, name);
    int rc = sqlite3_prepare_v2(db, SQL_COPY_INTO, -1, &copy, NULL);
    if (rc != SQLITE_OK)
        return sqlite_refused(db, part, rc, line);
    if (stop)
        sqlite3_progress_handler(db, LOOKS_EVERY, is_stopped, (void *)(uintptr_t)stop);
    sqlite3_bind_text(copy, 1, name, -1, SQLITE_STATIC);
    sqlite3_step(copy);
    rc = sqlite3_finalize(copy);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (rc == SQLITE_INTERRUPT)
        return database_say(line, part, STORE_CLOSED, NULL);
    return rc == SQLITE_OK ? STORE_OK : sqlite_refused(db, part, rc, line);
}

/* An empty file, in which SQLite then makes the copy; as mkstemp, for this user alone. */
static StoreError make_part(const char *to, const char *folder, char part[BACKUP_PATH_MAX],
                            char *line)
{
    int length = snprintf(part, BACKUP_PATH_MAX, "%s.part-XXXXXX", to);
    if (length >= BACKUP_PATH_MAX)
        return say_errno(line, to, ENAMETOOLONG);
    int fd = mkstemp(part);
    if (fd < 0)
        return say_errno(line, to, errno);
    database_give_to_owner(fd, folder);
    close(fd);
    return STORE_OK;
}

static int sync_file(const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return -1;
    int result = fsync(fd);
    close(fd);
    return result;
}

/* Two copies to one name at the same moment: the later one stays. */
static StoreError name_copy(const char *part, const char *to, const char *folder, char *line)
{
    if (sync_file(part) != 0)
        return say_errno(line, to, errno);
    if (access(to, F_OK) == 0)
        return say_errno(line, to, EEXIST);
    if (rename(part, to) != 0 || database_sync_directory(folder) != 0)
        return say_errno(line, to, errno);
    return STORE_OK;
}

static StoreError make_copy(sqlite3 *db, const char *to, const atomic_bool *stop, char *line)
{
    char part[BACKUP_PATH_MAX], folder[BACKUP_PATH_MAX];
    folder_of(to, folder);
    StoreError error = look_for_room(db, folder, to, line);
    if (error == STORE_OK)
        error = make_part(to, folder, part, line);
    if (error != STORE_OK)
        return error;
    error = copy_into(db, part, stop, line);
    if (error == STORE_OK && stop && atomic_load(stop))
        error = database_say(line, to, STORE_CLOSED, NULL);
    if (error == STORE_OK)
        error = name_copy(part, to, folder, line);
    if (error != STORE_OK)
        unlink(part);
    return error;
}

StoreError store_backup(const char *from, const char *to, const atomic_bool *stop, char *line)
{
    sqlite3 *db;
    int version;
    if (strlen(to) >= BACKUP_PATH_MAX)
        return say_errno(line, to, ENAMETOOLONG);
    if (access(to, F_OK) == 0)
        return say_errno(line, to, EEXIST);
    StoreError error = open_source(&db, from, &version, line);
    if (error != STORE_OK)
        return error;
    error = make_copy(db, to, stop, line);
    sqlite3_close(db);
    return error;
}

/* ---- the way back ---- */

static const char *const BESIDE[] = {"-wal", "-shm"}; /* what SQLite has beside a database */
enum { BESIDES = sizeof BESIDE / sizeof *BESIDE, NAME_MAX_LENGTH = BACKUP_PATH_MAX + 8 };

static void remove_database(const char *path)
{
    char name[NAME_MAX_LENGTH];
    unlink(path);
    for (size_t i = 0; i < BESIDES; i++) {
        snprintf(name, sizeof name, "%s%s", path, BESIDE[i]);
        unlink(name);
    }
}

/* The newest moves may still be in the log beside the file. */
static void put_log_into_file(const char *path)
{
    sqlite3 *db;
    char line[STORE_LINE_MAX];
    if (database_open(&db, path, true, true, line) == STORE_OK)
        sqlite3_close(db); /* the last connection to close moves the log into the file */
}

/* False when it would be too long. */
static bool name_kept(const char *path, char kept[BACKUP_PATH_MAX])
{
    char when[32];
    struct tm utc = {0};
    struct stat found;
    time_t now = time(NULL);
    do {
        gmtime_r(&now, &utc);
        strftime(when, sizeof when, "%Y%m%dT%H%M%SZ", &utc);
        int length = snprintf(kept, BACKUP_PATH_MAX, "%s.before-%s", path, when);
        if (length < 0 || length >= BACKUP_PATH_MAX)
            return false;
        now++;
    } while (stat(kept, &found) == 0);
    return true;
}

/* The database that was there gets another name, with its log if that is still there. */
static StoreError keep_old(const char *path, char kept[BACKUP_PATH_MAX], char *line)
{
    struct stat found;
    char from[NAME_MAX_LENGTH], to[NAME_MAX_LENGTH];
    kept[0] = '\0';
    if (stat(path, &found) != 0 || found.st_size == 0)
        return STORE_OK;
    put_log_into_file(path);
    if (!name_kept(path, kept))
        return say_errno(line, path, ENAMETOOLONG);
    for (size_t i = 0; i < BESIDES; i++) {
        snprintf(from, sizeof from, "%s%s", path, BESIDE[i]);
        snprintf(to, sizeof to, "%s%s", kept, BESIDE[i]);
        if (rename(from, to) != 0 && errno != ENOENT)
            return say_errno(line, from, errno);
    }
    if (rename(path, kept) != 0)
        return say_errno(line, path, errno);
    return STORE_OK;
}

/* The copy as a database of this version in the directory, under another name; sound, or an error. */
static StoreError make_restored(const char *from, const char *part, const StoreCheck *check,
                                StoreChecked *checked, char *line)
{
    sqlite3 *db;
    remove_database(part); /* of an attempt that was interrupted */
    StoreError error = store_backup(from, part, NULL, line);
    if (error == STORE_OK)
        error = database_open(&db, part, true, true, line);
    if (error != STORE_OK)
        return error;
    sqlite3_close(db);
    error = store_check(part, check, checked, line);
    if (error == STORE_OK && checked->damages > 0)
        error = database_say(line, from, STORE_DAMAGED, "it was not restored");
    return error;
}

static StoreError restore(const char *directory, const char *path, const char *from,
                          const StoreCheck *check, StoreChecked *checked, char *kept, char *line)
{
    char part[BACKUP_PATH_MAX];
    if (snprintf(part, sizeof part, "%s.restoring", path) >= BACKUP_PATH_MAX - 64)
        return say_errno(line, path, ENAMETOOLONG);
    StoreError error = make_restored(from, part, check, checked, line);
    if (error == STORE_OK)
        error = keep_old(path, kept, line);
    if (error == STORE_OK && rename(part, path) != 0)
        error = say_errno(line, path, errno);
    if (error == STORE_OK && database_sync_directory(directory) != 0)
        error = say_errno(line, directory, errno);
    remove_database(part);
    return error;
}

StoreError store_restore(const char *directory, const char *from, const StoreCheck *check,
                         StoreChecked *checked, char *kept, char *line)
{
    char path[DATABASE_PATH_MAX];
    int lock, version;
    sqlite3 *source;
    kept[0] = '\0';
    StoreError error = open_source(&source, from, &version, line);
    sqlite3_close(source);
    if (error == STORE_OK)
        error = database_lock(&lock, path, directory, line);
    if (error != STORE_OK)
        return error;
    error = restore(directory, path, from, check, checked, kept, line);
    close(lock);
    return error;
}

/* ---- trying out ---- */

/* A copy is brought up to date as the database will be. */
static StoreError try_to_migrate(const char *path, char *line)
{
    sqlite3 *db;
    char copy[BACKUP_PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s.trial", path) >= BACKUP_PATH_MAX - 64)
        return say_errno(line, path, ENAMETOOLONG);
    remove_database(copy); /* of an attempt that was interrupted */
    StoreError error = store_backup(path, copy, NULL, line);
    if (error == STORE_OK)
        error = database_open(&db, copy, false, true, line);
    if (error == STORE_OK)
        sqlite3_close(db);
    remove_database(copy);
    return error;
}

StoreError store_try_out(const char *directory, char *line)
{
    char path[DATABASE_PATH_MAX];
    sqlite3 *db;
    int version;
    snprintf(path, sizeof path, "%s/castled.db", directory);
    StoreError error = open_source(&db, path, &version, line);
    if (error != STORE_OK)
        return error;
    if (version == schema_version(schema_sql))
        error = database_check(db, path, line);
    sqlite3_close(db);
    return error == STORE_OK && version < schema_version(schema_sql) ? try_to_migrate(path, line)
                                                                     : error;
}
