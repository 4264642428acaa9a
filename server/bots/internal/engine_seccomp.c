#include "engine_seccomp.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* What Landlock does not check, by path: connecting a Unix socket, the mode, the owner and the
 * attributes of a file, and before Linux 6.2 cutting it short. Then what could do the same unseen:
 * io_uring, and openat2, whose flags are in memory that a filter does not see. By their numbers,
 * because the C library's headers lack some; those that this processor lacks are -1. */
typedef struct {
    uint32_t arch;
    int refused[24];  /* after the last: 0 */
    int open, openat; /* refused if they are to empty a file without writing to it */
    int socket;       /* refused if it is a Unix socket */
    int absent[3];    /* refused as if the kernel did not have them; then 0 */
} Calls;

enum {
    IO_URING_SETUP = 425,
    OPENAT2 = 437,
    FCHMODAT2 = 452,
    SETXATTRAT = 463,
    REMOVEXATTRAT = 466
};
#define CALLS_EVERYWHERE FCHMODAT2, SETXATTRAT, REMOVEXATTRAT
/* chmod, lchown, truncate, chown, truncate64, lchown32, chown32, the attributes by setxattr,
 * lsetxattr, removexattr, lremovexattr: the same for 32-bit x86 and ARM, as is socketcall. */
#define CALLS_32 15, 16, 92, 182, 193, 198, 212, 226, 227, 235, 236, 102

#if defined(__x86_64__)
static const Calls CALLS[] = {
    {AUDIT_ARCH_X86_64,
     {SYS_chmod, SYS_fchmodat, SYS_chown, SYS_lchown, SYS_fchownat, SYS_truncate, SYS_setxattr,
      SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr, CALLS_EVERYWHERE},
     SYS_open,
     SYS_openat,
     SYS_socket,
     {IO_URING_SETUP, OPENAT2}},
    {AUDIT_ARCH_I386,
     {CALLS_32, 298, 306, CALLS_EVERYWHERE},
     5,
     295,
     359,
     {IO_URING_SETUP, OPENAT2}},
};
#elif defined(__aarch64__)
static const Calls CALLS[] = {
    {AUDIT_ARCH_AARCH64,
     {SYS_fchmodat, SYS_fchownat, SYS_truncate, SYS_setxattr, SYS_lsetxattr, SYS_removexattr,
      SYS_lremovexattr, CALLS_EVERYWHERE},
     -1,
     SYS_openat,
     SYS_socket,
     {IO_URING_SETUP, OPENAT2}},
    {AUDIT_ARCH_ARM,
     {CALLS_32, 325, 333, CALLS_EVERYWHERE},
     5,
     322,
     281,
     {IO_URING_SETUP, OPENAT2}},
};
#else
#define NO_CALLS
#endif

#ifndef NO_CALLS
enum { FILTER_MAX = 256, X32_BIT = 0x40000000 };

typedef struct {
    struct sock_filter code[FILTER_MAX];
    unsigned short length;
} Filter;

static void add(Filter *filter, unsigned code, unsigned value, unsigned yes, unsigned no)
{
    assert(filter->length < FILTER_MAX);
    filter->code[filter->length++] = (struct sock_filter)BPF_JUMP(
        (unsigned short)code, value, (unsigned char)yes, (unsigned char)no);
}

static void load(Filter *filter, size_t offset)
{
    add(filter, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

/* Skips so many instructions if the value is that, or if it isn't. */
static void skip(Filter *filter, unsigned value, unsigned yes, unsigned no)
{
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
}

static void end(Filter *filter, unsigned verdict)
{
    add(filter, BPF_RET | BPF_K, verdict, 0, 0);
}

static void refuse(Filter *filter, int call, int error)
{
    skip(filter, (unsigned)call, 0, 1);
    end(filter, SECCOMP_RET_ERRNO | (unsigned)error);
}

/* If the low bits of an argument, by a mask, are that. Both processors store the low half first. */
static void refuse_argument(Filter *filter, int call, size_t argument, unsigned mask, unsigned bits)
{
    skip(filter, (unsigned)call, 0, 5);
    load(filter, offsetof(struct seccomp_data, args) + argument * sizeof(uint64_t));
    add(filter, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    skip(filter, bits, 0, 1);
    end(filter, SECCOMP_RET_ERRNO | EACCES);
    end(filter, SECCOMP_RET_ALLOW);
}

/* For programs of one kind of processor; others pass it by. */
static void add_calls(Filter *filter, const Calls *calls)
{
    unsigned start = filter->length;
    skip(filter, calls->arch, 0, 0);
    load(filter, offsetof(struct seccomp_data, nr));
    add(filter, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1); /* other numbers for the same calls */
    end(filter, SECCOMP_RET_ERRNO | ENOSYS);
    for (const int *call = calls->refused; *call; call++)
        refuse(filter, *call, EACCES);
    for (const int *call = calls->absent; *call; call++)
        refuse(filter, *call, ENOSYS);
    refuse_argument(filter, calls->open, 1, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY);
    refuse_argument(filter, calls->openat, 2, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY);
    refuse_argument(filter, calls->socket, 0, ~0U, AF_UNIX);
    end(filter, SECCOMP_RET_ALLOW);
    filter->code[start].jf = (unsigned char)(filter->length - start - 1);
}

SeccompResult engine_seccomp_enter(void)
{
    Filter filter = {.length = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++)
        add_calls(&filter, &CALLS[i]);
    end(&filter, SECCOMP_RET_ERRNO | ENOSYS);
    struct sock_fprog program = {.len = filter.length, .filter = filter.code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        return SECCOMP_ENTERED;
    return errno == EINVAL ? SECCOMP_ABSENT : SECCOMP_REFUSED;
}
#else
SeccompResult engine_seccomp_enter(void)
{
    return SECCOMP_ENTERED;
}
#endif
