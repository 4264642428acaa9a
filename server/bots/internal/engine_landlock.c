#include "engine_landlock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DIRECTORY_MAX = PATH_MAX };

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

/* Of /etc only what loading programs and looking up names takes: it also holds keys and passwords. */
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

int engine_landlock_version(void)
{
    long version = create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

typedef struct {
    int ruleset;
    uint64_t handled;
    const char *hidden;
    char *problem; /* "" until a rule is refused */
} Rules;

static void note(char *problem, const char *what, const char *which)
{
    snprintf(problem, LANDLOCK_PROBLEM_MAX, "%s%s%.200s: %s", what, *which ? " " : "", which,
             strerror(errno));
}

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
            0)
            note(rules->problem, "Landlock refuses", path);
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

void path_folder(const char *path, char folder[PATH_MAX])
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
    path_folder(path, folder);
    allow(rules, path, ACCESS_READ);
    if (told && realpath(told, home) && realpath(folder, real) && strcmp(real, home) == 0)
        return;
    if (strcmp(folder, "/") != 0)
        allow(rules, folder, ACCESS_READ);
}

bool engine_landlock_enter(const LandlockPaths *paths, const char *engine, char *problem)
{
    char real[PATH_MAX];
    int version = engine_landlock_version();
    *problem = '\0';
    if (version == 0)
        return true; /* the server's log says so */
    uint64_t handled = (UINT64_C(1) << 13) - 1;
    handled |= version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
    handled |= version >= 3 ? ACCESS_TRUNCATE : 0;
    handled |= version >= 5 ? ACCESS_IOCTL_DEV : 0;
    RulesetAttributes attributes = {
        .handled_access_fs = handled,
        .scoped = version >= 6 ? SCOPE_ALL : 0,
    };
    Rules rules = {.handled = handled, .hidden = paths->hidden, .problem = problem};
    rules.ruleset = (int)create_ruleset(&attributes, sizeof attributes, 0);
    for (size_t i = 0; i < sizeof SYSTEM / sizeof *SYSTEM; i++)
        allow(&rules, SYSTEM[i], ACCESS_READ);
    allow_devices(&rules);
    allow_engine(&rules, engine);
    if (realpath(engine, real))
        allow_engine(&rules, real);
    allow_list(&rules, paths->read, ACCESS_READ);
    allow_list(&rules, paths->write, ACCESS_WRITE);
    if (!*problem && syscall(SYS_landlock_restrict_self, rules.ruleset, 0) != 0)
        note(problem, "Landlock refuses", "");
    return !*problem;
}

static bool check_list(const LandlockPaths *paths, const char *list, char *problem)
{
    char path[PATH_MAX], real[PATH_MAX];
    while (next_path(&list, path)) {
        const char *reason = !realpath(path, real)            ? strerror(errno)
                             : is_within(real, paths->hidden) ? "it is in the data folder"
                                                              : NULL;
        if (reason) {
            snprintf(problem, LANDLOCK_PROBLEM_MAX, "%.300s: %s", path, reason);
            return false;
        }
    }
    return true;
}

bool engine_landlock_check(const LandlockPaths *paths, char *problem)
{
    return check_list(paths, paths->read, problem) && check_list(paths, paths->write, problem);
}
