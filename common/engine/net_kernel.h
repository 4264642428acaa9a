/* net_kernel.h - the two loops in which the network spends its time, in several builds.
 *
 * Inside the engine only. Each build of net_kernel.c is one NetKernel; all give the same numbers. Arrays are
 * aligned to 64 bytes, 'hidden' is a multiple of 128. */
#pragma once

#include <stdint.h>

/* From one board to another all men can go and all can come. */
enum { NET_CHANGES_MAX = 32 };

/* Rows of the first layer to be added and taken away. */
typedef struct {
    const int16_t *added[NET_CHANGES_MAX];
    const int16_t *removed[NET_CHANGES_MAX];
    int added_count, removed_count;
} NetChange;

typedef struct NetKernel {
    const char *name;
    /* to = from + added - removed, wrapping; 'to' and 'from' may be the same. */
    void (*update)(int16_t *to, const int16_t *from, const NetChange *change, int hidden);
    /* The sum of clamp(x)^2 * weight over both halves; |weight| <= 127. */
    int32_t (*output)(const int16_t *own, const int16_t *other, const int16_t *weights, int hidden);
} NetKernel;

/* The builds that this processor can run, the best first, the one in plain C last; NULL behind. */
enum { NET_KERNELS_MAX = 4 };
void net_kernels(const NetKernel *list[NET_KERNELS_MAX]);
