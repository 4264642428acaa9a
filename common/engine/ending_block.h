/* ending_block.h - how a table of an ending is kept small: blocks of values behind a static model.
 *
 * Each value is coded as a few binary choices by an arithmetic coder (Witten, Neal, Cleary 1987; the carryless
 * form of Mahoney's lpaq). How likely a choice is depends on the values to the left and a rank below, which are
 * mostly the same. One value is had by decoding a block up to it. The reader is total: of damaged bytes it makes
 * some value and never reads outside what it was given. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    ENDING_BLOCK = 256, /* values */
    ENDING_BITS_MAX = 7,
    ENDING_VALUES_MAX = 1 << ENDING_BITS_MAX,
    ENDING_CHANCE_BITS = 16,
};

/* The values that there are, and for each neighbourhood a tree of chances, as they stand in the file. */
typedef struct {
    unsigned bits, count;
    const uint8_t *values;
    const uint8_t *chances; /* of a one, two bytes each, little-endian, in 2^-16 */
} EndingModel;

static inline size_t ending_model_chances(unsigned bits, unsigned count)
{
    return (size_t)count * 3 << bits;
}

/* What stands around place 'at' of a block, as a number below 3 * count: values by their rank in the model. */
static inline unsigned ending_neighbours(const uint8_t *ranks, unsigned at)
{
    unsigned left = at ? ranks[at - 1] : 0, below = at >= 8 ? ranks[at - 8] : left;
    return left * 3 + (below == left ? 0 : below < left ? 1 : 2);
}

static inline uint32_t ending_split(uint32_t low, uint32_t high, uint32_t chance)
{
    return low + (uint32_t)((uint64_t)(high - low) * chance >> ENDING_CHANCE_BITS);
}

/* The value at place 'at' of the block whose bytes begin at data. */
uint8_t ending_block_value(const EndingModel *model, const uint8_t *data, size_t size, unsigned at);
