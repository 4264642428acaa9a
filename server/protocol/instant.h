/* instant.h - instants in JSON, printed with text.h. Pure. */
#pragma once

#include "text.h"

/* An instant, in ms of the wall clock, as ISO 8601 writes it in UTC: "2026-11-22T21:38:24.000Z". */
void text_instant(Text *text, const char *name, int64_t instant);
