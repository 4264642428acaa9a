/* checksum.h - a CRC-32C (crc32c.h) as four bytes after what is stored, the lowest first, so that damage of any byte
 * is noticed, and also a row in another's place.
 *
 * Frozen: what has been written is checked for ever. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { CHECKSUM_SIZE = 4 };

void checksum_put(unsigned char out[CHECKSUM_SIZE], uint32_t sum);
uint32_t checksum_get(const unsigned char at[CHECKSUM_SIZE]);

/* Of an event in the journal: of its game's number, its own number, and its bytes. */
uint32_t checksum_of_event(int64_t game, int64_t seq, const void *bytes, size_t size);
/* Of conditional moves: of their game's number, the seat's colour, and the bytes. */
uint32_t checksum_of_conditional(int64_t game, int64_t color, const void *bytes, size_t size);
/* Of an open challenge: of all columns. */
uint32_t checksum_of_challenge(const char *id, int64_t made, int64_t expires, const void *terms,
                               size_t size);
