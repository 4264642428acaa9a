/* disk.c - a disk that tests control, for the unmodified server: preloaded (LD_PRELOAD), it sits between SQLite and the
 * kernel wherever a file of the database is opened, read, written or synced. disk.mjs uses it.
 *
 * CASTLED_DISK names a file of 64-bit numbers (Control below), which the test may change at any time: which calls fail, how
 * long a sync takes, at which call the process is killed. CASTLED_DISK_LOG names a file, if any, that gets a record of each
 * write, with the bytes before and after it, and of each sync. From it the test works out what a loss of power could
 * leave of the files: disk.mjs knows what was synced, and drops or tears the rest.
 *
 * Calls on castled.db, its log and its journal are counted. Mapped memory (castled.db-shm) is not recorded: SQLite
 * creates it again when nobody has the database open. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* The kinds of calls, as bits of Control.kinds. */
enum {
    CALL_OPEN = 1,
    CALL_READ = 2,
    CALL_WRITE = 4,
    CALL_SYNC = 8,
    CALL_TRUNCATE = 16,
    CALL_STAT = 32,
    CALL_MAP = 64,
    CALL_LOCK = 128,
    CALL_UNLOCK = 256,
};

/* The test sets all numbers that are not marked as counted by the library. Calls of kinds other than 'kinds' are not counted,
 * do not fail and do not kill. */
typedef struct {
    _Atomic int64_t kinds;
    _Atomic int64_t calls;      /* so far; counted by the library */
    _Atomic int64_t fail_from;  /* the number of the first call that fails, from 1 on; 0: none */
    _Atomic int64_t fail_to;    /* and of the last */
    _Atomic int64_t error;      /* the errno with which it fails */
    _Atomic int64_t failed;     /* how many failed; counted by the library */
    _Atomic int64_t kill_at;    /* the number of the call that kills the process; 0: none */
    _Atomic int64_t kill_share; /* per mille of that call's bytes that are written first */
    _Atomic int64_t delay;      /* extra ms that a sync takes */
    _Atomic int64_t held;       /* syncs wait while this is not 0 */
    _Atomic int64_t waiting;    /* how many are waiting; counted by the library */
    _Atomic int64_t syncs;      /* done so far; counted by the library */
} Control;

/* It is followed by the bytes as they were before, and as they are after it. 'size' is the file's before; 'offset' of
 * RECORD_SIZE is its new one. All numbers are little-endian, as on every processor that Debian has the server for. */
typedef struct {
    uint32_t kind, file;
    uint64_t offset, size, before, after;
} Record;
enum { RECORD_WRITE = 1, RECORD_SIZE, RECORD_SYNC, RECORD_FAILED_SYNC };

enum { FILES = 3, DESCRIPTORS = 4096, PIECE = 65536 };
static const char *const NAMES[FILES] = {"castled.db", "castled.db-wal", "castled.db-journal"};
static const char MAPPED[] = "castled.db-shm"; /* the file after these */

static Control *control;
static int record_file = -1;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER; /* a write and its record are one */
static _Atomic unsigned char file_of[DESCRIPTORS]; /* its index in NAMES plus 1; 0: not ours */

__attribute__((constructor)) static void open_control(void)
{
    const char *path = getenv("CASTLED_DISK"), *log = getenv("CASTLED_DISK_LOG");
    int file = path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    syscall(SYS_close, file);
    if (memory == MAP_FAILED)
        return;
    control = memory;
    if (log)
        record_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static unsigned file_number(int descriptor)
{
    if (!control || descriptor < 0 || descriptor >= DESCRIPTORS)
        return 0;
    return atomic_load(&file_of[descriptor]);
}

static void sleep_ms(int64_t ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    while (syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, &time) != 0)
        continue;
}

static _Noreturn void die(void)
{
    for (;;)
        syscall(SYS_kill, getpid(), SIGKILL);
}

typedef enum { GO_ON, FAIL, DIE } Verdict;

/* Counts a call. FAIL leaves errno. */
static Verdict look_at(int kind)
{
    if (!(atomic_load(&control->kinds) & kind))
        return GO_ON;
    int64_t number = atomic_fetch_add(&control->calls, 1) + 1;
    int64_t from = atomic_load(&control->fail_from);
    if (number == atomic_load(&control->kill_at))
        return DIE;
    if (!from || number < from || number > atomic_load(&control->fail_to))
        return GO_ON;
    atomic_fetch_add(&control->failed, 1);
    errno = (int)atomic_load(&control->error);
    return FAIL;
}

/* For calls that change nothing: whether to continue. */
static int may(int kind)
{
    Verdict verdict = look_at(kind);
    if (verdict == DIE)
        die();
    return verdict == GO_ON;
}

/* ---- the record ---- */

static void note(const Record *record, const void *before, const void *after)
{
    struct iovec parts[] = {
        {.iov_base = (void *)(uintptr_t)record, .iov_len = sizeof *record},
        {.iov_base = (void *)(uintptr_t)before, .iov_len = before ? record->before : 0},
        {.iov_base = (void *)(uintptr_t)after, .iov_len = after ? record->after : 0},
    };
    if (record_file >= 0)
        syscall(SYS_writev, record_file, parts, 3);
}

static uint64_t size_of(int descriptor)
{
    struct stat about;
    return syscall(SYS_fstat, descriptor, &about) == 0 ? (uint64_t)about.st_size : 0;
}

/* The current contents at a place of a file, for the caller to free; 'length' is reduced to what there is. */
static char *read_back(int descriptor, uint64_t offset, uint64_t *length)
{
    char *bytes = malloc(*length ? *length : 1);
    uint64_t got = 0;
    long count = 1;
    while (bytes && count > 0 && got < *length) {
        count = syscall(SYS_pread64, descriptor, bytes + got, *length - got, offset + got);
        got += count > 0 ? (uint64_t)count : 0;
    }
    *length = bytes ? got : 0;
    return bytes;
}

static long put(int descriptor, unsigned file, const void *bytes, size_t length, uint64_t offset)
{
    Record record = {RECORD_WRITE, file - 1, offset, 0, length, length};
    Verdict verdict = look_at(CALL_WRITE);
    if (verdict == FAIL)
        return -1;
    if (verdict == DIE)
        record.after = length * (uint64_t)atomic_load(&control->kill_share) / 1000;
    pthread_mutex_lock(&order);
    if (record_file >= 0) {
        record.size = size_of(descriptor);
        char *before = read_back(descriptor, offset, &record.before);
        note(&record, before, bytes);
        free(before);
    }
    long written = syscall(SYS_pwrite64, descriptor, bytes, record.after, offset);
    if (verdict == DIE)
        die();
    pthread_mutex_unlock(&order);
    return written;
}

static int sync_file(int descriptor, long call)
{
    unsigned file = file_number(descriptor);
    if (!file || file > FILES)
        return (int)syscall(call, descriptor);
    if (atomic_load(&control->held)) {
        atomic_fetch_add(&control->waiting, 1);
        while (atomic_load(&control->held))
            sleep_ms(1);
        atomic_fetch_sub(&control->waiting, 1);
    }
    sleep_ms(atomic_load(&control->delay));
    Verdict verdict = look_at(CALL_SYNC);
    if (verdict == DIE)
        die();
    Record record = {verdict == FAIL ? RECORD_FAILED_SYNC : RECORD_SYNC, file - 1, 0, 0, 0, 0};
    pthread_mutex_lock(&order);
    int status = verdict == FAIL ? -1 : (int)syscall(call, descriptor);
    int error = errno;
    if (verdict == FAIL || status == 0)
        note(&record, NULL, NULL);
    pthread_mutex_unlock(&order);
    if (status == 0)
        atomic_fetch_add(&control->syncs, 1);
    errno = error;
    return status;
}

/* ---- in place of the C library's ---- */

static unsigned find_file(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    for (unsigned i = 0; i < FILES; i++)
        if (strcmp(name, NAMES[i]) == 0)
            return i + 1;
    return strcmp(name, MAPPED) == 0 ? FILES + 1 : 0;
}

static int open_file(const char *path, int flags, mode_t mode)
{
    unsigned file = control ? find_file(path) : 0;
    if (file && !may(CALL_OPEN))
        return -1;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (control && descriptor >= 0 && descriptor < DESCRIPTORS)
        atomic_store(&file_of[descriptor], (unsigned char)file);
    return descriptor;
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return open_file(path, flags, mode);
}

int close(int descriptor)
{
    if (control && descriptor >= 0 && descriptor < DESCRIPTORS)
        atomic_store(&file_of[descriptor], 0);
    return (int)syscall(SYS_close, descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t length)
{
    if (file_number(descriptor) && !may(CALL_READ))
        return -1;
    return syscall(SYS_read, descriptor, bytes, length);
}

ssize_t pread64(int descriptor, void *bytes, size_t length, off64_t offset)
{
    if (file_number(descriptor) && !may(CALL_READ))
        return -1;
    return syscall(SYS_pread64, descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset)
{
    unsigned file = file_number(descriptor);
    if (!file || file > FILES)
        return syscall(SYS_pwrite64, descriptor, bytes, length, offset);
    return put(descriptor, file, bytes, length, (uint64_t)offset);
}

int ftruncate64(int descriptor, off64_t length)
{
    unsigned file = file_number(descriptor);
    if (!file || file > FILES)
        return (int)syscall(SYS_ftruncate, descriptor, length);
    if (!may(CALL_TRUNCATE))
        return -1;
    pthread_mutex_lock(&order);
    if (record_file >= 0) {
        Record record = {RECORD_SIZE, file - 1, (uint64_t)length, size_of(descriptor), 0, 0};
        record.before = record.size > record.offset ? record.size - record.offset : 0;
        char *before = read_back(descriptor, record.offset, &record.before);
        note(&record, before, NULL);
        free(before);
    }
    int status = (int)syscall(SYS_ftruncate, descriptor, length);
    pthread_mutex_unlock(&order);
    return status;
}

int fsync(int descriptor)
{
    return sync_file(descriptor, SYS_fsync);
}

int fdatasync(int descriptor)
{
    return sync_file(descriptor, SYS_fdatasync);
}

int fstat64(int descriptor, struct stat64 *about)
{
    if (file_number(descriptor) && !may(CALL_STAT))
        return -1;
    return (int)syscall(SYS_fstat, descriptor, about);
}

void *mmap64(void *place, size_t length, int protection, int flags, int descriptor, off64_t offset)
{
    if (file_number(descriptor) && !may(CALL_MAP))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, place, length, protection, flags, descriptor, offset);
}

int fcntl64(int descriptor, int command, ...)
{
    va_list more;
    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    if (file_number(descriptor) && command == F_SETLK &&
        !may(((struct flock *)argument)->l_type == F_UNLCK ? CALL_UNLOCK : CALL_LOCK))
        return -1;
    return (int)syscall(SYS_fcntl, descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) __attribute__((alias("fcntl64")));
