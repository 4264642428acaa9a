#include "memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void *or_die(void *memory)
{
    if (!memory) {
        fputs("castled: out of memory\n", stderr);
        abort();
    }
    return memory;
}

void *memory_new(size_t size)
{
    return or_die(calloc(1, size));
}

void *memory_array(size_t count, size_t size)
{
    return or_die(calloc(count ? count : 1, size));
}

void *memory_resize(void *old, size_t count, size_t size)
{
    return or_die(count <= SIZE_MAX / size ? realloc(old, count * size) : NULL);
}
