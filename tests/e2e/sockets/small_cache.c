/* small_cache.c - a small page cache, for the unmodified server: preloaded (LD_PRELOAD), all of SQLite tries to do with a MiB, which
 * is full after a few hundred games. Its own caches, of 16 MB each, would be after tens of thousands. */
#include <sqlite3.h>

enum { MIB = 1024 * 1024 };

__attribute__((constructor)) static void limit_cache(void)
{
    sqlite3_soft_heap_limit64(MIB);
}
