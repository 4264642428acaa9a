/* board_index.h - the boards of each player, gathered in one pass over those of a tournament.
 *
 * Whoever looks at the boards of many players (a round's page, a table, an act that pairs a round) looks at their own boards only. It
 * holds places, no pointers, and is right until the next fold. board_index_clear frees. */
#pragma once

#include "tourney.h"

typedef struct {
    uint32_t *first; /* [player - 1]: where theirs begin in 'place', and [player] where they end */
    uint32_t *place; /* of boards that are not dropped in 'boards', the earliest round first */
} BoardIndex;

/* Frees what was there; 'index' is zeroed before the first time. */
void board_index_build(BoardIndex *index, const Tourney *tourney);
void board_index_clear(BoardIndex *index);

/* How many boards a player has had. */
uint32_t board_index_count(const BoardIndex *index, uint32_t player);
/* One of these, from 0. */
const TourneyBoard *board_index_get(const BoardIndex *index, const Tourney *tourney,
                                    uint32_t player, uint32_t at);
/* The last one in that round, since a match may have several; NULL: none. */
const TourneyBoard *board_index_in_round(const BoardIndex *index, const Tourney *tourney,
                                         uint32_t player, uint32_t round);
/* Points in halves before that round, with the byes that were asked for. */
int32_t board_index_halves(const BoardIndex *index, const Tourney *tourney, uint32_t player,
                           uint32_t round);
