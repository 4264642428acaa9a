/* narrow.c - sockets that hold little of what nobody reads, for the unmodified server: preloaded (LD_PRELOAD), each connection that it
 * accepts has a send buffer of NARROW bytes, where the kernel would let it grow to megabytes, which tests of slow readers would have
 * to fill first. */
#include <dlfcn.h>
#include <sys/socket.h>

enum { NARROW = 16 * 1024 };

int accept4(int listener, __SOCKADDR_ARG address, socklen_t *restrict length, int flags)
{
    static int (*real)(int, struct sockaddr *, socklen_t *, int);
    const int size = NARROW;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "accept4");
    int fd = real(listener, address.__sockaddr__, length, flags);
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    return fd;
}
