/* tablebase_block.h - how the tables are compressed: blocks of values, coded by a static model.
 *
 * Each value is coded as a few binary choices by an arithmetic coder (Witten, Neal, Cleary 1987; the carryless form
 * of Mahoney's lpaq). The probability of a choice depends on the values to the left and one rank below, which are
 * mostly the same. To get a value, its block is decoded up to it. Any bytes are safe: damaged ones give some value,
 * and nothing outside of them is read. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    TABLEBASE_BLOCK = 256, /* values */
    TABLEBASE_BITS_MAX = 7,
    TABLEBASE_VALUES_MAX = 1 << TABLEBASE_BITS_MAX,
    TABLEBASE_PROBABILITY_BITS = 16,
};

/* The values of a table, and for each neighbourhood a tree of probabilities, as in the file. */
typedef struct {
    unsigned bits, count;
    const uint8_t *values;
    const uint8_t *probabilities; /* of a 1: two bytes each, little-endian, in units of 2^-16 */
} TablebaseModel;

static inline size_t tablebase_model_probabilities(unsigned bits, unsigned count)
{
    return (size_t)count * 3 << bits;
}

/* The neighbourhood of place 'at' of a block, as a number below 3 * count: of values by their rank in the model. */
static inline unsigned tablebase_neighbours(const uint8_t *ranks, unsigned at)
{
    unsigned left = at ? ranks[at - 1] : 0, below = at >= 8 ? ranks[at - 8] : left;
    return left * 3 + (below == left ? 0 : below < left ? 1 : 2);
}

static inline uint32_t tablebase_split(uint32_t low, uint32_t high, uint32_t probability)
{
    return low + (uint32_t)((uint64_t)(high - low) * probability >> TABLEBASE_PROBABILITY_BITS);
}

/* The value at place 'at' of the block that begins at 'data'. */
uint8_t tablebase_block_value(const TablebaseModel *model, const uint8_t *data, size_t size,
                              unsigned at);
