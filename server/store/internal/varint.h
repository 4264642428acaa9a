/* varint.h - numbers with seven bits in a byte, the lowest first, bit 7 set when more follow; and bytes after their
 * count.
 *
 * Frozen: rows of the archive are made of these. Reading is total: any bytes are numbers or a failure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const unsigned char *at, *end;
    bool failed; /* and every number is 0 from then on */
    bool newer;  /* something that must be understood is not known here */
} VarintSource;

/* Returns what is behind the bytes written: ten at most. */
unsigned char *varint_put(unsigned char *out, uint64_t number);
unsigned char *varint_put_bytes(unsigned char *out, const void *bytes, size_t size);

/* Fails for what is above 'max'. */
uint64_t varint_get(VarintSource *source, uint64_t max);
/* The bytes stay where they are; none on a failure. */
const unsigned char *varint_get_bytes(VarintSource *source, size_t *size, size_t max);
