/* memory.h - memory that is always there: running out of it ends the process with one line.
 *
 * What these give is the caller's to free(). */
#pragma once

#include <stddef.h>

/* For keys that live long: zeroed, between pages that cannot be touched, in no core file, and locked against the swap
 * where the system allows it (libsodium's sodium_malloc). memory_forget wipes it and gives it back; NULL is none. */
void *memory_secret(size_t size);
void memory_forget(void *secret);
/* For passwords and tokens on their way: zeroed in a way that no compiler leaves out. NULL of no bytes is none. */
void memory_wipe(void *bytes, size_t size);

void *memory_new(size_t size); /* zeroed */
void *memory_array(size_t count, size_t size);
/* Of 'count' elements; the new ones are not set. 'old' may be NULL. */
void *memory_resize(void *old, size_t count, size_t size);
