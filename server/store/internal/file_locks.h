/* file_locks.h - locks that SQLite holds on the database are always released.
 *
 * SQLite ignores a failure to release a lock (fcntl(2), ENOLCK or EIO) and goes on as if it still held it; from then on
 * its next transaction waits for that lock, for ever. */
#pragma once

/* How long a release is tried again before the process gives up, which releases all locks (ms). */
enum { FILE_LOCKS_PATIENCE = 5000 };

/* From now on a release that fails is tried again, by SQLite's own file system in the whole process. To be called before
 * the first connection is opened; again it does nothing. */
void file_locks_install(void);
