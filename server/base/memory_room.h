/* memory_room.h - whether memory is about to run out: by the limit of the process's control group, as containers and
 * systemd set it, by its limit of address space, or on the machine. malloc failing ends the process, so newcomers are
 * refused before.
 *
 * Linux: proc(5); Documentation/admin-guide/cgroup-v2.rst, and cgroup-v1/memory.rst. Where a file is missing there is no
 * such limit. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    MEMORY_ROOM_EVERY = 200,        /* ms: it is looked at no more often */
    MEMORY_ROOM_PART = 16,          /* kept free: this part of the limit, ... */
    MEMORY_ROOM_LEAST = 16 << 20,   /* ... at least so many bytes, ... */
    MEMORY_ROOM_MOST = 128 << 20,   /* ... and at most so many */
    MEMORY_ROOM_MACHINE = 32 << 20, /* of the machine's memory */
};

typedef struct {
    uint64_t group;     /* bytes; UINT64_MAX: no limit */
    uint64_t next_look; /* uv_hrtime */
    bool is_scarce;
} MemoryRoom;

/* Reads the group's limit, which does not change as a rule. */
void memory_room_init(MemoryRoom *room);
/* Logs when the answer changes. */
bool memory_room_is_scarce(MemoryRoom *room, uint64_t now);
/* How much of a limit is kept free. */
uint64_t memory_room_reserve(uint64_t limit);
