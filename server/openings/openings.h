/* openings.h - what an opening is called: its ECO code and name, by position, so that transpositions count.
 *
 * The table is made at build time from Debian's scid-data (scid.eco); without that package it is empty and
 * nothing has a name. Constant; nothing to free. */
#pragma once

#include "line.h"

enum {
    OPENINGS_PLIES_MAX = 60, /* no named position lies deeper */
    OPENINGS_ECO_CODES = 500,
};

typedef struct {
    char eco[4]; /* "B20" */
    const char *name;
    uint32_t key; /* of the named position, never 0: to keep and to find it again by */
    uint32_t ply; /* after so many moves of the line; 0 where it is not known */
} Opening;

/* How many positions have a name; 0: the table is empty. */
uint32_t openings_count(void);

/* False when the position has no name. */
bool opening_of_position(const Position *pos, Opening *opening);
/* The last position with a name of a game that began with 'start', the usual one, and went on so. */
bool opening_of_moves(const Position *start, const Move *moves, uint32_t count, Opening *opening);
bool opening_of_key(uint32_t key, Opening *opening);
/* The code as a number from 0 (A00) to 499, -1 for another text. */
int opening_eco_number(const char *eco);
