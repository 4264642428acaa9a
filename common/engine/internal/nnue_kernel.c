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
 * many rows change. */
enum { BLOCK = 8, STEP = BLOCK * VECTOR_LANES };

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

/* Squared clipped ReLU: x * weight fits in sixteen bits, and times x again is what the processors add up in
 * pairs (https://www.chessprogramming.org/NNUE; first in the engine Lizard). */
static Sums half(Sums sums, const int16_t *values, const int16_t *weights, int hidden)
{
    for (int at = 0; at < hidden; at += VECTOR_LANES) {
        Vector x = vector_clamp(vector_load(values + at), NNUE_KERNEL_ONE);
        sums = sums_add_products(sums, vector_multiply(x, vector_load(weights + at)), x);
    }
    return sums;
}

static int32_t output(const int16_t *own, const int16_t *other, const int16_t *weights, int hidden)
{
    Sums sums = half(sums_zero(), own, weights, hidden);
    return sums_total(half(sums, other, weights + hidden, hidden));
}

extern const NnueKernel SUFFIX(nnue_kernel, NNUE_KERNEL_SUFFIX);
const NnueKernel SUFFIX(nnue_kernel, NNUE_KERNEL_SUFFIX) = {
    .name = NAME(NNUE_KERNEL_SUFFIX), .update = update, .output = output};
