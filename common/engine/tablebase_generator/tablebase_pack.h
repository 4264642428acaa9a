/* tablebase_pack.h - compresses the tables that tablebase_block.h reads. Allocates its own memory. */
#pragma once

#include "tablebase_block.h"

typedef struct {
    uint8_t *bytes; /* the caller's to free */
    size_t size;
} TablebasePacked;

/* Packs the values of one class and side to move; 255 is for positions that are never probed. The packed table:
 *   4 bits of a choice · 4 count of values · 4 blocks · 4 zero · the values, filled up to 8 · the chances ·
 *   the blocks' ends, from the first block's begin, 4 each · the blocks, filled up to 8. */
TablebasePacked tablebase_pack(const uint8_t *values, size_t count);
