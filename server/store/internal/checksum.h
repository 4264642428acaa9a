/* checksum.h - a CRC-32C (crc32c.h) as the four bytes behind what it is of, the lowest first. Frozen. */
#pragma once

#include <stdint.h>

enum { CHECKSUM_SIZE = 4 };

void checksum_put(unsigned char out[CHECKSUM_SIZE], uint32_t sum);
uint32_t checksum_get(const unsigned char at[CHECKSUM_SIZE]);
