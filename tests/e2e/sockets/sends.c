/* sends.c - how often the unmodified server writes to sockets: preloaded (LD_PRELOAD), it adds 1 for each call to the 64-bit number
 * that is the file CASTLED_SENDS. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static _Atomic int64_t *sends;

__attribute__((constructor)) static void open_number(void)
{
    const char *path = getenv("CASTLED_SENDS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof *sends, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED)
        sends = memory;
}

static void count(int fd)
{
    struct stat what;
    if (sends && fstat(fd, &what) == 0 && S_ISSOCK(what.st_mode))
        atomic_fetch_add(sends, 1);
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    count(fd);
    return real(fd, bytes, length);
}

ssize_t writev(int fd, const struct iovec *pieces, int pieces_count)
{
    static ssize_t (*real)(int, const struct iovec *, int);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "writev");
    count(fd);
    return real(fd, pieces, pieces_count);
}
