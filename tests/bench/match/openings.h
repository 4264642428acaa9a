/* openings.h - the positions from which the games of a match begin. */
#pragma once

#include <stdint.h>

#include "position.h"

enum { OPENINGS_MAX = 100000 };

typedef struct {
    Position *at;
    int count;
} Openings;

/* From a file with a FEN or EPD on each line, shuffled by the seed; without a path only the usual start. Anything wrong
 * ends the program with a message. The positions are freed by openings_clear. */
void openings_read(Openings *openings, const char *path, uint64_t seed);
void openings_clear(Openings *openings);
