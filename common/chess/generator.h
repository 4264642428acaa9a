/* generator.h - the move generator as it was built for one kind of processor.
 *
 * Private to this library. generator.c is compiled once for every machine (_base) and, on x86-64, once
 * more for those with BMI2 (_bmi2). attacks_init asks the processor; a branch that is always predicted
 * then takes the one or the other. */
#pragma once

#include "movegen.h"

#define GENERATOR_BUILD(build)                                                                     \
    void generator_legal_##build(const Position *pos, Moves *moves);                               \
    void generator_captures_##build(const Position *pos, Moves *moves);                            \
    void generator_quiets_##build(const Position *pos, Moves *moves);                              \
    int generator_count_##build(const Position *pos);                                              \
    uint64_t generator_perft_##build(const Position *pos, int depth);                              \
    uint64_t generator_played_##build(const Position *pos, int depth);

GENERATOR_BUILD(base)
GENERATOR_BUILD(bmi2)

#if defined(__x86_64__)
extern bool generator_bmi2; /* constant after generator_choose */
#define GENERATOR(name, ...)                                                                       \
    (generator_bmi2 ? generator_##name##_bmi2(__VA_ARGS__) : generator_##name##_base(__VA_ARGS__))
#else
#define GENERATOR(name, ...) generator_##name##_base(__VA_ARGS__)
#endif

void generator_choose(void);
