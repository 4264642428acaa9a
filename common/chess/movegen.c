#include "movegen.h"

#include "generator.h"
#include "sliders.h"

#if defined(__x86_64__)

GeneratorBuild generator_build;

/* AMD before Zen 3 has PEXT in microcode, slower than arithmetic (Agner Fog's tables). */
void generator_choose(void)
{
    __builtin_cpu_init();
    bool slow =
        __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2") || __builtin_cpu_is("amdfam15h");
    if (!slow && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2")) {
        slider_tables_init();
        generator_build = GENERATOR_BMI2;
    } else {
        generator_build = __builtin_cpu_supports("popcnt") ? GENERATOR_POPCNT : GENERATOR_BASE;
    }
}

#else

void generator_choose(void) {}

#endif

void movegen_legal(const Position *pos, Moves *moves)
{
    GENERATOR(legal, pos, moves);
}

void movegen_captures(const Position *pos, Moves *moves)
{
    GENERATOR(captures, pos, moves);
}

void movegen_quiets(const Position *pos, Moves *moves)
{
    GENERATOR(quiets, pos, moves);
}

int movegen_count(const Position *pos)
{
    return GENERATOR(count, pos);
}

bool movegen_any(const Position *pos)
{
    return movegen_count(pos) > 0;
}
