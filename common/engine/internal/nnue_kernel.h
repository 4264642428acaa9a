/* nnue_kernel.h - the three loops in which the network spends its time, in several builds.
 *
 * Inside the engine only. Each build of nnue_kernel.c is one NnueKernel; all give the same numbers. Arrays are
 * aligned to 64 bytes, 'hidden' is a multiple of 128. */
#pragma once

#include <stdint.h>

/* Hidden units are clamped to 0..NNUE_KERNEL_ONE: NNUE_QA. */
enum { NNUE_KERNEL_ONE = 255 };

/* From one board to another all pieces can change. */
enum { NNUE_CHANGES_MAX = 32 };

/* Rows of the first layer to add and to subtract. */
typedef struct {
    const int16_t *added[NNUE_CHANGES_MAX];
    const int16_t *removed[NNUE_CHANGES_MAX];
    int added_count, removed_count;
} NnueChange;

/* The same for one move: one or two of each, the second ones NULL. */
typedef struct {
    const int16_t *added[2];
    const int16_t *removed[2];
} NnueStep;

/* What one view's half of the output is made of. */
typedef struct {
    const int16_t *values;  /* of the hidden layer, to which rows are added: */
    const uint8_t *rows;    /* which ones */
    const int16_t *weights; /* of the output; -127 to 127 */
} NnueHalf;

typedef struct NnueKernel {
    const char *name;
    /* to = from + added - removed, wrapping; 'to' and 'from' may be the same. */
    void (*update)(int16_t *to, const int16_t *from, const NnueChange *change, int hidden);
    /* The same for a step; 'to' and 'from' differ. */
    void (*step)(int16_t *to, const int16_t *from, const NnueStep *step, int hidden);
    /* The sum of clamp(x)^2 * weight over both halves, where 'count' rows of the 'table' are added to each. */
    int32_t (*output)(const NnueHalf halves[2], const int16_t *table, unsigned count, int hidden);
} NnueKernel;

/* The builds that this processor can run, the fastest first, plain C last; NULL at the end. */
enum { NNUE_KERNELS_MAX = 5 };
void nnue_kernels(const NnueKernel *list[NNUE_KERNELS_MAX]);
