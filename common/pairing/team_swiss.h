/* team_swiss.h - pairs a round of teams by FIDE's Swiss Team Pairing System (C.04.6, in force from 1 February 2026:
 * handbook.fide.com/chapter/SwissTeamPairingSystem202602).
 *
 * Pure. The bye first (3.4), then from the top scoregroup down its upfloaters (3.5) and the bracket's pairing (3.6), then colours (4);
 * the pairing is the first in the order of the articles, found with matchings of greatest weight instead of by trying all.
 *
 * Where the text leaves room:
 * - "complies with" C7 to C10 means as far as can be, in this order, and then the first (3.5.5, 3.6.4);
 * - C6 holds when what is left of the next scoregroup can be paired with one team from below, or with none, as its number
 *   is odd or even; when no set of upfloaters allows that, C6 decides nothing;
 * - forfeited matches are no matches: the teams may meet again (C.04.2, 3.5), had no colour, did not float (1.5, 1.6);
 * - with colours of type B, two matches with one colour make a strong preference in the last round, too (1.7.2);
 * - a team's parity (4.3.1) counts the teams that have been there so far, as FIDE's commission ruled for players (C.04.3, 5.2.5);
 * - with acceleration (C.04.7) scores are those with the extra points, also for who floated. */
#pragma once

#include "team_pairing.h"

typedef enum {
    TEAM_SWISS_OK,
    TEAM_SWISS_NO_PAIRING, /* the teams cannot be paired without breaking C1 or C2 */
    TEAM_SWISS_TOO_LARGE,  /* more than TEAM_FIELD_MAX teams, or too many different scores */
    TEAM_SWISS_NO_COLOUR   /* the initial colour is needed, and not given */
} TeamSwissError;

/* Bytes for pairing a round of that many teams, aligned as for max_align_t; they grow with the square. */
size_t team_swiss_memory(int teams);

/* 'pairs' has room for (teams + 1) / 2. They come in the order in which they are published (C.04.2, 3.6): by the higher
 * score, the sum of both, the smaller number of the higher team; the bye last. */
TeamSwissError team_swiss_pair(const TeamSwiss *swiss, void *memory, RoundPair *pairs, int *count);
