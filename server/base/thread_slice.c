#include "thread_slice.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

void thread_slice_shorten(void)
{
    struct sched_attr now = {.size = sizeof now};
    if (syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) != 0 ||
        now.sched_policy != SCHED_NORMAL || now.sched_nice < 0)
        return;
    now.sched_flags |= SCHED_FLAG_RESET_ON_FORK;
    now.sched_runtime = THREAD_SLICE_SHORT * 1000ull;
    syscall(SYS_sched_setattr, 0, &now, 0);
}
