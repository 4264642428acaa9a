#include "tablebase_pack.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNUSED = 255, HEAD = 16 };

typedef struct {
    uint8_t *bytes;
    size_t size, room;
} Bytes;

typedef struct {
    unsigned bits, count;
    uint8_t values[TABLEBASE_VALUES_MAX];
    uint8_t rank[256];
    uint32_t (*seen)[2]; /* zeros and ones at each node of each tree */
    uint16_t *probabilities;
} Maker;

typedef struct {
    Bytes *out;
    uint32_t low, high;
} Encoder;

static void *checked(void *memory)
{
    if (!memory) {
        fputs("castled-endings: out of memory\n", stderr);
        abort();
    }
    return memory;
}

static void put(Bytes *out, const void *bytes, size_t count)
{
    if (out->size + count > out->room) {
        out->room = (out->size + count) * 2;
        out->bytes = checked(realloc(out->bytes, out->room));
    }
    memcpy(out->bytes + out->size, bytes, count);
    out->size += count;
}

static void put_number(Bytes *out, uint32_t number)
{
    uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                        (uint8_t)(number >> 24)};
    put(out, bytes, 4);
}

static void fill_up(Bytes *out)
{
    static const uint8_t zeros[8];
    put(out, zeros, -out->size % 8);
}

static void encode(Encoder *encoder, unsigned one, uint32_t probability)
{
    uint32_t split = tablebase_split(encoder->low, encoder->high, probability);
    if (one)
        encoder->high = split;
    else
        encoder->low = split + 1;
    while (((encoder->low ^ encoder->high) & 0xff000000) == 0) {
        uint8_t byte = (uint8_t)(encoder->high >> 24);
        put(encoder->out, &byte, 1);
        encoder->low <<= 8;
        encoder->high = encoder->high << 8 | 0xff;
    }
}

/* Writes the fewest bytes that are between low and high, whatever follows them. */
static void finish(Encoder *encoder)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        uint32_t rest = shift ? (UINT32_C(1) << shift) - 1 : 0;
        uint32_t first = (encoder->low + rest) & ~rest;
        if (first < encoder->low || first > encoder->high || encoder->high - first < rest)
            continue;
        for (int s = 24; s >= shift; s -= 8) {
            uint8_t byte = (uint8_t)(first >> s);
            put(encoder->out, &byte, 1);
        }
        return;
    }
}

static void collect_values(Maker *maker, const uint8_t *values, size_t count)
{
    uint8_t used[256] = {0};
    for (size_t i = 0; i < count; i++)
        used[values[i]] = 1;
    for (int value = 0; value < UNUSED; value++) {
        if (!used[value])
            continue;
        assert(maker->count < TABLEBASE_VALUES_MAX);
        maker->rank[value] = (uint8_t)maker->count;
        maker->values[maker->count++] = (uint8_t)value;
    }
    if (maker->count == 0)
        maker->values[maker->count++] = 0;
    while (1u << maker->bits < maker->count)
        maker->bits++;
}

/* The most probable value in a neighbourhood: positions that are never probed get it, as it costs least. */
static unsigned likeliest(const Maker *maker, unsigned neighbours)
{
    unsigned node = 1;
    for (unsigned b = 0; b < maker->bits; b++)
        node = node << 1 |
               (maker->probabilities[((size_t)neighbours << maker->bits) + node] > UINT16_MAX / 2);
    unsigned rank = node - (1u << maker->bits);
    return rank < maker->count ? rank : 0;
}

static void rank_block(const Maker *maker, const uint8_t *values, size_t count,
                       uint8_t ranks[TABLEBASE_BLOCK])
{
    for (unsigned i = 0; i < TABLEBASE_BLOCK; i++)
        ranks[i] = i < count && values[i] != UNUSED
                       ? maker->rank[values[i]]
                       : (uint8_t)likeliest(maker, tablebase_neighbours(ranks, i));
}

static void count_block(Maker *maker, const uint8_t ranks[TABLEBASE_BLOCK])
{
    for (unsigned i = 0; i < TABLEBASE_BLOCK; i++) {
        size_t tree = (size_t)tablebase_neighbours(ranks, i) << maker->bits;
        for (unsigned b = maker->bits, node = 1; b-- > 0;) {
            unsigned one = ranks[i] >> b & 1;
            maker->seen[tree + node][one]++;
            node = node << 1 | one;
        }
    }
}

static void draw_chances(Maker *maker)
{
    size_t nodes = tablebase_model_probabilities(maker->bits, maker->count);
    for (size_t i = 0; i < nodes; i++) {
        uint64_t zeros = maker->seen[i][0], ones = maker->seen[i][1];
        uint64_t probability = ((ones << 16) + 1) / (zeros + ones + 1);
        maker->probabilities[i] = (uint16_t)(probability < 16      ? 16
                                             : probability > 65520 ? 65520
                                                                   : probability);
    }
    memset(maker->seen, 0, nodes * sizeof *maker->seen);
}

/* The first model is used to choose values for positions that are never probed, the second for coding. */
static void learn(Maker *maker, const uint8_t *values, size_t count)
{
    size_t nodes = tablebase_model_probabilities(maker->bits, maker->count);
    maker->seen = checked(calloc(nodes + 1, sizeof *maker->seen));
    maker->probabilities = checked(calloc(nodes + 1, sizeof *maker->probabilities));
    for (int round = 0; round < 2; round++) {
        for (size_t at = 0; at < count; at += TABLEBASE_BLOCK) {
            uint8_t ranks[TABLEBASE_BLOCK];
            rank_block(maker, values + at, count - at, ranks);
            count_block(maker, ranks);
        }
        draw_chances(maker);
    }
}

static void encode_block(const Maker *maker, const uint8_t ranks[TABLEBASE_BLOCK], Bytes *out)
{
    Encoder encoder = {.out = out, .high = UINT32_MAX};
    for (unsigned i = 0; i < TABLEBASE_BLOCK; i++) {
        const uint16_t *tree =
            maker->probabilities + ((size_t)tablebase_neighbours(ranks, i) << maker->bits);
        for (unsigned b = maker->bits, node = 1; b-- > 0;) {
            unsigned one = ranks[i] >> b & 1;
            encode(&encoder, one, tree[node]);
            node = node << 1 | one;
        }
    }
    if (maker->bits)
        finish(&encoder);
}

static void put_model(const Maker *maker, uint32_t blocks, Bytes *out)
{
    size_t nodes = tablebase_model_probabilities(maker->bits, maker->count);
    put_number(out, maker->bits);
    put_number(out, maker->count);
    put_number(out, blocks);
    put_number(out, 0);
    put(out, maker->values, maker->count);
    fill_up(out);
    for (size_t i = 0; i < nodes; i++) {
        uint8_t bytes[2] = {(uint8_t)maker->probabilities[i],
                            (uint8_t)(maker->probabilities[i] >> 8)};
        put(out, bytes, 2);
    }
}

TablebasePacked tablebase_pack(const uint8_t *values, size_t count)
{
    Maker maker = {.bits = 0};
    Bytes out = {.bytes = NULL}, blocks = {.bytes = NULL};
    collect_values(&maker, values, count);
    learn(&maker, values, count);
    put_model(&maker, (uint32_t)((count + TABLEBASE_BLOCK - 1) / TABLEBASE_BLOCK), &out);
    for (size_t at = 0; at < count; at += TABLEBASE_BLOCK) {
        uint8_t ranks[TABLEBASE_BLOCK];
        rank_block(&maker, values + at, count - at, ranks);
        encode_block(&maker, ranks, &blocks);
        put_number(&out, (uint32_t)blocks.size);
    }
    if (blocks.size)
        put(&out, blocks.bytes, blocks.size);
    fill_up(&out);
    free(blocks.bytes);
    free(maker.seen);
    free(maker.probabilities);
    return (TablebasePacked){.bytes = out.bytes, .size = out.size};
}
