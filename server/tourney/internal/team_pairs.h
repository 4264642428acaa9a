/* team_pairs.h - team matches on fixed boards: which teams meet, and who sits at which board. */
#pragma once

#include "tourney.h"

/* The next round of a round robin of teams: PAIR without ids of games. */
bool team_pair_robin(const Tourney *tourney, TourneyAct *act);
/* Fills in the boards of the act's matches: the home team has White at the first, third … board. */
void team_seat(const Tourney *tourney, TourneyAct *act);
/* Rounds of teams by team_tpn, those that are over; to be freed. */
TeamRound *team_rounds(const Tourney *tourney, TeamField *field);
/* Fills in what pairing a Swiss round of teams needs. */
void team_swiss_new(const Tourney *tourney, SwissRound *round);
