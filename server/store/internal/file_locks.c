#include "file_locks.h"

#include "log.h"

#include <sqlite3.h>

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_EVERY = 10 }; /* ms */

static int release(int descriptor, struct flock *lock)
{
    const struct timespec pause = {.tv_nsec = RETRY_EVERY * 1000000};
    for (int waited = 0;; waited += RETRY_EVERY) {
        int result = fcntl(descriptor, F_SETLK, lock);
        if (result == 0)
            return 0;
        if (waited >= FILE_LOCKS_PATIENCE) {
            log_warning("a lock of the database cannot be released (%s)", strerror(errno));
            abort();
        }
        nanosleep(&pause, NULL);
    }
}

/* In place of fcntl(2), all of whose uses by SQLite have a pointer or an int as their argument. */
static int lock_or_release(int descriptor, int command, ...)
{
    va_list more;
    va_start(more, command);
    void *argument = va_arg(more, void *);
    va_end(more);
    bool is_lock = command == F_SETLK;
    if (is_lock && ((struct flock *)argument)->l_type == F_UNLCK)
        return release(descriptor, argument);
    return fcntl(descriptor, command, argument);
}

void file_locks_install(void)
{
    sqlite3_vfs *unix_files = sqlite3_vfs_find("unix");
    sqlite3_syscall_ptr ours = (sqlite3_syscall_ptr)lock_or_release;
    if (unix_files && unix_files->xGetSystemCall(unix_files, "fcntl") != ours)
        unix_files->xSetSystemCall(unix_files, "fcntl", ours);
}
