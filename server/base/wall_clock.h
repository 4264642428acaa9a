/* wall_clock.h - the time of day, which an administrator or NTP may set in either direction: for dates that people
 * see and for what must hold across restarts. Whatever waits for something uses uv_now or uv_hrtime. */
#pragma once

#include <stdint.h>

/* Milliseconds since 1970-01-01 00:00 UTC, without leap seconds (POSIX.1-2017, 4.16). */
int64_t wall_clock(void);
