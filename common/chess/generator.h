/* generator.h - the move generator as it was built for one kind of processor.
 *
 * Private to this library. generator.c is compiled once for every machine (_base) and, on x86-64, again for
 * those that count bits (_popcnt: Intel since 2008, AMD since 2007) and those with a fast PEXT (_bmi2: Intel
 * since 2013, AMD since 2020). attacks_init asks the processor; a branch that is always predicted follows. */
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
GENERATOR_BUILD(popcnt)
GENERATOR_BUILD(bmi2)

#if defined(__x86_64__)
typedef enum { GENERATOR_BASE, GENERATOR_POPCNT, GENERATOR_BMI2 } GeneratorBuild;
extern GeneratorBuild generator_build; /* constant after generator_choose */
#define GENERATOR(name, ...)                                                                       \
    (generator_build == GENERATOR_BMI2     ? generator_##name##_bmi2(__VA_ARGS__)                  \
     : generator_build == GENERATOR_POPCNT ? generator_##name##_popcnt(__VA_ARGS__)                \
                                           : generator_##name##_base(__VA_ARGS__))
#else
#define GENERATOR(name, ...) generator_##name##_base(__VA_ARGS__)
#endif

void generator_choose(void);
