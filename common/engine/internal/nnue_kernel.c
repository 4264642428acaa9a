#include "nnue_kernel.h"

#include "simd.h"

/* The compiler's command line says which build this is. */
#if !defined(NNUE_KERNEL_SUFFIX)
#define NNUE_KERNEL_SUFFIX base
#endif
#define JOIN(name, suffix)   name##_##suffix
#define SUFFIX(name, suffix) JOIN(name, suffix)
#define QUOTE(word)          #word
#define NAME(word)           QUOTE(word)

/* As many sums as fit in the registers of every target, so that a block is loaded and stored once however
 * many rows change; but no more than a narrow net has units. The 32 registers of AVX-512 hold more: all units of a
 * wide net at once. */
enum {
    BLOCK = VECTOR_LANES > 16 ? 4 : 8,
    STEP = BLOCK * VECTOR_LANES,
    WIDE = VECTOR_LANES > 16 ? 16 : BLOCK
};

static void update(int16_t *to, const int16_t *from, const NnueChange *change, int hidden)
{
    for (int at = 0; at < hidden; at += STEP) {
        Vector sum[BLOCK];
        for (int i = 0; i < BLOCK; i++)
            sum[i] = vector_load(from + at + i * VECTOR_LANES);
        for (int row = 0; row < change->added_count; row++)
            for (int i = 0; i < BLOCK; i++)
                sum[i] =
                    vector_add(sum[i], vector_load(change->added[row] + at + i * VECTOR_LANES));
        for (int row = 0; row < change->removed_count; row++)
            for (int i = 0; i < BLOCK; i++)
                sum[i] = vector_subtract(sum[i],
                                         vector_load(change->removed[row] + at + i * VECTOR_LANES));
        for (int i = 0; i < BLOCK; i++)
            vector_store(to + at + i * VECTOR_LANES, sum[i]);
    }
}

/* For one row or none of each kind: constants at each call, so that the loop has no branches. */
static inline __attribute__((always_inline)) void step_by(int16_t *restrict to, const int16_t *from,
                                                          const NnueStep *rows, int added,
                                                          int removed, int hidden)
{
    for (int at = 0; at < hidden; at += STEP) {
        for (int i = 0; i < BLOCK; i++) {
            const int here = at + i * VECTOR_LANES;
            Vector sum = vector_add(vector_load(from + here), vector_load(rows->added[0] + here));
            sum = vector_subtract(sum, vector_load(rows->removed[0] + here));
            if (removed == 2)
                sum = vector_subtract(sum, vector_load(rows->removed[1] + here));
            if (added == 2)
                sum = vector_add(sum, vector_load(rows->added[1] + here));
            vector_store(to + here, sum);
        }
    }
}

static void step(int16_t *restrict to, const int16_t *from, const NnueStep *rows, int hidden)
{
    const NnueStep copy = *rows;
    if (!copy.removed[1])
        step_by(to, from, &copy, 1, 1, hidden);
    else if (!copy.added[1])
        step_by(to, from, &copy, 1, 2, hidden);
    else
        step_by(to, from, &copy, 2, 2, hidden);
}

/* Squared clipped ReLU: x * weight fits in sixteen bits, and times x again is what the processors add up in
 * pairs (https://www.chessprogramming.org/NNUE; first in the engine Lizard). */
static inline Sums add_squares(Sums sums, Vector values, const int16_t *weights)
{
    Vector x = vector_clamp(values, NNUE_KERNEL_ONE);
    return sums_add_products(sums, vector_multiply(x, vector_load(weights)), x);
}

static inline __attribute__((always_inline)) Sums add_units(Sums sums, const NnueHalf *half,
                                                            const int16_t *table, unsigned count,
                                                            int hidden, int at, const int block)
{
    Vector sum[WIDE];
    for (int i = 0; i < block; i++)
        sum[i] = vector_load(half->values + at + i * VECTOR_LANES);
    for (unsigned row = 0; row < count; row++) {
        const int16_t *added = table + half->rows[row] * hidden + at;
        for (int i = 0; i < block; i++)
            sum[i] = vector_add(sum[i], vector_load(added + i * VECTOR_LANES));
    }
    for (int i = 0; i < block; i++)
        sums = add_squares(sums, sum[i], half->weights + at + i * VECTOR_LANES);
    return sums;
}

static inline Sums add_half(Sums sums, const NnueHalf *half, const int16_t *table, unsigned count,
                            int hidden)
{
    int at = 0;
    for (; hidden - at >= WIDE * VECTOR_LANES; at += WIDE * VECTOR_LANES)
        sums = add_units(sums, half, table, count, hidden, at, WIDE);
    for (; at < hidden; at += STEP)
        sums = add_units(sums, half, table, count, hidden, at, BLOCK);
    return sums;
}

static int32_t output(const NnueHalf halves[2], const int16_t *table, unsigned count, int hidden)
{
    const Sums own = add_half(sums_zero(), &halves[0], table, count, hidden);
    const Sums other = add_half(sums_zero(), &halves[1], table, count, hidden);
    return (int32_t)((uint32_t)sums_total(own) + (uint32_t)sums_total(other));
}

extern const NnueKernel SUFFIX(nnue_kernel, NNUE_KERNEL_SUFFIX);
const NnueKernel SUFFIX(nnue_kernel, NNUE_KERNEL_SUFFIX) = {
    .name = NAME(NNUE_KERNEL_SUFFIX), .update = update, .step = step, .output = output};
