/* siphash.h - SipHash-2-4 (Aumasson and Bernstein, 2012): hashes of strings that others choose, for tables in
 * memory.
 *
 * Without the key nobody can choose strings that collide, so each process draws a random key and hands it to
 * every part that keeps such a table. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SIP_KEY_SIZE = 16 };

typedef struct {
    unsigned char bytes[SIP_KEY_SIZE];
} SipKey;

uint64_t siphash(const SipKey *key, const void *bytes, size_t size);
