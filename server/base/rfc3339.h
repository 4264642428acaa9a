/* rfc3339.h - an instant as people and programs read it (RFC 3339, in UTC). Pure. */
#pragma once

#include <stdint.h>

enum { RFC3339_SIZE = 40 };

/* Of wall_clock.h, from the years 0 to 9999: "2026-11-22T21:38:24.000Z". */
void rfc3339_print(int64_t at, char text[RFC3339_SIZE]);
