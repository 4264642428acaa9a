#include "memory_room.h"

#include "log.h"

#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { GROUP_LINE_MAX = PATH_MAX + 64 };

/* The first number of a file; false when there is none, as in "max". */
static bool read_number(const char *path, uint64_t *number)
{
    FILE *file = fopen(path, "re");
    bool found = file && fscanf(file, "%" SCNu64, number) == 1;
    if (file)
        fclose(file);
    return found;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The smallest limit of a group and those above it. */
static uint64_t limit_of(const char *root, const char *group, const char *name)
{
    char folder[PATH_MAX], path[PATH_MAX + 64];
    uint64_t least = UINT64_MAX, limit;
    snprintf(folder, sizeof folder, "%s", group);
    for (;;) {
        snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
        if (read_number(path, &limit))
            least = smaller(least, limit);
        char *slash = strrchr(folder, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

/* Lines of "0::/group", or "4:memory:/group" of the first version. */
static uint64_t group_limit(void)
{
    char line[GROUP_LINE_MAX];
    uint64_t least = UINT64_MAX;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':'),
             *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        if (controllers[1] == '\0')
            least = smaller(least, limit_of("/sys/fs/cgroup", group, "memory.max"));
        else if (strstr(controllers, "memory"))
            least =
                smaller(least, limit_of("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    if (file)
        fclose(file);
    return least;
}

void memory_room_init(MemoryRoom *room)
{
    *room = (MemoryRoom){.group = group_limit()};
}

uint64_t memory_room_reserve(uint64_t limit)
{
    uint64_t part = limit / MEMORY_ROOM_PART;
    return part < MEMORY_ROOM_LEAST ? MEMORY_ROOM_LEAST : smaller(part, MEMORY_ROOM_MOST);
}

static bool is_near(uint64_t used, uint64_t limit)
{
    return limit != UINT64_MAX && used + memory_room_reserve(limit) > limit;
}

/* Bytes of the process: mapped, and in the machine's memory. */
static bool read_use(uint64_t *mapped, uint64_t *resident)
{
    FILE *file = fopen("/proc/self/statm", "re");
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    bool found = file && fscanf(file, "%" SCNu64 " %" SCNu64, mapped, resident) == 2;
    *mapped *= page;
    *resident *= page;
    if (file)
        fclose(file);
    return found;
}

static bool machine_is_short(void)
{
    char line[128];
    uint64_t kib;
    bool is_short = false;
    FILE *file = fopen("/proc/meminfo", "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "MemAvailable: %" SCNu64, &kib) == 1)
            is_short = kib * 1024 < MEMORY_ROOM_MACHINE;
    if (file)
        fclose(file);
    return is_short;
}

static bool look(const MemoryRoom *room)
{
    struct rlimit space;
    uint64_t mapped = 0, resident = 0;
    if (!read_use(&mapped, &resident))
        return false;
    uint64_t most = getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY
                        ? (uint64_t)space.rlim_cur
                        : UINT64_MAX;
    return is_near(resident, room->group) || is_near(mapped, most) || machine_is_short();
}

bool memory_room_is_scarce(MemoryRoom *room, uint64_t now)
{
    if (now < room->next_look)
        return room->is_scarce;
    room->next_look = now + (uint64_t)MEMORY_ROOM_EVERY * 1000000;
    bool is_scarce = look(room);
    if (is_scarce)
        malloc_trim(0); /* what was freed goes back to the system */
    if (is_scarce != room->is_scarce)
        is_scarce ? log_warning("memory is about to run out: newcomers are refused")
                  : log_info("there is enough memory again");
    return room->is_scarce = is_scarce;
}
