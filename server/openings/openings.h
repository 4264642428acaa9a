/* openings.h - the ECO code and name of an opening, looked up by position, so that transpositions are found.
 *
 * The table is generated at build time from Debian's scid-data (scid.eco); without that package it is empty, and no
 * position has a name. Constant; nothing to free. */
#pragma once

#include "line.h"

enum {
    OPENINGS_PLIES_MAX = 60, /* no named position comes later */
    OPENINGS_ECO_CODES = 500,
};

typedef struct {
    char eco[4]; /* "B20" */
    const char *name;
    /* Of the named position, never 0; it is stored in databases, and opening_of_key finds the opening by it. */
    uint32_t key;
    uint32_t ply; /* the number of plies that led to it; 0 where that is not known */
} Opening;

/* The number of positions that have a name; 0 when the table is empty. */
uint32_t openings_count(void);

/* False when the position has no name. */
bool opening_of_position(const Position *pos, Opening *opening);
/* The last named position of a game with these moves. False also when 'start' is not the standard starting position. */
bool opening_of_moves(const Position *start, const Move *moves, uint32_t count, Opening *opening);
bool opening_of_key(uint32_t key, Opening *opening);
/* An ECO code as a number from 0 (A00) to 499 (E99); -1 for any other text. */
int opening_eco_number(const char *eco);
