/* thread_slice.h - for how long the kernel lets a thread compute before another one's turn. */
#pragma once

enum { THREAD_SLICE_SHORT = 100 }; /* µs, the least that Linux takes */

/* Of the calling thread, which computes for moments and then waits: when it wakes, it goes before one with a longer slice that is
 * computing, such as an engine's, and is otherwise treated alike. Since Linux 6.12 (sched_setattr(2), PREEMPT_SHORT); without
 * effect before that, and for one that its operator has given another policy or a higher priority. Threads and processes that it
 * begins have the usual slice. */
void thread_slice_shorten(void);
