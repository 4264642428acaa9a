/* thread_name.h - what a thread is called where threads are listed: top -H, /proc/PID/task, a core file. */
#pragma once

enum { THREAD_NAME_MAX = 15 }; /* characters, of Linux */

/* Of the calling thread. The first one of a process keeps the name of the program. */
void thread_name_set(const char *name);
