#include "webhook_retry.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

int64_t webhook_wait(int tries, uint32_t chance)
{
    static const int32_t WAITS[] = {5 * SECOND, 30 * SECOND, 3 * MINUTE, 15 * MINUTE, HOUR,
                                    3 * HOUR,   6 * HOUR,    12 * HOUR,  24 * HOUR};
    _Static_assert(sizeof WAITS / sizeof *WAITS == WEBHOOK_TRIES_MAX - 1,
                   "a wait before each try but the first");
    if (tries < 1 || tries >= WEBHOOK_TRIES_MAX)
        return -1;
    int64_t percent = 100 - WEBHOOK_JITTER + (int64_t)(chance % (2 * WEBHOOK_JITTER + 1));
    return WAITS[tries - 1] * percent / 100;
}

int64_t webhook_retry_after(const char *value)
{
    size_t digits = value ? strspn(value, "0123456789") : 0;
    if (digits == 0 || value[digits])
        return 0;
    long seconds = digits > 6 ? WEBHOOK_RETRY_AFTER_MAX : strtol(value, NULL, 10);
    return (int64_t)(seconds < WEBHOOK_RETRY_AFTER_MAX ? seconds : WEBHOOK_RETRY_AFTER_MAX) *
           SECOND;
}
