/* memory.h - allocation that cannot fail: running out of memory ends the process with a message.
 *
 * The caller frees what these return with free(), unless it says otherwise. */
#pragma once

#include <stddef.h>

/* For keys that live long: zeroed, between guard pages, in no core file, and locked against the swap where the system
 * allows it (libsodium's sodium_malloc). memory_forget wipes and frees it; NULL is allowed. */
void *memory_secret(size_t size);
void memory_forget(void *secret);
/* For passwords and tokens that are no longer needed: zeroes them in a way that no compiler optimises away. NULL
 * is allowed when 'size' is 0. */
void memory_wipe(void *bytes, size_t size);

void *memory_new(size_t size); /* zeroed */
void *memory_array(size_t count, size_t size);
/* Of 'count' elements; the new ones are not set. 'old' may be NULL. */
void *memory_resize(void *old, size_t count, size_t size);

/* Bytes of the heap that are allocated and not freed, whoever allocated them (mallinfo2 of the GNU C library). It looks at
 * each piece that is free, and nobody allocates meanwhile: 0.3 ms at 10,000 pieces, 16 ms at 100,000. */
size_t memory_in_use(void);
