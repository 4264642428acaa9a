/* tablebase_pack.h - writes tables of endings as tablebase_block.h reads them. Makes its own memory. */
#pragma once

#include "tablebase_block.h"

typedef struct {
    uint8_t *bytes; /* the caller's to free */
    size_t size;
} TablebasePacked;

/* Values of one class and side to move; 255 is what nobody will ask for. The packed table, from its first byte:
 *   4 bits of a choice · 4 count of values · 4 blocks · 4 zero · the values, filled up to 8 · the chances ·
 *   the blocks' ends, from the first block's begin, 4 each · the blocks, filled up to 8. */
TablebasePacked tablebase_pack(const uint8_t *values, size_t count);
