/* core_file.h - what a core file of the server holds, where the operator wants one (--watchdog-core): registers but for those of
 * vectors; the addresses on the stacks of the loop's thread and of the one that failed, from which a debugger tells the calls; and the
 * variables of the program and of its libraries. Not the heap, the arguments or the environment: keys, passwords and tokens are
 * in no core file, whichever library has copies of them (OpenSSL, libcurl, libpq and SQLite's pages all have).
 *
 * It fails safe. The limit allows no core file until all other threads stand still and the rest of the memory is marked by
 * MADV_DONTDUMP, which is done when a signal is about to end the process; where that cannot be done (the stack has overflown, a
 * sanitizer has the signal, a thread hangs in the kernel) there is none. */
#pragma once

#include <stdbool.h>

/* Neither a core file nor another process of the same user may have the memory; with 'wanted', both until
 * core_file_prepare has been called: then core files as above. */
void core_file_forbid(bool wanted);
/* Before anything secret is in memory, by the process that is the server, and before it loses sight of /proc. 'argv' is main's.
 * False: there will be none. */
bool core_file_prepare(char *const argv[]);
