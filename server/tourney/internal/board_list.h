/* board_list.h - the boards of a tournament, as folding needs them. */
#pragma once

#include "tourney.h"

/* Adds a board, numbered next. Whoever is at it plays there, unless it is over. */
void board_list_add(Tourney *tourney, const PairedBoard *pair, uint32_t round, uint32_t table,
                    int64_t at);
/* Takes the boards of a round away that have not begun, or all. */
void board_list_drop_round(Tourney *tourney, uint32_t round);
/* The result is now this one; the board is over, or again in play with BOARD_NONE. */
void board_list_set(Tourney *tourney, TourneyBoard *board, BoardResult result, int64_t at);
/* The tournament is over: nobody sits at a board any more, and those in play are left. */
void board_list_leave(Tourney *tourney);
/* Whether every board of the round is over, and of a knock-out every match. */
bool board_list_is_over(const Tourney *tourney, uint32_t round);
