/* team_pairs.h - team matches on fixed boards: which teams meet, and who sits at which board. */
#pragma once

#include "tourney.h"

/* The next round of a round robin of teams: PAIR without ids of games. */
bool team_pair_robin(const Tourney *tourney, TourneyAct *act);
/* Fills in the boards of the act's matches: the home team has White at the first, third … board. */
void team_seat(const Tourney *tourney, TourneyAct *act);
/* Teams as players of a Swiss tournament, whose results are those of their matches; by team_tpn. As tourney_field. */
void *team_field(const Tourney *tourney, Tournament *field, uint32_t **numbers);
