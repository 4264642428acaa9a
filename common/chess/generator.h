/* generator.h - the move generator as it was built for one kind of processor.
 *
 * Private to this library. generator.c is compiled once for every machine and, on x86-64, once more
 * for those with BMI2; generator_choose, called by attacks_init, takes the best that runs here. */
#pragma once

#include "movegen.h"

typedef struct {
    void (*legal)(const Position *pos, Moves *moves);
    void (*captures)(const Position *pos, Moves *moves);
    void (*quiets)(const Position *pos, Moves *moves);
    int (*count)(const Position *pos);
    uint64_t (*perft)(const Position *pos, int depth);
    uint64_t (*perft_played)(const Position *pos, int depth);
} Generator;

extern const Generator generator_base;
#if defined(__x86_64__)
extern const Generator generator_bmi2;
#endif

void generator_choose(void);
/* The chosen one, generator_base before generator_choose. */
const Generator *generator_get(void);
