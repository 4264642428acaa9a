/* array.h - arrays that grow by doubling, so that adding an item costs little on average.
 *
 * An array is a pointer, a count and a capacity (in items) that its owner keeps; zeros are an empty array. The owner
 * frees the pointer. */
#pragma once

#include <stddef.h>

/* Makes room for 'needed' items of 'size' bytes, and returns where they now are; the new ones are
 * uninitialised. */
void *array_reserve(void *items, size_t *capacity, size_t needed, size_t size);
/* The same for passwords and tokens: where they were before is wiped. */
void *array_reserve_secret(void *items, size_t *capacity, size_t needed, size_t size);
/* The capacity that array_reserve would choose: at least twice as much as before, and at least 16 bytes. */
size_t array_capacity(size_t capacity, size_t needed, size_t size);
