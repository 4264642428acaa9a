/* stdio.h - for sources of which only other functions are linked: what needs this does not link. */
#pragma once

#include <stddef.h>

int snprintf(char *out, size_t size, const char *format, ...);
