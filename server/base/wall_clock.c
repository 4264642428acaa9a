#define _POSIX_C_SOURCE 200809L
#include "wall_clock.h"

#include <time.h>

int64_t wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
