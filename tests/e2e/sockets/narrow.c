/* narrow.c - sockets that hold little of what nobody reads, for an unmodified program: preloaded (LD_PRELOAD), each connection that it
 * accepts has a send buffer of NARROW bytes, and each that it makes such a buffer for what comes. The kernel would let either grow to
 * megabytes, of one connection more and of another less, which tests of slow readers would have to fill first. */
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

int connect(int fd, __CONST_SOCKADDR_ARG address, socklen_t length)
{
    static int (*real)(int, const struct sockaddr *, socklen_t);
    const int size = NARROW;
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "connect");
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    return real(fd, address.__sockaddr__, length);
}
