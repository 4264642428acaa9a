/* memory.h - memory that is always there: running out of it ends the process with one line.
 *
 * What these give is the caller's to free(). */
#pragma once

#include <stddef.h>

void *memory_new(size_t size); /* zeroed */
void *memory_array(size_t count, size_t size);
/* Of 'count' elements; the new ones are not set. 'old' may be NULL. */
void *memory_resize(void *old, size_t count, size_t size);
