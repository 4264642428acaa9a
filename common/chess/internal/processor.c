#include "processor.h"

Processor processor;

#if defined(__x86_64__)

/* AMD before Zen 3 has PEXT in microcode, slower than arithmetic (Agner Fog's tables). Whatever has BMI2 has
 * LZCNT, too, for which clang 14 cannot ask. */
void processor_detect(void)
{
    __builtin_cpu_init();
    _Bool slow =
        __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2") || __builtin_cpu_is("amdfam15h");
    if (!slow && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2"))
        processor = PROCESSOR_BMI2;
    else
        processor = __builtin_cpu_supports("popcnt") ? PROCESSOR_POPCNT : PROCESSOR_BASE;
}

#else

void processor_detect(void) {}

#endif
