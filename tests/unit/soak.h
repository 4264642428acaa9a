/* soak.h - how many times longer than usual a test runs: 1, unless tests/soak.sh asks for more. */
#pragma once

#include <stdlib.h>

static inline int soak(void)
{
    const char *times = getenv("CASTLED_SOAK");
    int number = times ? atoi(times) : 1;
    return number > 1 && number <= 1000 ? number : 1;
}
