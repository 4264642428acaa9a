#include "engine_landlock.h"

#include "landlock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DIRECTORY_MAX = PATH_MAX };

/* The rules, and what none of them may reach. */
typedef struct {
    LandlockRules landlock;
    const char *hidden;
} Rules;

static bool is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    if (length == 1) /* "/" */
        return true;
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

static void allow(Rules *rules, const char *path, unsigned access);

/* Everything in a folder except what is hidden. A rule covers all below its folder, so each entry
 * gets one. */
static void allow_entries(Rules *rules, const char *folder, unsigned access)
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

static void allow(Rules *rules, const char *path, unsigned access)
{
    char real[PATH_MAX];
    if (!realpath(path, real) || is_within(real, rules->hidden))
        return;
    if (is_within(rules->hidden, real))
        allow_entries(rules, real, access); /* as deep as the hidden folder, no deeper */
    else
        landlock_allow(&rules->landlock, real, access);
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

static void allow_list(Rules *rules, const char *list, unsigned access)
{
    char path[PATH_MAX];
    while (next_path(&list, path))
        allow(rules, path, access);
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
    allow(rules, path, LANDLOCK_READ);
    if (told && realpath(told, home) && realpath(folder, real) && strcmp(real, home) == 0)
        return;
    if (strcmp(folder, "/") != 0)
        allow(rules, folder, LANDLOCK_READ);
}

bool engine_landlock_enter(const LandlockPaths *paths, const char *engine, char *problem)
{
    char real[PATH_MAX];
    Rules rules = {.hidden = paths->hidden};
    landlock_begin(&rules.landlock);
    for (const char *const *path = LANDLOCK_SYSTEM; *path; path++)
        allow(&rules, *path, LANDLOCK_READ);
    landlock_allow_devices(&rules.landlock);
    allow_engine(&rules, engine);
    if (realpath(engine, real))
        allow_engine(&rules, real);
    allow_list(&rules, paths->read, LANDLOCK_READ);
    allow_list(&rules, paths->write, LANDLOCK_CHANGE);
    bool entered =
        landlock_enter(&rules.landlock); /* where there is none, the server's log says so */
    snprintf(problem, LANDLOCK_PROBLEM_MAX, "%s", rules.landlock.line);
    return entered;
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
