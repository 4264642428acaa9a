#include "array.h"

#include "memory.h"

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
