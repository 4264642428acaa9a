#include "movegen.h"

#include "generator.h"
#include "sliders.h"

static const Generator *chosen = &generator_base;

/* AMD before Zen 3 has PEXT in microcode, slower than arithmetic (Agner Fog's tables). */
void generator_choose(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2") &&
        !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") &&
        !__builtin_cpu_is("amdfam15h")) {
        slider_tables_init();
        chosen = &generator_bmi2;
    }
#endif
}

const Generator *generator_get(void)
{
    return chosen;
}

void movegen_legal(const Position *pos, Moves *moves)
{
    chosen->legal(pos, moves);
}

void movegen_captures(const Position *pos, Moves *moves)
{
    chosen->captures(pos, moves);
}

void movegen_quiets(const Position *pos, Moves *moves)
{
    chosen->quiets(pos, moves);
}

int movegen_count(const Position *pos)
{
    return chosen->count(pos);
}

bool movegen_any(const Position *pos)
{
    return chosen->count(pos) > 0;
}
