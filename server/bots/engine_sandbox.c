#include "engine_sandbox.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NICENESS = 5,    /* as of the searchers: the loop goes first */
    OOM_SCORE = 500, /* proc(5): the server, with 0, goes after it */
    MIB = 1024 * 1024,
    DIRECTORY_MAX = PATH_MAX,
};

/* Newer than Debian 12's headers; Documentation/userspace-api/landlock.rst. */
#define ACCESS_TRUNCATE  (UINT64_C(1) << 14) /* ABI 3 */
#define ACCESS_IOCTL_DEV (UINT64_C(1) << 15) /* ABI 5 */
#define SCOPE_ALL        UINT64_C(3)         /* ABI 6: abstract Unix sockets, signals */

typedef struct {
    uint64_t handled_access_fs;
    uint64_t handled_access_net; /* ABI 4 */
    uint64_t scoped;             /* ABI 6 */
} RulesetAttributes;

#define ACCESS_READ                                                                                \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define ACCESS_WRITE                                                                               \
    (ACCESS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                 \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |  \
     LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER |       \
     ACCESS_TRUNCATE)
#define ACCESS_DEVICE                                                                              \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_DIR |  \
     ACCESS_IOCTL_DEV)
/* What a rule for a file may have; the others are for folders. */
#define ACCESS_FILE                                                                                \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |   \
     ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)

/* Of the server's variables; the others may hold secrets. */
static const char *const ENVIRONMENT[] = {"PATH", "HOME", "LANG", "TZ", "LD_LIBRARY_PATH"};
enum { VARIABLES = sizeof ENVIRONMENT / sizeof *ENVIRONMENT };

/* Of /etc only what loading programs and looking up names takes: it also holds keys and passwords.
 */
static const char *const SYSTEM[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/proc",
    "/sys",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/group",
    "/etc/hosts",
    "/etc/resolv.conf",
    "/etc/OpenCL",
    "/etc/vulkan",
};

/* By the beginnings of their names; the last three are graphics cards. */
static const char *const DEVICES[] = {"null",    "zero", "full", "random",
                                      "urandom", "dri",  "kfd",  "nvidia"};

static void say(const char *what, const char *which)
{
    int error = errno;
    dprintf(SANDBOX_LOG, "castled: warning: engine: %s%s%s: %s\n", what, *which ? " " : "", which,
            strerror(error));
    errno = error;
}

/* ---- files ---- */

static bool is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    if (length == 1) /* "/" */
        return true;
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static long create_ruleset(const RulesetAttributes *attributes, size_t size, unsigned flags)
{
    return syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

int engine_sandbox_landlock(void)
{
    long version = create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

typedef struct {
    int ruleset;
    uint64_t handled;
    const char *hidden;
    bool failed;
} Rules;

/* What is not there, or cannot be opened, needs no rule. */
static void add_rule(Rules *rules, const char *path, uint64_t access)
{
    struct stat about;
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return;
    if (fstat(file, &about) == 0) {
        access &= S_ISDIR(about.st_mode) ? rules->handled : rules->handled & ACCESS_FILE;
        struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = file};
        if (syscall(SYS_landlock_add_rule, rules->ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) !=
            0) {
            say("Landlock refuses", path);
            rules->failed = true;
        }
    }
    close(file);
}

static void allow(Rules *rules, const char *path, uint64_t access);

/* Everything in a folder except what is hidden. A rule covers all below its folder, so each entry
 * gets one. */
static void allow_entries(Rules *rules, const char *folder, uint64_t access)
{
    char path[DIRECTORY_MAX];
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        const char *name = entry->d_name;
        struct stat about;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            fstatat(dirfd(entries), name, &about, AT_SYMLINK_NOFOLLOW) != 0 ||
            S_ISLNK(about.st_mode)) /* which leads to what the folder does not hold */
            continue;
        int length = snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", name);
        if (length < (int)sizeof path)
            allow(rules, path, access);
    }
    if (entries)
        closedir(entries);
}

static void allow(Rules *rules, const char *path, uint64_t access)
{
    char real[PATH_MAX];
    if (!realpath(path, real) || is_within(real, rules->hidden))
        return;
    if (is_within(rules->hidden, real))
        allow_entries(rules, real, access); /* as deep as the hidden folder, no deeper */
    else
        add_rule(rules, real, access);
}

/* The next of a list with commas; false when there is none, or it is too long. */
static bool next_path(const char **list, char path[PATH_MAX])
{
    size_t length = strcspn(*list, ",");
    if (length == 0 || length >= PATH_MAX)
        return false;
    memcpy(path, *list, length);
    path[length] = '\0';
    *list += length + ((*list)[length] == ',');
    return true;
}

static void allow_list(Rules *rules, const char *list, uint64_t access)
{
    char path[PATH_MAX];
    while (next_path(&list, path))
        allow(rules, path, access);
}

static void allow_devices(Rules *rules)
{
    char path[DIRECTORY_MAX];
    DIR *entries = opendir("/dev");
    for (struct dirent *entry; entries && (entry = readdir(entries));)
        for (size_t i = 0; i < sizeof DEVICES / sizeof *DEVICES; i++)
            if (strncmp(entry->d_name, DEVICES[i], strlen(DEVICES[i])) == 0) {
                snprintf(path, sizeof path, "/dev/%s", entry->d_name);
                allow(rules, path, ACCESS_DEVICE);
            }
    if (entries)
        closedir(entries);
}

/* The folder that a file is in. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    snprintf(folder, PATH_MAX, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        *(slash == folder ? slash + 1 : slash) = '\0';
}

/* The engine and its folder, where its net may be; but not a whole home directory. */
static void allow_engine(Rules *rules, const char *path)
{
    char folder[PATH_MAX], real[PATH_MAX], home[PATH_MAX] = "";
    const char *told = getenv("HOME");
    folder_of(path, folder);
    allow(rules, path, ACCESS_READ);
    if (told && realpath(told, home) && realpath(folder, real) && strcmp(real, home) == 0)
        return;
    if (strcmp(folder, "/") != 0)
        allow(rules, folder, ACCESS_READ);
}

static bool enter_landlock(const EngineSandbox *sandbox, const char *engine)
{
    char real[PATH_MAX];
    int version = engine_sandbox_landlock();
    if (version == 0)
        return true; /* the server has told its owner */
    uint64_t handled = (UINT64_C(1) << 13) - 1;
    handled |= version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
    handled |= version >= 3 ? ACCESS_TRUNCATE : 0;
    handled |= version >= 5 ? ACCESS_IOCTL_DEV : 0;
    RulesetAttributes attributes = {
        .handled_access_fs = handled,
        .scoped = version >= 6 ? SCOPE_ALL : 0,
    };
    Rules rules = {.handled = handled, .hidden = sandbox->hidden};
    rules.ruleset = (int)create_ruleset(&attributes, sizeof attributes, 0);
    for (size_t i = 0; i < sizeof SYSTEM / sizeof *SYSTEM; i++)
        allow(&rules, SYSTEM[i], ACCESS_READ);
    allow_devices(&rules);
    allow_engine(&rules, engine);
    if (realpath(engine, real))
        allow_engine(&rules, real);
    allow_list(&rules, sandbox->read, ACCESS_READ);
    allow_list(&rules, sandbox->write, ACCESS_WRITE);
    if (rules.failed || syscall(SYS_landlock_restrict_self, rules.ruleset, 0) != 0) {
        say("Landlock refuses", "");
        return false;
    }
    return true;
}

/* ---- system calls ---- */

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

static bool refuse_calls(void)
{
    Filter filter = {.length = 0};
    load(&filter, offsetof(struct seccomp_data, arch));
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++)
        add_calls(&filter, &CALLS[i]);
    end(&filter, SECCOMP_RET_ERRNO | ENOSYS);
    struct sock_fprog program = {.len = filter.length, .filter = filter.code};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
        return true;
    say("no system calls can be refused to it", "");
    return errno == EINVAL; /* a kernel without seccomp */
}
#else
static bool refuse_calls(void)
{
    return true;
}
#endif

/* ---- the rest ---- */

static void set_limit(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0)
        return;
    limit.rlim_max = limit.rlim_max < most ? limit.rlim_max : most;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(what, &limit);
}

/* In case a library opened some in the server without close-on-exec. */
static void close_files(void)
{
    enum { CLOSE_ON_EXEC = 4 /* CLOSE_RANGE_CLOEXEC */ };
    fcntl(SANDBOX_LOG, F_SETFD, FD_CLOEXEC);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, SANDBOX_LOG + 1, ~0U, CLOSE_ON_EXEC) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (long file = SANDBOX_LOG + 1; file < most; file++)
        close((int)file);
}

static void step_back(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        dprintf(file, "%d\n", OOM_SCORE);
        close(file);
    }
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICENESS);
}

/* Fills 'variables', which ends with NULL. */
static void keep_environment(char *variables[VARIABLES + 1])
{
    extern char **environ;
    int count = 0;
    for (char **variable = environ; *variable; variable++)
        for (int i = 0; i < VARIABLES; i++) {
            size_t length = strlen(ENVIRONMENT[i]);
            if (count < VARIABLES && strncmp(*variable, ENVIRONMENT[i], length) == 0 &&
                (*variable)[length] == '=')
                variables[count++] = *variable;
        }
    variables[count] = NULL;
}

int engine_sandbox_main(int argc, char *argv[])
{
    char folder[PATH_MAX], *variables[VARIABLES + 1];
    if (argc != SANDBOX_ARGUMENTS - 2) {
        fputs("castled: " SANDBOX_COMMAND " is for the server's own use\n", stderr);
        return 2;
    }
    pid_t parent = (pid_t)atol(argv[0]);
    rlim_t memory = (rlim_t)atol(argv[1]);
    EngineSandbox sandbox = {.hidden = argv[2], .read = argv[3], .write = argv[4]};
    char *engine = argv[5], *arguments[] = {engine, NULL};
    /* If the server ended before this line, the signal will never come. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
        return SANDBOX_FAILED;
    close_files();
    step_back();
    umask(077);
    keep_environment(variables);
    folder_of(engine, folder);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_NOFILE, ENGINE_FILES);
    if (chdir(folder) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        say("cannot be started in", folder);
        return SANDBOX_FAILED;
    }
    if (!enter_landlock(&sandbox, engine) || !refuse_calls())
        return SANDBOX_FAILED;
    if (memory)
        set_limit(RLIMIT_AS, memory * MIB); /* last, since this program itself may be bigger */
    execve(engine, arguments, variables);
    say("cannot be run:", engine);
    return SANDBOX_FAILED;
}

/* ---- on the server's side ---- */

void engine_sandbox_command(const EngineSandbox *sandbox, const char *engine,
                            SandboxCommand *command)
{
    snprintf(command->numbers[0], sizeof command->numbers[0], "%ld", (long)getpid());
    snprintf(command->numbers[1], sizeof command->numbers[1], "%u", sandbox->memory);
    const char *words[SANDBOX_ARGUMENTS + 1] = {
        "castled",           SANDBOX_COMMAND, command->numbers[0],
        command->numbers[1], sandbox->hidden, sandbox->read,
        sandbox->write,      engine,          NULL,
    };
    memcpy(command->arguments, words, sizeof words);
}

static bool check_list(const EngineSandbox *sandbox, const char *list, char *line)
{
    char path[PATH_MAX], real[PATH_MAX];
    while (next_path(&list, path)) {
        const char *problem = !realpath(path, real)              ? strerror(errno)
                              : is_within(real, sandbox->hidden) ? "it is in the data folder"
                                                                 : NULL;
        if (problem) {
            snprintf(line, SANDBOX_LINE_MAX, "%.300s: %s", path, problem);
            return false;
        }
    }
    return true;
}

bool engine_sandbox_check(const EngineSandbox *sandbox, char *line)
{
    return check_list(sandbox, sandbox->read, line) && check_list(sandbox, sandbox->write, line);
}
