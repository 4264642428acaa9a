/* crc32c.h - CRC-32C (Castagnoli 1993; RFC 3720, 12.1): detects damage, but not tampering.
 *
 * crc32c(0, bytes, size) is the checksum of the bytes; to continue one, pass the checksum of the bytes before
 * in place of 0. */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint32_t crc32c(uint32_t before, const void *bytes, size_t size);
