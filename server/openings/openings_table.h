/* openings_table.h - the table that make_openings prints. Private to openings.c. */
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t key;  /* of the position */
    uint32_t name; /* its offset in OPENING_NAMES */
    uint16_t eco;
} OpeningRow;

extern const uint32_t OPENING_ROWS_COUNT;
extern const OpeningRow OPENING_ROWS[]; /* sorted by key */
extern const char OPENING_NAMES[];
