/* ramble.h - a game of random requests at random times on both seats, with restarts between.
 *
 * The bytes decide everything, so a fuzzer and a seeded generator can drive it alike. After each step the
 * rules in room.h must hold; the resulting games are not judged (transcripts do that). */
#pragma once

#include <stddef.h>

#include "room.h"

/* What happened, summed over games: so a test that claims to reach everything can show it. */
typedef struct {
    unsigned events[EV_LAST + 1];      /* by EventKind */
    unsigned ends[STATUS_NOSTART + 1]; /* by Status */
    unsigned refusals[ROOM_FULL + 1];  /* by RoomError */
    unsigned exhausted; /* games that were called off for the number of their events */
} RambleSum;

/* NULL when everything held, else what did not. */
const char *ramble(const unsigned char *bytes, size_t length, RambleSum *sum);
