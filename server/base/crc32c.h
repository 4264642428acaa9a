/* crc32c.h - CRC-32C (Castagnoli 1993; RFC 3720, 12.1): tells damage, not intent.
 *
 * crc32c(0, bytes, size) is the sum of the bytes; with the sum of what came before in place of 0 it goes on. */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint32_t crc32c(uint32_t before, const void *bytes, size_t size);
