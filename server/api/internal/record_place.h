/* record_place.h - what is read of all that somebody has played: so many at once for an address, and for all (bounds.h). */
#pragma once

#include "core.h"

enum { RECORD_RETRY = 2 /* s, for whoever has as many records at once as they may */ };

/* False: there is none left, and nothing was taken. */
bool record_takes_place(Core *core, const char *address);
void record_leaves_place(Core *core, const char *address);
