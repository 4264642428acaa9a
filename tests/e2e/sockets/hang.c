/* hang.c - preloaded into the server under test: its loop hangs at the end of a turn once the file
 * named by HANG_WHEN exists. The server itself has no such switch. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <uv.h>

/* The loop's thread, the process's first, calls this at the end of each turn. */
uint64_t uv_metrics_idle_time(uv_loop_t *loop)
{
    uint64_t (*real)(uv_loop_t *);
    const char *file = getenv("HANG_WHEN");
    *(void **)&real = dlsym(RTLD_NEXT, "uv_metrics_idle_time");
    while (gettid() == getpid() && file && access(file, F_OK) == 0)
        pause();
    return real(loop);
}
