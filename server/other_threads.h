/* other_threads.h - all threads but one stand still for good, with nothing in their vector registers: for a process that is about to
 * leave a core file. They do so in a handler of a signal that is used for nothing else. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Before the process loses sight of /proc. False: they cannot be stopped. */
bool other_threads_prepare(void);
/* In the handler of a signal. False: not all of them stood still within 'seconds', or were wiped. */
bool other_threads_stop(int seconds);
/* Then: where the frame is in which the process's first thread stands still; 0 if that thread is the one that goes on. */
uintptr_t other_threads_first_frame(void);
