/* ics_numbers.h - small numbers for games and seeks, which are the same for everybody on the ICS port.
 *
 * A number stays while somebody holds it; of those that nobody holds the one that was looked up longest ago is given away. Pure; ics_numbers_free frees. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    ICS_NUMBERS_MAX = 9999, /* that are held at once */
    ICS_NUMBERS_FEW = 99,   /* numbers above are given only when all these are held */
    ICS_NUMBERED_MAX = 12,  /* bytes of an id */
};

typedef struct IcsNumbers IcsNumbers;

IcsNumbers *ics_numbers_new(void);
void ics_numbers_free(IcsNumbers *numbers);

/* The id's number from 1 on; it gets one if it has none. 0 when all are held. */
int ics_number_of(IcsNumbers *numbers, const char *id);
/* The id that has the number, lent until the next call; NULL when none has. */
const char *ics_number_id(const IcsNumbers *numbers, int number);
void ics_number_hold(IcsNumbers *numbers, int number);
void ics_number_release(IcsNumbers *numbers, int number);
