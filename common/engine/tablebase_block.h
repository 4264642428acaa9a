/* tablebase_block.h - how a table of an ending is kept small: blocks of values behind a static model.
 *
 * Each value is coded as a few binary choices by an arithmetic coder (Witten, Neal, Cleary 1987; the carryless
 * form of Mahoney's lpaq). How likely a choice is depends on the values to the left and a rank below, which are
 * mostly the same. One value is had by decoding a block up to it. The reader is total: of damaged bytes it makes
 * some value and never reads outside what it was given. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    TABLEBASE_BLOCK = 256, /* values */
    TABLEBASE_BITS_MAX = 7,
    TABLEBASE_VALUES_MAX = 1 << TABLEBASE_BITS_MAX,
    TABLEBASE_PROBABILITY_BITS = 16,
};

/* The values that there are, and for each neighbourhood a tree of chances, as they stand in the file. */
typedef struct {
    unsigned bits, count;
    const uint8_t *values;
    const uint8_t *probabilities; /* of a one, two bytes each, little-endian, in 2^-16 */
} TablebaseModel;

static inline size_t tablebase_model_probabilities(unsigned bits, unsigned count)
{
    return (size_t)count * 3 << bits;
}

/* What stands around place 'at' of a block, as a number below 3 * count: values by their rank in the model. */
static inline unsigned tablebase_neighbours(const uint8_t *ranks, unsigned at)
{
    unsigned left = at ? ranks[at - 1] : 0, below = at >= 8 ? ranks[at - 8] : left;
    return left * 3 + (below == left ? 0 : below < left ? 1 : 2);
}

static inline uint32_t tablebase_split(uint32_t low, uint32_t high, uint32_t probability)
{
    return low + (uint32_t)((uint64_t)(high - low) * probability >> TABLEBASE_PROBABILITY_BITS);
}

/* The value at place 'at' of the block whose bytes begin at data. */
uint8_t tablebase_block_value(const TablebaseModel *model, const uint8_t *data, size_t size,
                              unsigned at);
