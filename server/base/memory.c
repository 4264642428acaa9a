#include "memory.h"

#include <sodium.h>

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void *memory_secret(size_t size)
{
    if (sodium_init() < 0)
        abort();
    return memset(or_die(sodium_malloc(size)), 0, size);
}

void memory_forget(void *secret)
{
    sodium_free(secret);
}

void memory_wipe(void *bytes, size_t size)
{
    if (size)
        sodium_memzero(bytes, size);
}

size_t memory_in_use(void)
{
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}
