/* stdlib.h - for sources of which only other functions are linked: what needs this does not link. */
#pragma once

void free(void *memory);
