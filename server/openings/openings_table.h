/* openings_table.h - the table that make_openings prints. Private to openings.c. */
#pragma once

#include <stdint.h>

typedef struct {
    uint64_t key;  /* of the position */
    uint32_t name; /* where it begins in the names */
    uint16_t eco;
} OpeningRow;

extern const uint32_t OPENING_ROWS_COUNT;
extern const OpeningRow OPENING_ROWS[]; /* by key */
extern const char OPENING_NAMES[];
