#include "tablebase_pack.h"

#include "chess_rig.h"

enum { VALUES = 1000, HEAD = 16 };

static unsigned number_at(const uint8_t *bytes)
{
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (unsigned)bytes[3] << 24;
}

/* As tablebase.c finds it, by the layout that tablebase_pack.h describes. */
static uint8_t unpack(const TablebasePacked *packed, size_t index)
{
    TablebaseModel model = {.bits = number_at(packed->bytes),
                            .count = number_at(packed->bytes + 4)};
    unsigned blocks = number_at(packed->bytes + 8), block = (unsigned)(index / TABLEBASE_BLOCK);
    model.values = packed->bytes + HEAD;
    model.probabilities = model.values + (model.count + 7) / 8 * 8;
    const uint8_t *ends =
        model.probabilities + tablebase_model_probabilities(model.bits, model.count) * 2;
    const uint8_t *data = ends + blocks * 4;
    unsigned begin = block ? number_at(ends + (block - 1) * 4) : 0;
    return tablebase_block_value(&model, data + begin, number_at(ends + block * 4) - begin,
                                 (unsigned)(index % TABLEBASE_BLOCK));
}

/* Drawn from that many values, each often equal to the last; a tenth is unused. */
static void draw_values(uint8_t values[VALUES], unsigned kinds, uint64_t *seed)
{
    for (int i = 0; i < VALUES; i++) {
        values[i] = (uint8_t)(random_next(seed) % kinds * 2);
        if (i && random_next(seed) % 3)
            values[i] = values[i - 1];
        if (random_next(seed) % 10 == 0)
            values[i] = 255;
    }
}

START_TEST(packed_values_can_be_read)
{
    static const unsigned kinds[] = {1, 2, 3, 5, 64, 90, 127};
    uint64_t seed = 20261121;
    for (size_t k = 0; k < COUNT(kinds); k++) {
        uint8_t values[VALUES];
        draw_values(values, kinds[k], &seed);
        TablebasePacked packed = tablebase_pack(values, VALUES);
        ck_assert_uint_eq(packed.size % 8, 0);
        for (size_t i = 0; i < VALUES; i++)
            HOLDS(values[i] == 255 || unpack(&packed, i) == values[i], "%u kinds, place %zu",
                  kinds[k], i);
        free(packed.bytes);
    }
}
END_TEST

START_TEST(a_table_without_positions_can_be_packed)
{
    uint8_t values[VALUES];
    memset(values, 255, sizeof values);
    TablebasePacked packed = tablebase_pack(values, VALUES);
    ck_assert_uint_eq(unpack(&packed, VALUES - 1), 0);
    free(packed.bytes);
}
END_TEST

/* Under the sanitizers no byte outside the block is read. */
START_TEST(damaged_blocks_are_read_without_harm)
{
    uint8_t values[VALUES];
    uint64_t seed = 7;
    draw_values(values, 60, &seed);
    TablebasePacked packed = tablebase_pack(values, VALUES);
    TablebaseModel model = {.bits = number_at(packed.bytes), .count = number_at(packed.bytes + 4)};
    model.values = packed.bytes + HEAD;
    model.probabilities = model.values + (model.count + 7) / 8 * 8;
    for (int i = 0; i < 200; i++) {
        size_t size = random_next(&seed) % 40;
        uint8_t *data = malloc(size + 1);
        ck_assert_ptr_nonnull(data);
        for (size_t b = 0; b < size; b++)
            data[b] = (uint8_t)random_next(&seed);
        uint8_t *exact = realloc(data, size ? size : 1);
        uint8_t value = tablebase_block_value(&model, exact, size, TABLEBASE_BLOCK - 1);
        HOLDS(memchr(model.values, value, model.count), "%d is no value", value);
        free(exact);
    }
    free(packed.bytes);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        packed_values_can_be_read,
        a_table_without_positions_can_be_packed,
        damaged_blocks_are_read_without_harm,
    };
    return run_tests("tablebase_pack", tests, COUNT(tests));
}
