/* round_pair.h - one board of a round. */
#pragma once

#include <stdint.h>

/* Pairing numbers; 'black' is 0 when 'white' has the bye. */
typedef struct {
    uint16_t white, black;
} RoundPair;
