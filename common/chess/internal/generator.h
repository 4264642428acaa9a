/* generator.h - the move generator as it was built for one kind of processor.
 *
 * Private to this library; movegen.h is its interface. generator.c is compiled once for every machine (_base) and, on
 * x86-64, again for the newer processors that processor.h names (_popcnt, _bmi2). GENERATOR calls the build that
 * attacks_init has chosen; the branch is always predicted. */
#pragma once

#include "position.h"
#include "processor.h"

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
#define GENERATOR(name, ...)                                                                       \
    (processor == PROCESSOR_BMI2     ? generator_##name##_bmi2(__VA_ARGS__)                        \
     : processor == PROCESSOR_POPCNT ? generator_##name##_popcnt(__VA_ARGS__)                      \
                                     : generator_##name##_base(__VA_ARGS__))
#else
#define GENERATOR(name, ...) generator_##name##_base(__VA_ARGS__)
#endif
