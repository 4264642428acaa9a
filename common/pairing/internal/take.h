/* take.h - the parts of one block of memory that the caller provides. */
#pragma once

#include <stddef.h>

/* The part of 'size' bytes that begins at *at, which moves behind it; aligned for any type if the block is. */
static inline void *take(char **at, size_t size)
{
    void *taken = *at;
    *at += (size + 15) & ~(size_t)15;
    return taken;
}
