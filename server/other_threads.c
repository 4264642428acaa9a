#include "other_threads.h"

#include "saved_registers.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    BUFFER_SIZE = 4096,
    LOOK_EVERY = 1, /* ms */
    NUMBER_AT = 19, /* where a name begins in struct linux_dirent64 (getdents(2)), and */
    SIZE_AT = 16,   /* where its size is */
};

/* A signal handler is given nothing of ours. */
static struct {
    int tasks; /* the directory of the threads */
    atomic_bool is_wanted;
    atomic_int stopped, unknown; /* who stand still; of them, whose registers could not be wiped */
    atomic_uintptr_t first_frame;
} others = {.tasks = -1};

uintptr_t other_threads_first_frame(void)
{
    return atomic_load(&others.first_frame);
}

/* The last one is taken by valgrind. */
static int stop_signal(void)
{
    return SIGRTMAX - 1;
}

static void on_stop(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    if (!atomic_load(&others.is_wanted)) /* somebody else has sent it */
        return;
    if (!saved_registers_wipe_vectors(context))
        atomic_fetch_add(&others.unknown, 1);
    if (gettid() == getpid())
        atomic_store(&others.first_frame, (uintptr_t)__builtin_frame_address(0));
    atomic_fetch_add(&others.stopped, 1);
    for (;;)
        pause();
}

bool other_threads_prepare(void)
{
    struct sigaction action = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigfillset(&action.sa_mask);
    others.tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return others.tasks >= 0 && sigaction(stop_signal(), &action, NULL) == 0;
}

/* 0 of "." and "..". */
static int read_number(const char *name)
{
    int number = 0;
    for (; *name >= '0' && *name <= '9'; name++)
        number = 10 * number + (*name - '0');
    return number;
}

/* Sends it to all but this one, again to those who have it; how many they are, or -1. */
static int signal_all(void)
{
    const int process = getpid(), own = gettid();
    char buffer[BUFFER_SIZE];
    int count = 0;
    long got;
    if (lseek(others.tasks, 0, SEEK_SET) != 0)
        return -1;
    while ((got = syscall(SYS_getdents64, others.tasks, buffer, sizeof buffer)) > 0)
        for (long at = 0; at < got;) {
            unsigned short size;
            memcpy(&size, buffer + at + SIZE_AT, sizeof size);
            int number = read_number(buffer + at + NUMBER_AT);
            if (number > 0 && number != own &&
                syscall(SYS_tgkill, process, number, stop_signal()) == 0)
                count++;
            at += size;
        }
    return got < 0 ? -1 : count;
}

bool other_threads_stop(int seconds)
{
    const struct timespec moment = {.tv_nsec = LOOK_EVERY * 1000000};
    struct timespec now, end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    atomic_store(&others.is_wanted, true);
    for (;;) {
        const int count = signal_all();
        if (count < 0)
            return false;
        if (atomic_load(&others.stopped) >= count)
            return atomic_load(&others.unknown) == 0;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec > end.tv_sec || (now.tv_sec == end.tv_sec && now.tv_nsec >= end.tv_nsec))
            return false;
        nanosleep(&moment, NULL);
    }
}
