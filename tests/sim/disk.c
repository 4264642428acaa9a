#include "disk.h"

#include "threads.h"
#include "world.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES_MAX = 8, SHM_REGIONS_MAX = 16, SECTOR = 512, ALWAYS = 10 };

typedef struct {
    int64_t at, length;
} Range;

typedef struct Handle Handle;

typedef struct {
    char name[256]; /* empty: no file */
    bool exists;
    unsigned char *now, *synced; /* what processes see, and what survives a loss of power */
    int64_t size, capacity, synced_size, synced_capacity;
    Range *dirty;
    size_t dirty_count, dirty_size;
    void *shm[SHM_REGIONS_MAX];
    Handle *handles;
} File;

struct Handle {
    sqlite3_file base;
    File *file;
    Handle *next;
    int lock;
    unsigned shm_shared, shm_exclusive;
    bool deletes;
};

typedef struct {
    Random random;
    DiskPace pace;
    bool full, broken, slow, detached;
    File files[FILES_MAX];
    uint64_t syncs, anonymous;
    int64_t sick_at;
    sqlite3_vfs vfs;
} Disk;

static Disk disk;

/* ---- contents ---- */

static void grow(unsigned char **bytes, int64_t *capacity, int64_t size)
{
    if (size <= *capacity)
        return;
    int64_t wanted = *capacity ? *capacity : 65536;
    while (wanted < size)
        wanted *= 2;
    *bytes = realloc(*bytes, (size_t)wanted);
    if (!*bytes)
        abort();
    memset(*bytes + *capacity, 0, (size_t)(wanted - *capacity));
    *capacity = wanted;
}

static void note_dirty(File *file, int64_t at, int64_t length)
{
    Range *last = file->dirty_count ? &file->dirty[file->dirty_count - 1] : NULL;
    if (last && last->at + last->length == at) {
        last->length += length;
        return;
    }
    if (file->dirty_count == file->dirty_size) {
        file->dirty_size = file->dirty_size ? 2 * file->dirty_size : 64;
        file->dirty = realloc(file->dirty, file->dirty_size * sizeof *file->dirty);
        if (!file->dirty)
            abort();
    }
    assert(file->dirty);
    file->dirty[file->dirty_count++] = (Range){at, length};
}

static void set_size(unsigned char *bytes, int64_t *size, int64_t wanted)
{
    if (wanted < *size)
        memset(bytes + wanted, 0, (size_t)(*size - wanted));
    *size = wanted;
}

/* Copies a part of a range to what survives, as far as the file reaches. */
static void keep(File *file, int64_t at, int64_t length)
{
    if (at + length > file->size)
        length = file->size - at;
    if (length <= 0)
        return;
    grow(&file->synced, &file->synced_capacity, at + length);
    memcpy(file->synced + at, file->now + at, (size_t)length);
    if (file->synced_size < at + length)
        file->synced_size = at + length;
}

static void sync_file(File *file)
{
    grow(&file->synced, &file->synced_capacity, file->size);
    set_size(file->synced, &file->synced_size, file->size);
    for (size_t i = 0; i < file->dirty_count; i++)
        keep(file, file->dirty[i].at, file->dirty[i].length);
    file->dirty_count = 0;
}

/* Some of the sectors that were written and not synced have reached the disk, in no order. */
static void lose_power(File *file)
{
    for (size_t i = 0; i < file->dirty_count; i++) {
        Range range = file->dirty[i];
        for (int64_t at = range.at, end = range.at + range.length, next; at < end; at = next) {
            next = (at / SECTOR + 1) * SECTOR;
            next = next < end ? next : end;
            if (random_below(&disk.random, ALWAYS) < disk.pace.torn)
                keep(file, at, next - at);
        }
    }
    file->dirty_count = 0;
    grow(&file->now, &file->capacity, file->synced_size);
    memset(file->now, 0, (size_t)file->capacity);
    if (file->synced_size)
        memcpy(file->now, file->synced, (size_t)file->synced_size);
    file->size = file->synced_size;
}

static void forget_file(File *file)
{
    free(file->now);
    free(file->synced);
    free(file->dirty);
    *file = (File){.name = ""};
}

static File *find_file(const char *name)
{
    for (int i = 0; i < FILES_MAX; i++)
        if (disk.files[i].name[0] && strcmp(disk.files[i].name, name) == 0)
            return &disk.files[i];
    return NULL;
}

static File *new_file(const char *name)
{
    File *file = disk.files;
    while (file->name[0])
        file++;
    assert(file < disk.files + FILES_MAX && strlen(name) < sizeof file->name);
    strcpy(file->name, name);
    return file;
}

/* ---- files, as SQLite asks for them (sqlite.org/c3ref/io_methods.html) ---- */

static Handle *handle_of(sqlite3_file *base)
{
    return (Handle *)base;
}

/* A thread can be preempted anywhere, and the server may die meanwhile. */
static int interrupted(int otherwise)
{
    if (random_once_in(&disk.random, disk.pace.stop_once_in))
        threads_sleep(random_between(&disk.random, 1, 2000));
    if (disk.detached || disk.broken)
        return otherwise;
    return random_once_in(&disk.random, disk.pace.error_once_in) && threads_is_thread() ? otherwise
                                                                                        : SQLITE_OK;
}

static int file_close(sqlite3_file *base)
{
    Handle *handle = handle_of(base);
    Handle **link = &handle->file->handles;
    while (*link != handle)
        link = &(*link)->next;
    *link = handle->next;
    if (handle->deletes)
        forget_file(handle->file);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *to, int length, sqlite3_int64 at)
{
    const File *file = handle_of(base)->file;
    if (disk.detached)
        return SQLITE_IOERR_READ;
    int64_t there = file->size > at ? file->size - at : 0;
    there = there < length ? there : length;
    if (there)
        memcpy(to, file->now + at, (size_t)there);
    memset((char *)to + there, 0, (size_t)(length - there));
    return there == length ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *base, const void *from, int length, sqlite3_int64 at)
{
    File *file = handle_of(base)->file;
    int error = interrupted(SQLITE_IOERR_WRITE);
    if (error != SQLITE_OK)
        return error;
    if (disk.full && at + length > file->size)
        return SQLITE_FULL;
    grow(&file->now, &file->capacity, at + length);
    memcpy(file->now + at, from, (size_t)length);
    if (file->size < at + length)
        file->size = at + length;
    note_dirty(file, at, length);
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    File *file = handle_of(base)->file;
    int error = interrupted(SQLITE_IOERR_TRUNCATE);
    if (error == SQLITE_OK && size < file->size)
        set_size(file->now, &file->size, size);
    return error;
}

static int file_sync(sqlite3_file *base, int flags)
{
    (void)flags;
    disk.syncs++;
    int64_t time = random_about(&disk.random, disk.slow ? disk.pace.slow_sync : disk.pace.sync);
    if (time > SECOND && world_now() + time > disk.sick_at)
        disk.sick_at = world_now() + time;
    threads_sleep(time);
    int error = interrupted(SQLITE_IOERR_FSYNC);
    if (error == SQLITE_OK && !disk.pace.unsynced)
        sync_file(handle_of(base)->file);
    return error;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
    *size = handle_of(base)->file->size;
    return disk.detached ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int others_lock(const Handle *handle)
{
    int most = SQLITE_LOCK_NONE;
    for (const Handle *other = handle->file->handles; other; other = other->next)
        if (other != handle && other->lock > most)
            most = other->lock;
    return most;
}

static int file_lock(sqlite3_file *base, int level)
{
    Handle *handle = handle_of(base);
    int others = others_lock(handle);
    if (disk.detached)
        return SQLITE_IOERR_LOCK;
    bool is_free = level == SQLITE_LOCK_SHARED     ? others < SQLITE_LOCK_PENDING
                   : level == SQLITE_LOCK_RESERVED ? others < SQLITE_LOCK_RESERVED
                                                   : others == SQLITE_LOCK_NONE;
    if (!is_free)
        return SQLITE_BUSY;
    if (handle->lock < level)
        handle->lock = level;
    return SQLITE_OK;
}

static int file_unlock(sqlite3_file *base, int level)
{
    handle_of(base)->lock = level;
    return SQLITE_OK;
}

static int file_reserved(sqlite3_file *base, int *is)
{
    const Handle *handle = handle_of(base);
    *is = handle->lock >= SQLITE_LOCK_RESERVED || others_lock(handle) >= SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int what, void *argument)
{
    (void)base, (void)what, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *base)
{
    (void)base;
    return 4096; /* as SQLite's own VFS says */
}

static int file_characteristics(sqlite3_file *base)
{
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE; /* likewise */
}

static int shm_map(sqlite3_file *base, int region, int size, int extend, void volatile **at)
{
    File *file = handle_of(base)->file;
    assert(region < SHM_REGIONS_MAX);
    *at = NULL;
    if (disk.detached)
        return SQLITE_IOERR_SHMMAP;
    if (!file->shm[region] && extend)
        file->shm[region] = calloc(1, (size_t)size);
    *at = file->shm[region];
    return SQLITE_OK;
}

static int shm_lock(sqlite3_file *base, int first, int count, int flags)
{
    Handle *handle = handle_of(base);
    unsigned mask = ((1u << count) - 1) << first;
    if (flags & SQLITE_SHM_UNLOCK) {
        handle->shm_shared &= ~mask;
        handle->shm_exclusive &= ~mask;
        return SQLITE_OK;
    }
    for (const Handle *other = handle->file->handles; other; other = other->next) {
        unsigned held = other->shm_exclusive;
        if (flags & SQLITE_SHM_EXCLUSIVE)
            held |= other->shm_shared;
        if (other != handle && (held & mask))
            return SQLITE_BUSY;
    }
    *(flags & SQLITE_SHM_SHARED ? &handle->shm_shared : &handle->shm_exclusive) |= mask;
    return SQLITE_OK;
}

static void shm_barrier(sqlite3_file *base)
{
    (void)base;
}

static void forget_shm(File *file)
{
    for (int i = 0; i < SHM_REGIONS_MAX; i++) {
        free(file->shm[i]);
        file->shm[i] = NULL;
    }
}

static int shm_unmap(sqlite3_file *base, int deletes)
{
    Handle *handle = handle_of(base);
    handle->shm_shared = handle->shm_exclusive = 0;
    if (deletes)
        forget_shm(handle->file);
    return SQLITE_OK;
}

static const sqlite3_io_methods METHODS = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

/* ---- the file system (sqlite.org/c3ref/vfs.html) ---- */

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    char anonymous[32];
    (void)vfs;
    base->pMethods = NULL;
    if (disk.detached)
        return SQLITE_CANTOPEN;
    if (!name) {
        snprintf(anonymous, sizeof anonymous, "anonymous %llu",
                 (unsigned long long)disk.anonymous++);
        name = anonymous;
    }
    File *file = find_file(name);
    /* castled creates its file before SQLite opens it, in a real directory. */
    bool may_make = (flags & SQLITE_OPEN_CREATE) || (flags & SQLITE_OPEN_READWRITE);
    if (!file && !may_make)
        return SQLITE_CANTOPEN;
    if (!file)
        file = new_file(name);
    file->exists = true;
    Handle *handle = handle_of(base);
    *handle = (Handle){.base = {&METHODS},
                       .file = file,
                       .next = file->handles,
                       .deletes = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0};
    file->handles = handle;
    if (out)
        *out = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs, (void)sync;
    File *file = find_file(name);
    int error = interrupted(SQLITE_IOERR_DELETE);
    if (error != SQLITE_OK)
        return error;
    if (!file || !file->exists)
        return SQLITE_IOERR_DELETE_NOENT;
    file->exists = false;
    set_size(file->now, &file->size, 0);
    set_size(file->synced, &file->synced_size, 0);
    file->dirty_count = 0;
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *is)
{
    (void)vfs, (void)flags;
    const File *file = find_file(name);
    *is = file && file->exists;
    return SQLITE_OK;
}

static int disk_full_name(sqlite3_vfs *vfs, const char *name, int length, char *out)
{
    (void)vfs;
    return snprintf(out, (size_t)length, "%s", name) < length ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int disk_randomness(sqlite3_vfs *vfs, int length, char *out)
{
    (void)vfs;
    for (int i = 0; i < length; i++)
        out[i] = (char)random_next(&disk.random);
    return length;
}

static int disk_sleep(sqlite3_vfs *vfs, int time)
{
    (void)vfs;
    threads_sleep(time);
    return time;
}

static int disk_time(sqlite3_vfs *vfs, sqlite3_int64 *time)
{
    (void)vfs;
    *time = world_wall() + INT64_C(210866760000000); /* since noon of 4714-11-24 BC */
    return SQLITE_OK;
}

static int disk_last_error(sqlite3_vfs *vfs, int length, char *out)
{
    (void)vfs, (void)length, (void)out;
    return 0;
}

void disk_begin(uint64_t seed, const DiskPace *pace)
{
    if (!disk.vfs.zName) {
        disk.vfs = (sqlite3_vfs){.iVersion = 2,
                                 .szOsFile = sizeof(Handle),
                                 .mxPathname = 255,
                                 .zName = "simulated",
                                 .xOpen = disk_open,
                                 .xDelete = disk_delete,
                                 .xAccess = disk_access,
                                 .xFullPathname = disk_full_name,
                                 .xRandomness = disk_randomness,
                                 .xSleep = disk_sleep,
                                 .xGetLastError = disk_last_error,
                                 .xCurrentTimeInt64 = disk_time};
        sqlite3_vfs_register(&disk.vfs, 1);
    }
    disk.random = random_stream(seed, 3);
    disk.pace = *pace;
    disk.full = disk.broken = disk.slow = disk.detached = false;
    disk.syncs = disk.anonymous = 0;
    disk.sick_at = 0;
    sqlite3_randomness(0, NULL); /* SQLite's own numbers start again, from those of this disk */
}

void disk_end(void)
{
    for (int i = 0; i < FILES_MAX; i++) {
        assert(!disk.files[i].handles);
        forget_shm(&disk.files[i]);
        forget_file(&disk.files[i]);
    }
}

static void note_sick(void)
{
    if (world_now() > disk.sick_at)
        disk.sick_at = world_now();
}

void disk_set_full(bool full)
{
    note_sick();
    disk.full = full;
}

void disk_set_broken(bool broken)
{
    note_sick();
    disk.broken = broken;
}

void disk_set_slow(bool slow)
{
    note_sick();
    disk.slow = slow;
}

bool disk_is_well(void)
{
    return !disk.full && !disk.broken && !disk.slow && world_now() > disk.sick_at;
}

int64_t disk_sick_at(void)
{
    return disk_is_well() ? disk.sick_at : world_now();
}

void disk_detach(void)
{
    disk.detached = true;
}

void disk_attach(bool power)
{
    for (int i = 0; i < FILES_MAX; i++) {
        assert(!disk.files[i].handles);
        forget_shm(&disk.files[i]);
        if (power && disk.files[i].name[0])
            lose_power(&disk.files[i]);
    }
    disk.detached = false;
}

uint64_t disk_syncs(void)
{
    return disk.syncs;
}
