#include "tablebase_block.h"

#include <assert.h>

typedef struct {
    const uint8_t *data, *end;
    uint32_t low, high, code;
} Decoder;

static uint8_t next_byte(Decoder *decoder)
{
    return decoder->data < decoder->end ? *decoder->data++ : 0;
}

static unsigned decode(Decoder *decoder, uint32_t probability)
{
    uint32_t split = tablebase_split(decoder->low, decoder->high, probability);
    unsigned one = decoder->code <= split;
    if (one)
        decoder->high = split;
    else
        decoder->low = split + 1;
    while (((decoder->low ^ decoder->high) & 0xff000000) == 0) {
        decoder->low <<= 8;
        decoder->high = decoder->high << 8 | 0xff;
        decoder->code = decoder->code << 8 | next_byte(decoder);
    }
    return one;
}

uint8_t tablebase_block_value(const TablebaseModel *model, const uint8_t *data, size_t size,
                              unsigned at)
{
    uint8_t ranks[TABLEBASE_BLOCK];
    Decoder decoder = {.data = data, .end = data + size, .high = UINT32_MAX};
    assert(at < TABLEBASE_BLOCK && model->bits <= TABLEBASE_BITS_MAX && model->count > 0);
    for (int i = 0; i < 4; i++)
        decoder.code = decoder.code << 8 | next_byte(&decoder);
    for (unsigned i = 0; i <= at; i++) {
        const uint8_t *tree =
            model->probabilities + ((size_t)tablebase_neighbours(ranks, i) << model->bits) * 2;
        unsigned node = 1;
        for (unsigned b = 0; b < model->bits; b++) {
            uint32_t probability = tree[node * 2] | (uint32_t)tree[node * 2 + 1] << 8;
            node = node << 1 | decode(&decoder, probability);
        }
        unsigned rank = node - (1u << model->bits);
        ranks[i] = (uint8_t)(rank < model->count ? rank : 0);
    }
    return model->values[ranks[at]];
}
