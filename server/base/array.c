#include "array.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_LEAST = 16 }; /* most arrays of a game or a player hold one thing */

size_t array_capacity(size_t capacity, size_t needed, size_t size)
{
    if (needed <= capacity)
        return capacity;
    size_t least = BYTES_LEAST / size, doubled = 2 * capacity;
    if (needed < doubled)
        needed = doubled;
    return needed < least ? least : needed;
}

void *array_reserve(void *items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return items;
    *capacity = array_capacity(*capacity, needed, size);
    return memory_resize(items, *capacity, size);
}

void *array_reserve_secret(void *items, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return items;
    size_t before = *capacity;
    *capacity = array_capacity(before, needed, size);
    void *moved = memory_array(*capacity, size);
    if (before)
        memcpy(moved, items, before * size);
    memory_wipe(items, before * size);
    free(items);
    return moved;
}
