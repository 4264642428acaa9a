/* clock.c - a clock that tests set, for the unmodified server: preloaded (LD_PRELOAD), it sits between the program and
 * the C library wherever the time is read or waited for. castled.mjs uses it ("clock" there).
 *
 * CASTLED_CLOCK names a file of five 64-bit numbers, which may change at any time: by how many ns the clock is ahead
 * of the system's; for a clock that runs slower from an instant on, that instant on the system's monotonic and wall
 * clock in ns (0: it runs as fast as the system's); by how many ns the wall clock alone was set forward, or back if
 * negative; and how many times slower it runs. Except for the wall clock, time never goes back as long as the first number doesn't.
 *
 * A wait with a limit ends after a few ms without a reason, as POSIX allows (pthread_cond_timedwait, "spurious
 * wakeups"): the caller looks at the clock again. epoll is left alone: a test that moves the clock sends something,
 * too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SLICE = 5000000 /* ns */ };
static const int64_t SECOND = 1000000000;

typedef struct {
    int64_t ahead, slow_since_monotonic, slow_since_wall, wall_step, slowness;
} Setting;

static const volatile Setting *setting;

__attribute__((constructor)) static void open_setting(void)
{
    const char *path = getenv("CASTLED_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof(Setting), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED)
        setting = memory;
}

static int64_t ns_of(const struct timespec *time)
{
    return time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec timespec_of(int64_t ns)
{
    return (struct timespec){.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND};
}

static int system_time(clockid_t id, struct timespec *time)
{
    return (int)syscall(SYS_clock_gettime, id, time);
}

static int64_t changed(int64_t now, int64_t slow_since)
{
    if (slow_since && now > slow_since)
        now = slow_since + (now - slow_since) / setting->slowness;
    return now + setting->ahead;
}

/* Anything linked with the C library gets these instead of its own. */

int clock_gettime(clockid_t id, struct timespec *time)
{
    int status = system_time(id, time);
    if (status != 0 || !setting)
        return status;
    switch (id) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        *time = timespec_of(changed(ns_of(time), setting->slow_since_monotonic));
        break;
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
        *time = timespec_of(changed(ns_of(time), setting->slow_since_wall) + setting->wall_step);
        break;
    default: /* processor time cannot be set */ break;
    }
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}

/* libuv's conditions wait on the monotonic clock. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict until)
{
    static int (*wait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
    struct timespec now, system;
    if (!wait)
        *(void **)&wait = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
    clock_gettime(CLOCK_MONOTONIC, &now);
    system_time(CLOCK_MONOTONIC, &system);
    int64_t left = ns_of(until) - ns_of(&now);
    if (left <= 0)
        return ETIMEDOUT;
    struct timespec end = timespec_of(ns_of(&system) + (left < SLICE ? left : SLICE));
    int status = wait(condition, mutex, CLOCK_MONOTONIC, &end);
    return status == ETIMEDOUT ? 0 : status;
}
