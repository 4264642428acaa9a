#include "landlock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than Debian 12's headers. */
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
#define ACCESS_CHANGE                                                                              \
    (ACCESS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                 \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |  \
     LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER |       \
     ACCESS_TRUNCATE)
#define ACCESS_DEVICE                                                                              \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_DIR |  \
     ACCESS_IOCTL_DEV)
#define ACCESS_OPEN_RW                                                                             \
    (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
/* What a rule for a file may have; the others are for folders. */
#define ACCESS_FILE                                                                                \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |   \
     ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)

const char *const LANDLOCK_SYSTEM[] = {
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
    NULL,
};

/* By the beginnings of their names; the last three are graphics cards. */
static const char *const DEVICES[] = {"null",    "zero", "full", "random",
                                      "urandom", "dri",  "kfd",  "nvidia"};

static long create_ruleset(const RulesetAttributes *attributes, size_t size, unsigned flags)
{
    return syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

int landlock_version(void)
{
    long version = create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

static void note(LandlockRules *rules, const char *which)
{
    snprintf(rules->line, sizeof rules->line, "Landlock refuses%s%.200s: %s", *which ? " " : "",
             which, strerror(errno));
}

void landlock_begin(LandlockRules *rules)
{
    int version = landlock_version();
    *rules = (LandlockRules){.ruleset = -1};
    if (version == 0)
        return;
    rules->handled = (UINT64_C(1) << 13) - 1;
    rules->handled |= version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
    rules->handled |= version >= 3 ? ACCESS_TRUNCATE : 0;
    rules->handled |= version >= 5 ? ACCESS_IOCTL_DEV : 0;
    RulesetAttributes attributes = {
        .handled_access_fs = rules->handled,
        .scoped = version >= 6 ? SCOPE_ALL : 0,
    };
    rules->ruleset = (int)create_ruleset(&attributes, sizeof attributes, 0);
    if (rules->ruleset < 0)
        note(rules, "");
}

static uint64_t rights_of(unsigned what)
{
    return (what & LANDLOCK_READ ? ACCESS_READ : 0) | (what & LANDLOCK_CHANGE ? ACCESS_CHANGE : 0) |
           (what & LANDLOCK_DEVICE ? ACCESS_DEVICE : 0) |
           (what & LANDLOCK_OPEN_RW ? ACCESS_OPEN_RW : 0) |
           (what & LANDLOCK_SOCKETS ? LANDLOCK_ACCESS_FS_MAKE_SOCK : 0);
}

void landlock_allow(LandlockRules *rules, const char *path, unsigned what)
{
    struct stat about;
    int file = rules->ruleset >= 0 ? open(path, O_PATH | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    if (fstat(file, &about) == 0) {
        uint64_t access = rights_of(what) & rules->handled;
        access &= S_ISDIR(about.st_mode) ? rules->handled : ACCESS_FILE;
        struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = file};
        if (syscall(SYS_landlock_add_rule, rules->ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) !=
            0)
            note(rules, path);
    }
    close(file);
}

static bool is_device(const char *name)
{
    for (size_t i = 0; i < sizeof DEVICES / sizeof *DEVICES; i++)
        if (strncmp(name, DEVICES[i], strlen(DEVICES[i])) == 0)
            return true;
    return false;
}

void landlock_allow_devices(LandlockRules *rules)
{
    DIR *entries = rules->ruleset >= 0 ? opendir("/dev") : NULL;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        char path[sizeof "/dev/" + sizeof entry->d_name];
        snprintf(path, sizeof path, "/dev/%s", entry->d_name);
        if (is_device(entry->d_name))
            landlock_allow(rules, path, LANDLOCK_DEVICE);
    }
    if (entries)
        closedir(entries);
}

bool landlock_enter(LandlockRules *rules)
{
    if (rules->ruleset < 0)
        return !*rules->line;
    if (!*rules->line && syscall(SYS_landlock_restrict_self, rules->ruleset, 0) != 0)
        note(rules, "");
    close(rules->ruleset);
    rules->ruleset = -1;
    return !*rules->line;
}
